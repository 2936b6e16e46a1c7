// Which compaction a telling is about. A host tells of one up to four times (before it, when the session goes on,
// after it, in the transcript), in any order, some of it never, some twice. Only the transcript names it; the others
// are told apart by time. Pure.

export interface Known {
  id: string;
  state: "noted" | "done";
  notedAt: string | null;
  at: string;
  messageId: string | null;
}

export type Told =
  /** One is about to be; it may not come. */
  | { by: "announcement"; at: string }
  /** The session goes on after one, or the host gives its summary. */
  | { by: "hook"; at: string }
  | { by: "transcript"; at: string; messageId: string };

export type Place = { is: "known"; id: string } | { is: "new"; state: Known["state"] };

/** Hooks after a compaction run within this time; two compactions without any announcement do not. */
const sameWithinMs = 120_000;

/** `known` are the session's, by time. */
export function placeOf(told: Told, known: readonly Known[]): Place {
  const noted = known.find(({ state }) => state === "noted");
  if (told.by === "announcement") {
    // Every moment lies in one stretch only: in one that has ended, or in the one under way.
    const ended = known.find(({ state, at }) => state === "done" && at >= told.at);
    const found = ended ?? noted;
    return found ? { is: "known", id: found.id } : { is: "new", state: "noted" };
  }
  const named =
    told.by === "transcript" ? known.find(({ messageId }) => messageId === told.messageId) : undefined;
  const announced = noted && (noted.notedAt ?? noted.at) <= told.at ? noted : undefined;
  const found = named ?? announced ?? nearest(told, known);
  return found ? { is: "known", id: found.id } : { is: "new", state: "done" };
}

function nearest(told: Told, known: readonly Known[]): Known | undefined {
  const distance = (one: Known) => Math.abs(Date.parse(one.at) - Date.parse(told.at));
  return known
    .filter(({ state, messageId }) => state === "done" && (told.by !== "transcript" || messageId === null))
    .filter((one) => distance(one) <= sameWithinMs)
    .sort((a, b) => distance(a) - distance(b))[0];
}

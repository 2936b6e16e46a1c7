// Which compaction a report is about. A host reports each one up to four times (before it, when the session continues,
// after it, in the transcript), in any order; some reports never come, some come twice. Only the transcript names the
// compaction; the other reports are matched by time. Pure.

export interface KnownCompaction {
  id: string;
  state: "noted" | "done";
  notedAt: string | null;
  at: string;
  messageId: string | null;
}

export type CompactionReport =
  /** An announcement; the compaction may not happen. */
  | { by: "announcement"; at: string }
  /** The session continues after a compaction, or the host gives its summary. */
  | { by: "hook"; at: string }
  | { by: "transcript"; at: string; messageId: string };

export type Match = { is: "known"; id: string } | { is: "new"; state: KnownCompaction["state"] };

/** Hooks after a compaction run within this time; two compactions without any announcement do not. */
const sameWithinMs = 120_000;

/** `known` are the session's compactions, by time. */
export function matchOf(report: CompactionReport, known: readonly KnownCompaction[]): Match {
  const noted = known.find(({ state }) => state === "noted");
  if (report.by === "announcement") {
    // Every moment belongs to exactly one stretch: a completed one, or the current one.
    const ended = known.find(({ state, at }) => state === "done" && at >= report.at);
    const found = ended ?? noted;
    return found ? { is: "known", id: found.id } : { is: "new", state: "noted" };
  }
  const named =
    report.by === "transcript" ? known.find(({ messageId }) => messageId === report.messageId) : undefined;
  const announced = noted && (noted.notedAt ?? noted.at) <= report.at ? noted : undefined;
  const found = named ?? announced ?? nearest(report, known);
  return found ? { is: "known", id: found.id } : { is: "new", state: "done" };
}

function nearest(report: CompactionReport, known: readonly KnownCompaction[]): KnownCompaction | undefined {
  const distance = (one: KnownCompaction) => Math.abs(Date.parse(one.at) - Date.parse(report.at));
  return known
    .filter(({ state, messageId }) => state === "done" && (report.by !== "transcript" || messageId === null))
    .filter((one) => distance(one) <= sameWithinMs)
    .sort((a, b) => distance(a) - distance(b))[0];
}

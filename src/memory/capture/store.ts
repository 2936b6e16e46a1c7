// store: prepared events → observations with everything that follows from them. Many at once, in the transaction of
// the capture; what is already known stays as it is.

import { chatHost } from "../../protocol/chat.ts";
import { keepExcerpt } from "../../rooms/excerpts/room.ts";
import { forgottenWords } from "../../rooms/forgotten/room.ts";
import { keepWholeTexts, type RecordResult } from "../../rooms/observations/room.ts";
import type { Db } from "../../store/schema.ts";
import type { Memory } from "../memory.ts";
import { recordAll } from "../observations.ts";
import { holdsForgotten, isIgnored } from "./left-out.ts";
import type { PreparedEvent } from "./prepare.ts";

/** With the project of its session. */
export interface InProject {
  prepared: PreparedEvent;
  projectId: string;
}

export interface StoredEvent extends InProject {
  id: string;
}

/** One answer for each, in order; null for what the project's settings leave out. */
export async function storeAll(
  memory: Memory,
  tx: Db,
  events: readonly InProject[],
): Promise<(RecordResult | null)[]> {
  const forgotten = await forgottenWords(tx);
  const isGone = ({ prepared }: InProject) => holdsForgotten(prepared, forgotten);
  const wanted = events.filter((one) => !isIgnored(memory, one.prepared) && !isGone(one));
  const recorded = await recordAll(
    tx,
    wanted.map(({ prepared, projectId }) => ({ ...prepared.observation, projectId })),
  );
  const answers = new Map(wanted.map((one, i) => [one, recorded[i] ?? null]));
  const stored = wanted.flatMap((one): StoredEvent[] => {
    const answer = answers.get(one);
    return answer?.status === "stored" ? [{ ...one, id: answer.id }] : [];
  });
  await keepTexts(tx, stored);
  for (const follow of memory.followers.stored) await follow(tx, stored);
  for (const { prepared } of wanted) {
    // What a chat writes to the graph, the user has approved; its replies cannot.
    if (!prepared.reply || prepared.head.host === chatHost) continue;
    for (const follow of memory.followers.replies) await follow(tx, prepared);
  }
  return events.map((one) => answers.get(one) ?? (isGone(one) ? { status: "duplicate" } : null));
}

async function keepTexts(tx: Db, stored: readonly StoredEvent[]): Promise<void> {
  await keepWholeTexts(
    tx,
    stored.flatMap(({ id, prepared: { said } }) =>
      said === null ? [] : [{ observationId: id, text: said }],
    ),
  );
  const excerpts = stored.filter(({ prepared }) => prepared.excerpt !== null);
  // Without a model only the observation is kept, not the raw text.
  for (const { id, prepared } of excerpts) await keepExcerpt(tx, id, prepared.excerpt ?? "");
}

export function logCaptured(
  memory: Memory,
  events: readonly InProject[],
  recorded: readonly (RecordResult | null)[],
): void {
  for (const [i, { prepared }] of events.entries()) {
    const answer = recorded[i];
    if (answer?.status !== "stored") continue;
    const { head, tool, observation } = prepared;
    const { files, row } = observation;
    memory.events.record({
      type: "hook.capture",
      sessionId: head.sessionId,
      data: { id: answer.id, kind: head.type, tool, files, rawBytes: row.raw_bytes },
      tokensOut: row.tokens,
    });
  }
}

// What of an event is not stored: tools that the project's settings leave out, and words that the user wanted forgotten.
// Capture asks it, and a dry run of an import.

import { type ForgottenWords, forgottenWords } from "../../rooms/forgotten/room.ts";
import type { RecordResult } from "../../rooms/observations/room.ts";
import type { Memory } from "../memory.ts";
import { knownAmong } from "../observations.ts";
import type { PreparedEvent } from "./prepare.ts";

/** What capture would answer for each, without storing anything. */
export async function foresee(
  memory: Memory,
  prepared: readonly PreparedEvent[],
): Promise<(RecordResult["status"] | null)[]> {
  const forgotten = await forgottenWords(memory.db);
  const isKnown = await knownAmong(
    memory.db,
    prepared.map(({ observation }) => observation.row),
  );
  return prepared.map((one) => {
    if (holdsForgotten(one, forgotten)) return "duplicate";
    if (isIgnored(memory, one)) return null;
    return isKnown(one.observation.row) ? "duplicate" : "stored";
  });
}

/** Words that the user wanted forgotten after this was said. */
export function holdsForgotten(
  { observation: { row }, head, said, reply }: PreparedEvent,
  forgotten: ForgottenWords,
): boolean {
  const texts = [row.title, row.summary, row.detail, row.files, row.symbols, said ?? "", reply?.text ?? ""];
  const names = [head.sessionId, row.branch ?? ""];
  return [...texts, ...names].some((text) => forgotten.holds(text, head.at));
}

export function isIgnored(memory: Memory, { tool, head }: PreparedEvent): boolean {
  return tool !== null && memory.settingsFor(head.projectDir)["capture.ignoreTools"].includes(tool);
}

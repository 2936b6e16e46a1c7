// Which observations search may return. Not those that only ask: calls of tellback's own tools, and questions of which
// nothing came. They stay in the timeline; among the results they would answer whoever asks the same again.

import type { Db, ObservationRow } from "../../store/schema.ts";
import { isOwnCall } from "./own-calls.ts";

type StoredText = Pick<ObservationRow, "id" | "kind" | "tool" | "summary" | "detail">;

export function isQuestion({ kind, summary }: Pick<StoredText, "kind" | "summary">): boolean {
  return kind === "prompt" && /[?？؟]/.test(summary);
}

export async function isFindable(db: Db, row: StoredText): Promise<boolean> {
  if (isOwnCall(row)) return false;
  return !isQuestion(row) || (await unanswered(db, [row.id])).length === 0;
}

/** Those of these prompts whose turn came to nothing. A prompt that is in no turn yet is not known to be one. */
export async function unanswered(db: Db, promptIds: readonly string[]): Promise<string[]> {
  if (promptIds.length === 0) return [];
  const rows = await db
    .selectFrom("turns")
    .select("prompt_id")
    .where("prompt_id", "in", promptIds)
    .where("outcome", "=", "")
    .where("decisions", "=", "[]")
    .where("open", "=", "[]")
    .execute();
  return rows.map(({ prompt_id }) => prompt_id);
}

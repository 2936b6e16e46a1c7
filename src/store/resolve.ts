// Ids as people type them: the whole id, or any unique prefix.

import { TellbackError } from "../protocol/errors.ts";
import type { Db, Tables } from "./schema.ts";

/** Every table whose rows have an id. */
export type IdTable = {
  [T in keyof Tables]: Tables[T] extends { id: string } ? T : never;
}[keyof Tables];

/** Where a person finds the ids of a kind. */
const hints: Partial<Record<IdTable, string>> = {
  observations: "`tellback search` finds observations.",
  turns: "`tellback session show` lists those of a session.",
  compactions: "`tellback session show` lists those of a session.",
  nodes: "`tellback learnings` and `tellback node list` show them.",
  changes: "`tellback learnings log` shows them.",
  symbols: "`tellback symbol NAME` finds symbols by their name.",
  functions: "`tellback fn list` shows them.",
};

const candidatesShown = 5;

export async function resolveId(db: Db, table: IdTable, typed: string): Promise<string> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("id", ">=", typed)
    .where("id", "<", `${typed}\uffff`)
    .orderBy("id")
    .limit(candidatesShown + 1)
    .execute();
  const ids = rows.map((row) => row.id);
  const [only] = ids;
  const noun = table.slice(0, -1);
  if (only === undefined || typed === "") {
    throw new TellbackError("not_found", `no ${noun} has the id "${typed}"`, {
      hint: hints[table] ?? `\`tellback ${noun} list\` shows them.`,
    });
  }
  if (ids.length === 1 || only === typed) return only;
  const shown = ids.slice(0, candidatesShown).join(", ");
  throw new TellbackError(
    "ambiguous",
    `the id "${typed}" is ambiguous: ${shown}${ids.length > candidatesShown ? ", …" : ""}`,
    {
      hint: "Give more of the id.",
    },
  );
}

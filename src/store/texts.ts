// Texts in tables that are not part of an export, so that they too can be searched and changed wherever they are. Each
// owner of tables lists its own.

import { loose, type Row } from "./portable.ts";
import type { Db, Tables } from "./schema.ts";

export interface TextTable {
  table: keyof Tables;
  key: readonly string[];
  texts: readonly string[];
  /** Columns that hold JSON. */
  json: readonly string[];
}

export const storeTexts: readonly TextTable[] = [
  { table: "events", key: ["id"], texts: [], json: ["data"] },
  { table: "jobs", key: ["id"], texts: ["error"], json: ["payload"] },
];

const rowsAtOnce = 1_000;

/** Changes each text of a table; returns how many rows were looked at and changed. */
export async function sweep(
  db: Db,
  { table, key, texts, json }: TextTable,
  change: (value: unknown) => unknown,
  dryRun: boolean,
): Promise<{ scanned: number; changed: number }> {
  const done = { scanned: 0, changed: 0 };
  for (;;) {
    const rows = await loose(db)
      .selectFrom(table)
      .select([...key, ...texts, ...json])
      .orderBy(key[0] ?? "id")
      .limit(rowsAtOnce)
      .offset(done.scanned)
      .execute();
    for (const row of rows) {
      const after = changedColumns(row, texts, json, change);
      if (after === null) continue;
      done.changed++;
      if (dryRun) continue;
      let query = loose(db).updateTable(table).set(after);
      for (const column of key) query = query.where(column, "=", row[column]);
      await query.execute();
    }
    done.scanned += rows.length;
    if (rows.length < rowsAtOnce) return done;
  }
}

function changedColumns(
  row: Row,
  texts: readonly string[],
  json: readonly string[],
  change: (value: unknown) => unknown,
): Row | null {
  const after: Row = {};
  for (const column of texts) {
    const text = row[column];
    if (typeof text !== "string") continue;
    const now = change(text);
    if (now !== text) after[column] = now;
  }
  for (const column of json) {
    const text = row[column];
    if (typeof text !== "string") continue;
    const now = JSON.stringify(change(parsed(text)));
    if (now !== text) after[column] = now;
  }
  return Object.keys(after).length === 0 ? null : after;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

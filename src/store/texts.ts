// Changes texts wherever they are in the store, row by row, by what their columns hold (text-columns.ts). For what no
// record of an export has: those are changed with their seals and search documents by the journeys.

import { sql } from "kysely";
import { dialectOf } from "./dialect.ts";
import { loose, type Row } from "./portable.ts";
import type { Db } from "./schema.ts";
import { type Holding, holdingOf } from "./text-columns.ts";

export interface TextChange {
  /** The value as it should be; the same one leaves it alone. */
  text(text: string): string;
  json(value: unknown): unknown;
  name(name: string): string;
  /** Without it, ids stay: others know them. */
  id?(id: string): string;
  /** Whether a row goes because of this text in it; without it, such a text is only changed. */
  goes?(text: string): boolean;
}

export interface SweepResult {
  scanned: number;
  changed: number;
}

const rowsAtOnce = 1_000;

/** Every row of a table by its place in the file: not each table has a key of one column. */
async function* rowsIn(db: Db, table: string, columns: readonly string[]): AsyncGenerator<Row[]> {
  const isSqlite = dialectOf(db) === "sqlite";
  const place = isSqlite ? sql.raw("rowid as place") : sql.raw("ctid::text as place");
  const order = isSqlite ? sql.raw("rowid") : sql.raw("ctid");
  const fields = sql.join(columns.map((column) => sql.ref(column)));
  let after = sql<boolean>`true`;
  for (;;) {
    const { rows } = await sql<Row>`select ${place}, ${fields} from ${sql.table(table)}
      where ${after} order by ${order} limit ${sql.lit(rowsAtOnce)}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = isSqlite ? sql<boolean>`rowid > ${last.place}` : sql<boolean>`ctid > ${last.place}::tid`;
  }
}

const isAt = (db: Db, { place }: Row) =>
  dialectOf(db) === "sqlite" ? sql<boolean>`rowid = ${place}` : sql<boolean>`ctid = ${place}::tid`;

export async function sweep(
  db: Db,
  table: string,
  columns: readonly string[],
  change: TextChange,
  dryRun: boolean,
): Promise<SweepResult> {
  const done: SweepResult = { scanned: 0, changed: 0 };
  for await (const rows of rowsIn(db, table, columns)) {
    done.scanned += rows.length;
    for (const row of rows) {
      const verdict = changedRow(table, row, columns, change);
      if (verdict === "same") continue;
      done.changed++;
      if (dryRun) continue;
      if (verdict === "goes") await loose(db).deleteFrom(table).where(isAt(db, row)).execute();
      else await loose(db).updateTable(table).set(verdict).where(isAt(db, row)).execute();
    }
  }
  return done;
}

function changedRow(
  table: string,
  row: Row,
  columns: readonly string[],
  change: TextChange,
): Row | "same" | "goes" {
  const after: Row = {};
  for (const column of columns) {
    const text = row[column];
    if (typeof text !== "string") continue;
    const holding = holdingOf(table, column);
    if (holding === "row" && change.goes) {
      if (change.goes(text)) return "goes";
      continue;
    }
    const now = changedText(text, holding, change);
    if (now !== text) after[column] = now;
  }
  return Object.keys(after).length === 0 ? "same" : after;
}

export function changedText(text: string, holding: Holding, change: TextChange): string {
  if (holding === "name") return change.name(text);
  if (holding === "id") return change.id?.(text) ?? text;
  const value = holding === "text" ? undefined : parsed(text);
  if (value === undefined) return change.text(text);
  const before = JSON.stringify(value);
  const after = JSON.stringify(change.json(value));
  return after === before ? text : after;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every column in which a text is found, as `table.column`: of all columns but those that cannot hold a text. */
export async function columnsThatHold(db: Db, holds: (text: string) => boolean): Promise<string[]> {
  const found = new Set<string>();
  for (const { name: table, columns } of await db.introspection.getTables()) {
    const texts = columns.filter(({ dataType }) => /^text$/i.test(dataType)).map(({ name }) => name);
    const able = texts.filter((column) => holdingOf(table, column) !== "fixed");
    // The full-text index keeps no text of its own.
    if (able.length === 0 || /^(?:schema_|document_words|sqlite_)/.test(table)) continue;
    for await (const rows of rowsIn(db, table, able))
      for (const row of rows)
        for (const column of able) {
          const value = row[column];
          if (typeof value === "string" && holds(value)) found.add(`${table}.${column}`);
        }
  }
  return [...found];
}

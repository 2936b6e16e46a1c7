// Inserts many rows with few statements, the same for both databases. Kysely builds a query for every row, which
// is more work than the insert itself; here the text of a statement is made once for each number of rows.

import { CompiledQuery, type Insertable } from "kysely";
import { dialectOf } from "./dialect.ts";
import type { Db, Tables } from "./schema.ts";

/** Rows in one statement, the largest first: few different texts, so that every statement is prepared already. */
const sizes = [128, 32, 8, 1] as const;
const texts = new Map<string, string>();

/** Every row has the same columns. `tail` is what follows the values. Returns what it returns, in no order. */
export async function insertMany<Table extends keyof Tables, Returned = unknown>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  tail = "",
): Promise<Returned[]> {
  return insertRows(db, table, rows as readonly Record<string, unknown>[], tail);
}

/** The same for a table that Kysely does not know. */
export async function insertRows<Returned = unknown>(
  db: Db,
  table: string,
  rows: readonly Record<string, unknown>[],
  tail = "",
): Promise<Returned[]> {
  const [first] = rows;
  if (!first) return [];
  const columns = Object.keys(first);
  const returned: Returned[] = [];
  for (let at = 0; at < rows.length; ) {
    const size = sizes.find((one) => one <= rows.length - at) ?? 1;
    const values: unknown[] = [];
    for (const row of rows.slice(at, at + size)) for (const column of columns) values.push(row[column]);
    const text = textOf(dialectOf(db), table, columns, size, tail);
    const answer = await db.executeQuery<Returned>(CompiledQuery.raw(text, values));
    returned.push(...answer.rows);
    at += size;
  }
  return returned;
}

function textOf(
  dialect: "sqlite" | "postgres",
  table: string,
  columns: readonly string[],
  size: number,
  tail: string,
): string {
  const key = [dialect, table, columns.join(), size, tail].join("\n");
  const known = texts.get(key);
  if (known !== undefined) return known;
  const mark = (n: number) => (dialect === "postgres" ? `$${n + 1}` : "?");
  const row = (r: number) => `(${columns.map((_, c) => mark(r * columns.length + c)).join(", ")})`;
  const values = Array.from({ length: size }, (_, r) => row(r)).join(", ");
  const names = columns.map((column) => `"${column}"`).join(", ");
  const text = `insert into "${table}" (${names}) values ${values} ${tail}`;
  texts.set(key, text);
  return text;
}

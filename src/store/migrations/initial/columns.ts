// The column types of both databases, and names for what many columns of the first tables have in common.

import { type ColumnBuilderCallback, sql } from "kysely";
import { dialectOf } from "../../dialect.ts";
import type { Db } from "../../schema.ts";

export function columnsOf(db: Db) {
  const isPostgres = dialectOf(db) === "postgres";
  return {
    isPostgres,
    /** Ordered by bytes in both databases: prefixes of ids and times are looked up by comparison. */
    text: isPostgres ? sql`text collate "C"` : ("text" as const),
    /** 64 bits in both databases. */
    count: isPostgres ? ("bigint" as const) : ("integer" as const),
    bytes: isPostgres ? ("bytea" as const) : ("blob" as const),
    /** A table whose rows are numbered in the order in which they are stored. */
    numbered(table: string, column: "seq" | "id") {
      const created = db.schema.createTable(table);
      return isPostgres
        ? created.addColumn(column, "bigserial", primary)
        : created.addColumn(column, "integer", (c) => c.primaryKey().autoIncrement());
    },
  };
}

export const primary: ColumnBuilderCallback = (c) => c.primaryKey();
export const required: ColumnBuilderCallback = (c) => c.notNull();
export const unique: ColumnBuilderCallback = (c) => c.notNull().unique();
export const zero: ColumnBuilderCallback = (c) => c.notNull().defaultTo(0);

/** Deleted with the row that it names. */
export const partOf =
  (column: string): ColumnBuilderCallback =>
  (c) =>
    c.notNull().references(column).onDelete("cascade");

/** The key is that of the row that it is deleted with. */
export const primaryPartOf =
  (column: string): ColumnBuilderCallback =>
  (c) =>
    c.primaryKey().references(column).onDelete("cascade");

/** Deleted with the row that it names, if it names one. */
export const optionalPartOf =
  (column: string): ColumnBuilderCallback =>
  (c) =>
    c.references(column).onDelete("cascade");

/** Becomes null when the row that it names is deleted. */
export const linkTo =
  (column: string): ColumnBuilderCallback =>
  (c) =>
    c.references(column).onDelete("set null");

export async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join("_")}`)
    .on(table)
    .columns(columns)
    .execute();
}

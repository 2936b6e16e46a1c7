// Rows as portable records: how a room describes one of its tables, and how rows are read and merged by that
// description. For the rooms; the export and import journeys go through all of them.

import { type Kysely, type RawBuilder, sql } from "kysely";
import { comparable, type ExportRecord, type RecordKind } from "../protocol/export.ts";
import type { ProjectScope } from "../protocol/scope.ts";
import type { Db, Tables } from "./schema.ts";

export type Row = Record<string, unknown>;
export type Data = Record<string, unknown>;

/** Tables by name, for code that goes through descriptions of them. */
export function loose(db: Db): Kysely<Record<string, Row>> {
  return db as unknown as Kysely<Record<string, Row>>;
}

export interface Portable {
  kind: RecordKind;
  table: keyof Tables;
  /** Columns that make the record's id. */
  key: readonly string[];
  /** Other columns that are unique together: two stores may know one thing by two ids. */
  natural?: readonly string[];
  /** Columns that hold JSON, and columns that hold 0 or 1. */
  json?: readonly string[];
  flags?: readonly string[];
  /** Columns that stay behind: local numbers, and what is derived. */
  without?: readonly string[];
  /** Columns that name another record: "needed" ones must exist, "kept" ones become null if it does not. */
  refs?: Readonly<Record<string, { kind: RecordKind; is: "needed" | "kept" | "loose" }>>;
  /** A column that names a row of the same table, which may come later. */
  later?: string;
  /** Columns with times; the latest of them is the record's time. */
  times: readonly string[];
  order: readonly string[];
  /** Rows of the scope; undefined for what belongs to no project. */
  within?: (projects: ProjectScope) => RawBuilder<boolean>;
  /** The id of a row's project. */
  projectOf?: (db: Db, rows: readonly Row[]) => Promise<(string | null)[]>;
  /** Fields that come from elsewhere than the row's own columns. */
  extra?: (db: Db, rows: readonly Row[]) => Promise<Data[]>;
  /** Whether everything is there that its fields name. */
  isReady?: (db: Db, data: Data) => Promise<boolean>;
  /** Fields that this side makes or bounds, whatever a record from elsewhere says. Pure. */
  made?: (data: Data) => Data;
  /** Columns that are made from the record's fields, and those that each store decides itself. */
  columns?: (db: Db, data: Data, before: Row | null, projectId: string | null) => Promise<Row>;
  /** The data of two records of one thing; by default the later one. Order and repetition must not matter. */
  merge?: (a: Data, b: Data) => Data;
  /** After a row was written: its other tables and its search document. */
  written?: (db: Db, row: Row, data: Data) => Promise<void>;
  /** Deletes the row with what depends on it; for a tombstone from elsewhere. */
  remove?: (db: Db, row: Row) => Promise<void>;
  /** A thing that may be made again under the same id after it was deleted. */
  returns?: boolean;
}

/** What a room gives for each kind of record that it holds. */
export type Records<K extends RecordKind> = { readonly [Kind in K]: Omit<Portable, "kind"> };

const rowsAtOnce = 500;

export interface RecordFilter {
  projects: ProjectScope;
  since: string | null;
}

/** All rows of one kind in a scope, some at a time, in a fixed order. */
export async function* rowsOf(
  db: Db,
  one: Portable,
  { projects, since }: RecordFilter,
): AsyncGenerator<Row[]> {
  if (projects.within !== "everywhere" && !one.within) return;
  const order = sql.join(one.order.map((column) => sql.ref(column)));
  const later = one.times.map((column) => sql`${sql.ref(column)} >= ${since}`);
  const recent = since === null || later.length === 0 ? sql`true` : sql`(${sql.join(later, sql` or `)})`;
  let after: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`select * from ${sql.table(one.table)}
      where ${after} and ${one.within?.(projects) ?? sql`true`} and ${recent}
      order by ${order} limit ${sql.lit(rowsAtOnce)}`.execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = sql`(${order}) > (${sql.join(one.order.map((column) => last[column]))})`;
  }
}

/** Without the project and with local ids; the caller knows the names that all stores share. */
export async function dataOf(db: Db, one: Portable, rows: readonly Row[]): Promise<Data[]> {
  if (rows.length === 0) return [];
  const extras = (await one.extra?.(db, rows)) ?? rows.map(() => ({}));
  const left = new Set([...(one.without ?? []), ...keyLeftOut(one), "project_id"]);
  return rows.map((row, i) => {
    const own = Object.entries(row)
      .filter(([column]) => !left.has(column))
      .map(([column, value]) => [camel(column), fieldOf(one, column, value)]);
    return { ...Object.fromEntries(own), ...extras[i] };
  });
}

export function rowOf(one: Portable, id: string, data: Data, fields: readonly string[]): Row {
  const own = Object.entries(data)
    .map(([field, value]) => [snake(field), value] as const)
    .filter(([column]) => fields.includes(column))
    .map(([column, value]) => [column, columnValue(one, column, value)]);
  const key = keyLeftOut(one).map((column) => [column, id]);
  return Object.fromEntries([...own, ...key]);
}

/** A key of one column is the record's id; the columns of a longer one are also fields. */
function keyLeftOut({ key }: Portable): readonly string[] {
  return key.length === 1 ? key : [];
}

/** The parts of a longer key are separated by spaces; spaces inside of them are escaped. */
export function idOf({ key }: Portable, row: Row): string {
  const parts = key.map((column) => String(row[column]));
  return parts.length === 1 ? (parts[0] ?? "") : parts.map(escaped).join(" ");
}

function escaped(part: string): string {
  return part.replace(/[\s%]/g, encodeURIComponent);
}

export function timeOf({ times }: Portable, row: Row): string {
  const known = times.map((column) => String(row[column] ?? ""));
  return known.toSorted().at(-1) ?? "";
}

function fieldOf({ json, flags }: Portable, column: string, value: unknown): unknown {
  if (value === null) return null;
  if (json?.includes(column)) return JSON.parse(String(value));
  if (flags?.includes(column)) return Number(value) === 1;
  return value;
}

function columnValue({ json, flags }: Portable, column: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (json?.includes(column)) return JSON.stringify(value);
  if (flags?.includes(column)) return Number(value);
  return value;
}

export function camel(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export function snake(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The default merge: the later record, or at the same time the one whose text is greater, in every store the same. */
export function laterOf(a: ExportRecord, b: ExportRecord): ExportRecord {
  if (a.at !== b.at) return a.at > b.at ? a : b;
  return comparable(a.data) >= comparable(b.data) ? a : b;
}

/** Rows whose column names a session, a node or the like of the scope. */
export function through(column: string, table: keyof Tables, key = "id") {
  return (projects: ProjectScope): RawBuilder<boolean> =>
    projects.within === "everywhere"
      ? sql`true`
      : projects.within === "project"
        ? sql`${sql.ref(column)} in (select ${sql.ref(key)} from ${sql.table(table)} where project_id = ${projects.projectId})`
        : sql`false`;
}

/** The projects of rows that name a row of another table. */
export function projectsThrough(column: string, table: keyof Tables, key = "id") {
  return async (db: Db, rows: readonly Row[]): Promise<(string | null)[]> => {
    const ids = [...new Set(rows.map((row) => row[column]).filter((id) => id !== null))] as string[];
    if (ids.length === 0) return rows.map(() => null);
    const found = await loose(db)
      .selectFrom(table)
      .select([key, "project_id"])
      .where(key, "in", ids)
      .execute();
    const of = new Map(found.map((row) => [row[key], row.project_id as string | null]));
    return rows.map((row) => of.get(row[column]) ?? null);
  };
}

export const ownProject = async (_: Db, rows: readonly Row[]): Promise<(string | null)[]> =>
  rows.map((row) => (row.project_id as string | null) ?? null);

/**
 * Numbers of arrival differ between stores: what a row of a session covers "up to a number" is named by the last row
 * of that table it covers.
 */
export function coveredUpTo(table: "observations") {
  return {
    async namesOf(db: Db, rows: readonly Row[]): Promise<(string | null)[]> {
      const names: (string | null)[] = [];
      for (const { session_id, up_to_seq } of rows) {
        const row = await loose(db)
          .selectFrom(table)
          .select("id")
          .where("session_id", "=", session_id)
          .where("seq", "<=", Number(up_to_seq))
          .orderBy("seq", "desc")
          .limit(1)
          .executeTakeFirst();
        names.push((row?.id as string | undefined) ?? null);
      }
      return names;
    },
    async numberOf(db: Db, id: unknown): Promise<number> {
      if (typeof id !== "string") return 0;
      const row = await loose(db).selectFrom(table).select("seq").where("id", "=", id).executeTakeFirst();
      return Number(row?.seq ?? 0);
    },
  };
}

/** The greater one by these keys, then by its text without the fields that are merged on their own. */
export function greater(a: Data, b: Data, merged: readonly string[], keys: (one: Data) => unknown[]): Data {
  const whole = (one: Data) =>
    Object.fromEntries(Object.entries(one).filter(([field]) => !merged.includes(field)));
  const [ofA, ofB] = [a, b].map((one) => keys(one).map(String));
  const i = ofA?.findIndex((key, at) => key !== ofB?.[at]) ?? -1;
  if (i >= 0) return (ofA?.[i] ?? "") > (ofB?.[i] ?? "") ? a : b;
  return comparable(whole(a)) >= comparable(whole(b)) ? a : b;
}

export function least(a: unknown, b: unknown): unknown {
  return String(a) <= String(b) ? a : b;
}

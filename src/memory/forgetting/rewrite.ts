// Changes stored texts wherever they are: every text of every record, and the texts that are not part of records
// (excerpts, answers that wait, jobs, events, the code map). A changed row gets its seals and its search document again.
// For forget and for redacting what is stored.

import { comparable, type RecordKind } from "../../protocol/export.ts";
import { everywhere, type ProjectScope } from "../../protocol/scope.ts";
import { type Data, dataOf, type Portable, type Row, rowsOf, snake } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import { type Holding, textColumns } from "../../store/text-columns.ts";
import { changedText, sweep, type TextChange } from "../../store/texts.ts";
import type { Memory } from "../memory.ts";
import { portables } from "../records/kinds.ts";
import { updateRow } from "../records/merge-record.ts";

export interface Rewriting {
  dryRun: boolean;
  projects?: ProjectScope;
  kinds?: readonly RecordKind[];
  /** Rows that are looked at; all by default. */
  isWanted?: (one: Portable, row: Row) => boolean;
  onStep?: () => Promise<void> | void;
}

export interface RewriteCounts {
  scanned: number;
  /** Changed rows, by table. */
  counts: Record<string, number>;
}

export async function rewriteAll(
  memory: Memory,
  change: TextChange,
  options: Rewriting,
): Promise<RewriteCounts> {
  const done: RewriteCounts = { scanned: 0, counts: {} };
  const note = (table: string, rows: number) => {
    if (rows > 0) done.counts[table] = (done.counts[table] ?? 0) + rows;
  };
  for (const one of portables) {
    if (options.kinds?.includes(one.kind) === false || !hasTexts(one)) continue;
    for await (const rows of rowsOf(memory.db, one, {
      projects: options.projects ?? everywhere,
      since: null,
    })) {
      const wanted = rows.filter((row) => options.isWanted?.(one, row) ?? true);
      done.scanned += wanted.length;
      note(one.table, await rewriteRows(memory.db, one, wanted, change, options.dryRun));
      await options.onStep?.();
    }
  }
  if (options.kinds !== undefined || (options.projects ?? everywhere).within !== "everywhere") return done;
  for (const table of Object.keys(textColumns)) {
    const columns = columnsToSweep(table);
    if (columns.length === 0) continue;
    const { scanned, changed } = await sweep(memory.db, table, columns, change, options.dryRun);
    if (!portables.some((one) => one.table === table)) done.scanned += scanned;
    note(table, changed);
    await options.onStep?.();
  }
  return done;
}

/** Fields that come from other tables: each is a text, or a value with texts. */
const fieldsOfOtherRows: Readonly<Record<string, Holding>> = {
  ...{ said: "text", values: "json", what: "json" },
  ...{ upTo: "fixed", localId: "fixed", needs: "fixed" },
};

/** What a field of a record holds. */
function holdingOfField({ table }: Portable, field: string): Holding {
  const columns: Readonly<Record<string, Holding>> = textColumns[table];
  return fieldsOfOtherRows[field] ?? columns[snake(field)] ?? "fixed";
}

/** The texts of a record: what somebody said or wrote, not the names and numbers. */
export function textsOfRecord(one: Portable, data: Data): unknown[] {
  return Object.entries(data)
    .filter(([field]) => ["text", "json"].includes(holdingOfField(one, field)))
    .map(([, value]) => value);
}

const isChangeable = (holding: Holding) => ["text", "json", "name", "id"].includes(holding);

function hasTexts({ table }: Portable): boolean {
  return Object.values<Holding>(textColumns[table]).some(isChangeable);
}

/** Of a table that has records only what makes their keys, and what no record has. */
function columnsToSweep(table: string): string[] {
  const columns: Readonly<Record<string, Holding>> = textColumns[table as keyof typeof textColumns];
  const one = portables.find((portable) => portable.table === table);
  return Object.entries(columns)
    .filter(([, holding]) => isChangeable(holding) || holding === "row")
    .map(([column]) => column)
    .filter(
      (column) =>
        !one || columns[column] === "row" || one.key.includes(column) || one.without?.includes(column),
    );
}

async function rewriteRows(
  db: Db,
  one: Portable,
  rows: readonly Row[],
  change: TextChange,
  dryRun: boolean,
): Promise<number> {
  const before = await dataOf(db, one, rows);
  let changed = 0;
  for (const [i, row] of rows.entries()) {
    const data = before[i] ?? {};
    const after = rewritten(one, data, change);
    if (comparable(after) === comparable(data)) continue;
    changed++;
    if (!dryRun) await db.transaction().execute((tx) => updateRow(tx, one, row, after));
  }
  return changed;
}

function rewritten(one: Portable, data: Data, change: TextChange): Data {
  const isKey = (field: string) => one.key.length > 1 && one.key.includes(snake(field));
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      isKey(field) ? value : changedField(value, holdingOfField(one, field), change),
    ]),
  );
}

function changedField(value: unknown, holding: Holding, change: TextChange): unknown {
  if (!isChangeable(holding)) return value;
  if (typeof value === "object" && value !== null) return change.json(value);
  return typeof value === "string" ? changedText(value, holding, change) : value;
}

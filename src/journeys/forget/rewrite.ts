// Changes stored texts wherever they are: every text of every record, and the texts that are not part of records
// (excerpts, answers that wait, jobs, events). A changed row gets its seals and its search document again. For forget
// and for redacting what is stored.

import type { Memory } from "../../memory.ts";
import { comparable, type RecordKind } from "../../protocol/export.ts";
import { everywhere, type ProjectScope } from "../../protocol/scope.ts";
import { episodicTexts } from "../../rooms/episodic/room.ts";
import { semanticTexts } from "../../rooms/semantic/room.ts";
import { workingTexts } from "../../rooms/working/room.ts";
import { type Data, dataOf, type Portable, type Row, rowsOf } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import { storeTexts, sweep, type TextTable } from "../../store/texts.ts";
import { portables } from "../export/kinds.ts";
import { updateRow } from "../export/merge-record.ts";

export interface Change {
  /** The text as it should be; the same text leaves it alone. */
  text(text: string): string;
  /** The same for a whole JSON value, where lists may get shorter. */
  deep?(value: unknown): unknown;
}

export interface Rewriting {
  dryRun: boolean;
  projects?: ProjectScope;
  kinds?: readonly RecordKind[];
  /** Rows that are looked at; all by default. */
  isWanted?: (one: Portable, row: Row) => boolean;
  onStep?: () => Promise<void> | void;
}

export interface Rewritten {
  scanned: number;
  /** Changed rows, by table. */
  counts: Record<string, number>;
}

/** Fields that name something or have a fixed form. */
const fixed =
  /(?:^id|Id|[hH]ash|[kK]ey|At|^at|^kind|^type|^status|^state|^category|^language|^provider|^upTo|^needs|^moment|^ownerKind|^length|^usedHow|^saidBy|^how|^template|^trigger|^host|^words|By)$/;

const tablesWithoutTexts = new Set(["forgotten", "phrase", "key", "tombstone", "work"]);

export async function rewriteAll(memory: Memory, change: Change, options: Rewriting): Promise<Rewritten> {
  const done: Rewritten = { scanned: 0, counts: {} };
  const note = (table: string, rows: number) => {
    if (rows > 0) done.counts[table] = (done.counts[table] ?? 0) + rows;
  };
  for (const one of portables) {
    if (tablesWithoutTexts.has(one.kind) || options.kinds?.includes(one.kind) === false) continue;
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
  if (options.kinds === undefined && (options.projects ?? everywhere).within === "everywhere")
    for (const table of plainTables) {
      const { scanned, changed } = await sweep(memory.db, table, changedValue(change), options.dryRun);
      done.scanned += scanned;
      note(table.table, changed);
      await options.onStep?.();
    }
  return done;
}

const plainTables: readonly TextTable[] = [
  ...episodicTexts,
  ...semanticTexts,
  ...workingTexts,
  ...storeTexts,
];

async function rewriteRows(
  db: Db,
  one: Portable,
  rows: readonly Row[],
  change: Change,
  dryRun: boolean,
): Promise<number> {
  const before = await dataOf(db, one, rows);
  let changed = 0;
  for (const [i, row] of rows.entries()) {
    const data = before[i] ?? {};
    const after = rewritten(data, change);
    if (comparable(after) === comparable(data)) continue;
    changed++;
    if (!dryRun) await db.transaction().execute((tx) => updateRow(tx, one, row, after));
  }
  return changed;
}

function rewritten(data: Data, change: Change): Data {
  const value = changedValue(change);
  return Object.fromEntries(
    Object.entries(data).map(([field, inner]) => [field, fixed.test(field) ? inner : value(inner)]),
  );
}

/** Inside of JSON, names of fields say nothing about their values. */
export function changedValue(change: Change): (value: unknown) => unknown {
  const each = (value: unknown): unknown => {
    if (typeof value === "string") return change.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (change.deep) return change.deep(value);
    if (Array.isArray(value)) return value.map(each);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, each(inner)]));
  };
  return each;
}

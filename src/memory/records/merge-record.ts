// Merges one record into the store. What names something unknown is an orphan; what could do without it is written, and
// written again when the rest has come.

import { comparable, type ExportRecord, type RecordKind } from "../../protocol/export.ts";
import { type ForgottenWords, isForgottenRecord } from "../../rooms/forgotten/room.ts";
import {
  camel,
  type Data,
  idOf,
  laterOf,
  loose,
  type Portable,
  type Row,
  rowOf,
  timeOf,
} from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import { addAlias, bury } from "../../store/tombstones.ts";
import { textsIn } from "../json-texts.ts";
import { removeOnlySession } from "../remove-session.ts";
import { portableOf } from "./kinds.ts";
import { type Names, withNames, withProjects } from "./names.ts";
import { recordsOf } from "./read-records.ts";

export type MergeOutcome = "added" | "changed" | "same" | "forgotten" | "orphan";

export interface MergeResult {
  written: MergeOutcome;
  /** False if it names something that is not there yet. */
  isWhole: boolean;
}

const orphan: MergeResult = { written: "orphan", isWhole: false };
const whole = (written: MergeOutcome): MergeResult => ({ written, isWhole: true });

/** What a merge knows of the store. */
export interface Merging {
  names: Names;
  /** The time of each, by kind and id. */
  tombstones: Map<string, string>;
  forgotten: ForgottenWords;
}

export async function mergeRecord(
  tx: Db,
  record: ExportRecord,
  { names, tombstones, forgotten }: Merging,
): Promise<MergeResult> {
  if (record.kind === "tombstone") {
    const tombstone = record as ExportRecord<"tombstone">;
    // Its id may name what was forgotten; the record that it would keep out is refused by its words.
    if (forgotten.holds(decoded(tombstone.data.id), record.at)) return whole("forgotten");
    return whole(await mergeTombstone(tx, tombstone, names, tombstones));
  }
  const one = portableOf(record.kind);
  const buried = tombstones.get(`${record.kind} ${record.id}`);
  if (buried !== undefined && (!one.returns || record.at <= buried)) return whole("forgotten");
  if (await isForgottenRecord(tx, record)) return whole("forgotten");
  if (textsIn([record.id, record.data]).some((text) => forgotten.holds(text, record.at)))
    return whole("forgotten");
  if (record.kind === "project" && knowsProject(record as ExportRecord<"project">, names))
    return whole("same");
  const projectId = record.project === null ? null : (names.ids.get(record.project) ?? null);
  if (record.project !== null && projectId === null && record.kind !== "project") return orphan;

  const id = names.local(record.id);
  const data = withProjects(one, withNames(one, record.data as Data, names.local), names.ids);
  const found = await find(tx, one, id, data, projectId);
  const known = await withKnownRefs(tx, one, found ? idOf(one, found) : id, data);
  if (known === null || (await one.isReady?.(tx, known.data)) === false) return orphan;
  if (found === null) {
    await insert(tx, one, record.id, known.data, projectId, names);
    return { written: "added", isWhole: known.isWhole };
  }
  if (one.natural && idOf(one, found) !== id) {
    await addAlias(tx, record.id, idOf(one, found));
    names.addAlias(record.id, idOf(one, found));
  }
  const written = await change(tx, one, found, { ...record, data: known.data } as ExportRecord, names);
  return { written, isWhole: known.isWhole };
}

/** By its key, or by its folder's former key: what was a folder may have got a remote since. */
function knowsProject({ id, data }: ExportRecord<"project">, names: Names): boolean {
  if (names.ids.has(id)) return true;
  if (!names.keys.has(data.localId)) return false;
  names.ids.set(id, data.localId);
  return true;
}

async function find(
  tx: Db,
  one: Portable,
  id: string,
  data: Data,
  projectId: string | null,
): Promise<Row | null> {
  const value = (column: string) => (column === "project_id" ? projectId : data[camel(column)]);
  const by = async (columns: readonly string[], values: readonly unknown[]) => {
    if (values.some((each) => each === null || each === undefined)) return undefined;
    let query = loose(tx).selectFrom(one.table).selectAll();
    for (const [i, column] of columns.entries()) query = query.where(column, "=", values[i]);
    return query.executeTakeFirst();
  };
  const own = await by(one.key, one.key.length === 1 ? [id] : one.key.map(value));
  return own ?? (one.natural && (await by(one.natural, one.natural.map(value)))) ?? null;
}

/** Null if something that it needs is not there; what it can do without becomes null. */
async function withKnownRefs(
  tx: Db,
  one: Portable,
  id: string,
  data: Data,
): Promise<{ data: Data; isWhole: boolean } | null> {
  const known = { ...data };
  let isWhole = true;
  const refs: NonNullable<Portable["refs"]> = {
    ...one.refs,
    ...(one.later ? { [one.later]: { kind: one.kind, is: "kept" as const } } : {}),
    ...("upTo" in data ? { up_to: { kind: "observation" as const, is: "kept" as const } } : {}),
  };
  for (const [column, { kind, is }] of Object.entries(refs)) {
    const field = camel(column);
    const named = one.key.length === 1 && one.key[0] === column ? id : known[field];
    if (is === "loose" || typeof named !== "string" || (await exists(tx, portableOf(kind), named))) continue;
    if (is === "needed") return null;
    known[field] = null;
    isWhole = false;
  }
  return { data: known, isWhole };
}

async function exists(tx: Db, { table, key }: Portable, id: string): Promise<boolean> {
  const [column = "id"] = key;
  const row = await loose(tx).selectFrom(table).select(column).where(column, "=", id).executeTakeFirst();
  return row !== undefined;
}

async function insert(
  tx: Db,
  one: Portable,
  id: string,
  data: Data,
  projectId: string | null,
  names: Names,
): Promise<void> {
  const columns = await columnsOf(tx, one);
  const row = {
    ...rowOf(one, id, data, columns),
    ...(columns.includes("project_id") ? { project_id: projectId } : {}),
    ...(await one.columns?.(tx, data, null)),
  };
  const stored = await loose(tx).insertInto(one.table).values(row).returningAll().executeTakeFirstOrThrow();
  if (one.kind === "project") {
    names.keys.set(String(stored.id), id);
    names.ids.set(id, String(stored.id));
  }
  await one.written?.(tx, stored, data);
}

async function change(
  tx: Db,
  one: Portable,
  found: Row,
  incoming: ExportRecord,
  names: Names,
): Promise<"changed" | "same"> {
  const [stored] = await recordsOf(tx, one, [found], names);
  if (!stored) return "same";
  const data = withProjects(one, withNames(one, incoming.data as Data, names.shared), names.keys);
  const shared = { ...incoming, data } as ExportRecord;
  const merged = one.merge
    ? one.merge(stored.data as Data, shared.data as Data)
    : (laterOf(stored, shared).data as Data);
  if (comparable(merged) === comparable(stored.data)) return "same";
  await updateRow(tx, one, found, withProjects(one, withNames(one, merged, names.local), names.ids));
  return "changed";
}

/** Writes the data of a row that exists, with local ids. */
export async function updateRow(tx: Db, one: Portable, found: Row, local: Data): Promise<void> {
  const { [one.key[0] ?? ""]: _, ...row } = rowOf(one, idOf(one, found), local, await columnsOf(tx, one));
  let query = loose(tx)
    .updateTable(one.table)
    .set({ ...row, ...(await one.columns?.(tx, local, found)) })
    .returningAll();
  for (const column of one.key) query = query.where(column, "=", found[column]);
  const updated = await query.executeTakeFirstOrThrow();
  await one.written?.(tx, updated, local);
}

const columnsKept = new WeakMap<Portable, string[]>();

/** The columns of a table do not change while the program runs. */
async function columnsOf(tx: Db, one: Portable): Promise<string[]> {
  const known = columnsKept.get(one);
  if (known) return known;
  const tables = await tx.introspection.getTables();
  const columns = tables.find(({ name }) => name === one.table)?.columns.map(({ name }) => name) ?? [];
  columnsKept.set(one, columns);
  return columns;
}

async function mergeTombstone(
  tx: Db,
  { data: { kind, id }, at, project }: ExportRecord<"tombstone">,
  names: Names,
  tombstones: Map<string, string>,
): Promise<MergeOutcome> {
  const before = tombstones.get(`${kind} ${id}`);
  if (before !== undefined && before >= at) return "same";
  const projectId = project === null ? null : (names.ids.get(project) ?? null);
  await bury(tx, { kind: kind as RecordKind, id, projectId }, at);
  tombstones.set(`${kind} ${id}`, at);
  const one = portableOf(kind as RecordKind);
  const row = await find(tx, one, names.local(id), keyFields(one, id, names), null);
  if (row && !(one.returns && timeOf(one, row) > at)) await removeRow(tx, one, row);
  return before === undefined ? "added" : "changed";
}

function keyFields({ key }: Portable, id: string, names: Names): Data {
  if (key.length === 1) return {};
  const parts = id.split(" ").map(decoded);
  return Object.fromEntries(key.map((column, i) => [camel(column), names.local(parts[i] ?? "")]));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function removeRow(tx: Db, one: Portable, row: Row): Promise<void> {
  if (one.kind === "session") return void (await removeOnlySession(tx, String(row.id)));
  if (one.remove) return one.remove(tx, row);
  let query = loose(tx).deleteFrom(one.table);
  for (const column of one.key) query = query.where(column, "=", row[column]);
  await query.execute();
}

// Merges one record into the store. What names something unknown is an orphan; what could do without it is written, and
// written again when the rest has come. A file adds and completes: what is here stays as it is, unless the user calls the
// file an own export.

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
import { fromFile, isShared, type Writer, writerOf } from "../../store/writer.ts";
import { textsIn } from "../json-texts.ts";
import { removeOnlySession } from "../remove-session.ts";
import { type Incoming, isFuture, isStranger, type Sender } from "./admit-record.ts";
import { portableOf } from "./kinds.ts";
import { type Names, withNames, withProjects } from "./names.ts";
import { recordsOf } from "./read-records.ts";

/** Kept: what is here differs, and stays. */
export type MergeOutcome = "added" | "changed" | "same" | "kept" | "forgotten" | "orphan";

export interface MergeResult {
  written: MergeOutcome;
  /** False if it names something that is not there yet. */
  isWhole: boolean;
  /** The file says that the user confirmed it; that is not taken over. */
  isUnconfirmed?: boolean;
  /** What a tombstone has deleted. */
  removed?: { one: Portable; row: Row };
}

const orphan: MergeResult = { written: "orphan", isWhole: false };
const whole = (written: MergeOutcome): MergeResult => ({ written, isWhole: true });

/** What a merge knows of the store. */
export interface Merging {
  names: Names;
  /** The time of each, by kind and id. */
  tombstones: Map<string, string>;
  forgotten: ForgottenWords;
  sender: Sender;
  now: number;
  /** Tasks, functions and nodes that this import has added, or that are here as it has them. */
  taken: Set<string>;
}

/** What a record is part of, or says something of. */
export const parentFields: Partial<Record<RecordKind, { kind: RecordKind; fields: readonly string[] }>> = {
  entry: { kind: "task", fields: ["taskId"] },
  version: { kind: "function", fields: ["functionId"] },
  test: { kind: "function", fields: ["functionId"] },
  evidence: { kind: "node", fields: ["nodeId"] },
  tag: { kind: "node", fields: ["nodeId"] },
  anchor: { kind: "node", fields: ["nodeId"] },
  edge: { kind: "node", fields: ["fromId", "toId"] },
};

/**
 * A file may name a task, a function or a node of the user's: it can bring its own entries, versions, evidence and edges,
 * but add none to what is here. It waits until the file's own version of the thing is known to be the one here.
 */
function isOfAnother({ kind, data }: ExportRecord, { sender, taken }: Merging): boolean {
  const parent = parentFields[kind];
  return (
    isStranger(sender) &&
    (parent?.fields.some((field) => !taken.has(`${parent.kind} ${(data as Data)[field]}`)) ?? false)
  );
}

export async function mergeRecord(tx: Db, incoming: Incoming, merging: Merging): Promise<MergeResult> {
  const result = await merge(tx, incoming, merging);
  const { kind, id } = incoming.record;
  if (result.written === "added" || result.written === "same") merging.taken.add(`${kind} ${id}`);
  return result;
}

async function merge(tx: Db, incoming: Incoming, merging: Merging): Promise<MergeResult> {
  const { record } = incoming;
  const { names, tombstones, forgotten, sender } = merging;
  if (record.kind === "tombstone") {
    const tombstone = record as ExportRecord<"tombstone">;
    // Its id may name what was forgotten; the record that it would keep out is refused by its words.
    if (forgotten.holds(decoded(tombstone.data.id), record.at)) return whole("forgotten");
    return mergeTombstone(tx, tombstone, names, tombstones);
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

  if (isOfAnother(record, merging)) return orphan;
  const id = names.local(record.id);
  const data = withProjects(one, withNames(one, record.data as Data, names.local), names.ids);
  const found = await find(tx, one, id, data, projectId);
  const known = await withKnownRefs(tx, one, found ? idOf(one, found) : id, data);
  if (known === null || (await one.isReady?.(tx, known.data)) === false) return orphan;
  if (found === null) {
    const taken = isStranger(sender)
      ? unconfirmed(record.kind, known.data, writerOf(tx), sender)
      : known.data;
    const isUnconfirmed = taken !== known.data;
    if (taken === null) return { ...whole("kept"), isUnconfirmed };
    await insert(tx, one, record.id, taken, projectId, names);
    return { written: "added", isWhole: known.isWhole, isUnconfirmed };
  }
  if (one.natural && idOf(one, found) !== id) {
    await addAlias(tx, record.id, idOf(one, found));
    names.addAlias(record.id, idOf(one, found));
  }
  const its = { ...incoming, record: { ...record, data: known.data } as ExportRecord };
  return { written: await change(tx, one, found, its, merging), isWhole: known.isWhole };
}

/** As other tools' knowledge comes in. */
const maxConfidence = 0.5;

/** What a stranger's file says without what it says of the user's own verdicts; null if nothing else is left. */
function unconfirmed(kind: RecordKind, given: Data, me: Writer, sender: Sender): Data | null {
  if (kind === "tag") return String(given.tag).startsWith("tier:") ? null : given;
  const data = withStranger(given, me, sender);
  // The open task that changed last is what agents are told to work on.
  if (kind === "task")
    return data.state === "open" ? { ...data, state: "closed", closedAt: data.updatedAt } : data;
  if (kind !== "node") return data;
  const { isManual, confidence, saidBy, timesSeen, timesShown, timesUsed } = data;
  const isPlain =
    isManual === false &&
    Number(confidence) <= maxConfidence &&
    saidBy !== "user" &&
    [timesSeen, timesShown, timesUsed].every((times) => Number(times) <= 1);
  if (isPlain) return data;
  return {
    ...{ ...data, isManual: false, saidBy: saidBy === "user" ? null : saidBy },
    ...{ confidence: Math.min(Number(confidence), maxConfidence), timesSeen: Math.min(Number(timesSeen), 1) },
    ...{ timesShown: 0, timesUsed: 0, shownWhenLowered: 0 },
  };
}

/** A file cannot make something the reader's own, share it for them, or pose as what a team has shared. */
function withStranger(data: Data, me: Writer, sender: Sender): Data {
  const isMine = me.machine !== null && data.machine === me.machine;
  const isPosing = isShared(String(data.machine)) && data.machine !== sender;
  const isOpen = data.scope !== undefined && data.scope !== "private" && data.machine !== sender;
  if (!isMine && !isPosing && !isOpen) return data;
  return {
    ...data,
    ...((isMine || isPosing) && { machine: fromFile }),
    ...(isOpen && { scope: "private" }),
  };
}

/** By its key, or by its folder's former key: what was a folder may have got a remote since. */
function knowsProject({ id, data }: ExportRecord<"project">, names: Names): boolean {
  if (names.ids.has(id)) return true;
  if (!names.keys.has(data.localId)) return false;
  names.ids.set(id, data.localId);
  return true;
}

export async function find(
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
    ...(await one.columns?.(tx, data, null, projectId)),
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
  incoming: Incoming,
  { names, sender, now }: Merging,
): Promise<"changed" | "same" | "kept"> {
  const [stored] = await recordsOf(tx, one, [found], names);
  if (!stored) return "same";
  const data = withProjects(one, withNames(one, incoming.record.data as Data, names.shared), names.keys);
  const before = comparable(stored.data);
  if (comparable(data) === before) return "same";
  if (isStranger(sender) && comparable(unconfirmed(one.kind, data, writerOf(tx), sender)) === before)
    return "same";
  const merged = mergedData(
    one,
    stored,
    { ...incoming, record: { ...incoming.record, data } as ExportRecord },
    now,
  );
  if (comparable(merged) === before) return incoming.isFuture || isStranger(sender) ? "kept" : "same";
  if (isStranger(sender) && !completes(one, stored.data as Data, merged)) return "kept";
  await updateRow(tx, one, found, withProjects(one, withNames(one, merged, names.local), names.ids));
  return "changed";
}

/** What is dated in the future is older than everything else: a clock was wrong, or somebody wants to win. */
function mergedData(
  one: Portable,
  stored: ExportRecord,
  { record, isFuture: isAhead }: Incoming,
  now: number,
): Data {
  const [before, after] = [stored.data as Data, record.data as Data];
  if (isAhead) return before;
  if (isFuture(stored.at, now)) return after;
  return one.merge ? one.merge(before, after) : (laterOf(stored, record).data as Data);
}

/** Whether a change only names what was missing when the row was written. */
function completes(one: Portable, before: Data, after: Data): boolean {
  const names = [...Object.keys(one.refs ?? {}).map(camel), ...(one.later ? [camel(one.later)] : []), "upTo"];
  const same = (field: string) => comparable(before[field]) === comparable(after[field]);
  return Object.keys(after).every(
    (field) => same(field) || (before[field] === null && names.includes(field)),
  );
}

/** Writes the data of a row that exists, with local ids. */
export async function updateRow(tx: Db, one: Portable, found: Row, local: Data): Promise<void> {
  const { [one.key[0] ?? ""]: _, ...row } = rowOf(one, idOf(one, found), local, await columnsOf(tx, one));
  let query = loose(tx)
    .updateTable(one.table)
    .set({ ...row, ...(await one.columns?.(tx, local, found, null)) })
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
): Promise<MergeResult> {
  const before = tombstones.get(`${kind} ${id}`);
  if (before !== undefined && before >= at) return whole("same");
  const projectId = project === null ? null : (names.ids.get(project) ?? null);
  await bury(tx, { kind: kind as RecordKind, id, projectId }, at);
  tombstones.set(`${kind} ${id}`, at);
  const removed = await buriedRow(tx, kind as RecordKind, id, at, names);
  if (removed) await removeRow(tx, removed.one, removed.row);
  return { ...whole(before === undefined ? "added" : "changed"), ...(removed ? { removed } : {}) };
}

/** The row that a tombstone deletes; null if there is none, or it was made again since. */
export async function buriedRow(
  tx: Db,
  kind: RecordKind,
  id: string,
  at: string,
  names: Names,
): Promise<{ one: Portable; row: Row } | null> {
  const one = portableOf(kind);
  const row = await find(tx, one, names.local(id), keyFields(one, id, names), null);
  return row && !(one.returns && timeOf(one, row) > at) ? { one, row } : null;
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

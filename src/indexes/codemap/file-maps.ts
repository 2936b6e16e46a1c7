// Writes the map of a file into the store and returns what changed against the snapshot before. For the journey that
// maps files. A file that no longer parses keeps its last good map.

import {
  compareSymbols,
  type EarlierSymbol,
  type FileMap,
  type SymbolWithBefore,
} from "../../../libs/callgraph/without-parser.ts";
import type { CodeFileRow, Db, SymbolRow } from "../../store/schema.ts";
import { contradictCalls } from "./call-store.ts";
import { findFile } from "./files.ts";
import { changesOf, claimChanges, noteChanges, type SymbolChange } from "./symbol-changes.ts";
import { changedRows, deleteSymbols, type Earlier, putSymbols, rowsOf, symbolsIn } from "./symbol-rows.ts";

export interface Snapshot {
  projectId: string;
  map: FileMap;
  at: string;
  /** Who changed the file, if that is known. */
  by: { observationId: string; sessionId: string } | null;
  /** True if a file that was not there before is new; false if it is only seen for the first time. */
  isNewFile: boolean;
}

export interface MapUpdate {
  /** same: the content was mapped before. broken: it does not parse, and the last good map stays. */
  status: "same" | "mapped" | "broken" | "skipped";
  changes: SymbolChange[];
}

/** A file that is still broken after this time is mapped as far as it parses: its grammar may lack something. */
const patienceMs = 3_600_000;

export async function putFileMap(tx: Db, snapshot: Snapshot): Promise<MapUpdate> {
  const { projectId, map, at } = snapshot;
  const file = await findFile(tx, projectId, map.path);
  if (file?.content_hash === map.contentHash && !isOverdue(file, at)) return { status: "same", changes: [] };
  const before = file ? await symbolsIn(tx, file.id) : [];
  const { symbols, deleted } = compareSymbols(before, map.symbols);
  const isBroken = map.state === "broken" || (map.hasError && loses(symbols, deleted));
  if (file && isBroken && hasGoodMap(file) && !isOverdue(file, at)) {
    const since = file.broken_since ?? at;
    const { contentHash: content_hash } = map;
    const problem = map.problem ?? "does not parse";
    await tx
      .updateTable("code_files")
      .set({ state: "broken", problem, content_hash, broken_since: since, mapped_at: at })
      .where("id", "=", file.id)
      .execute();
    return { status: "broken", changes: [] };
  }
  const fileId = await putFile(tx, file, snapshot);
  const isBaseline = file === null && !snapshot.isNewFile;
  const changes = isBaseline ? [] : changesOf(map.path, symbols, deleted, before);
  const rows = rowsOf(snapshot, fileId, symbols, isBaseline);
  await putSymbols(tx, changedRows(rows, before));
  await contradictCalls(tx, map.path, endedNames(symbols, deleted, before));
  await deleteSymbols(
    tx,
    deleted.map(({ id }) => id),
  );
  const ids = new Map(rows.map(({ id, qualified }) => [qualified, id]));
  const noted = await noteChanges(tx, snapshot, changes, ids);
  const status = map.state === "skipped" ? "skipped" : "mapped";
  return { status, changes: noted };
}

/**
 * Notes what an edit changed when the map already has a later text of the file: the two texts of the edit are compared,
 * and the map stays.
 */
export async function noteEdit(
  tx: Db,
  snapshot: Omit<Snapshot, "map" | "isNewFile">,
  before: FileMap,
  after: FileMap,
): Promise<SymbolChange[]> {
  const earlier = before.symbols.map((symbol) => ({ ...symbol, id: symbol.qualified, changed_at: null }));
  const { symbols, deleted } = compareSymbols(earlier, after.symbols);
  const changes = changesOf(after.path, symbols, deleted, earlier);
  const file = await findFile(tx, snapshot.projectId, after.path);
  const current = file ? await symbolsIn(tx, file.id) : [];
  const ids = new Map(current.map(({ id, qualified }) => [qualified, id]));
  for (const { qualified, change } of changes) {
    const id = ids.get(qualified);
    if (id !== undefined && change !== "deleted")
      await tx.updateTable("symbols").set({ change, changed_at: snapshot.at }).where("id", "=", id).execute();
  }
  const open = await claimChanges(tx, snapshot, changes);
  const noted = await noteChanges(tx, { ...snapshot, map: after, isNewFile: false }, open, ids);
  return [...noted, ...changes.filter((change) => !open.includes(change))];
}

/** The file is gone, and its symbols with it. */
export async function removeFile(
  tx: Db,
  snapshot: Omit<Snapshot, "map" | "isNewFile"> & { path: string },
): Promise<SymbolChange[]> {
  const file = await findFile(tx, snapshot.projectId, snapshot.path);
  if (!file) return [];
  const before = await symbolsIn(tx, file.id);
  const changes = changesOf(snapshot.path, [], before, before);
  const map = { path: snapshot.path } as FileMap;
  const noted = await noteChanges(tx, { ...snapshot, map, isNewFile: false }, changes, new Map());
  await contradictCalls(tx, snapshot.path, before);
  await tx.deleteFrom("code_files").where("id", "=", file.id).execute();
  return noted;
}

/** A definition that is half typed, `def total(self, rate=0:`, may disappear into an expression. */
function loses(symbols: readonly SymbolWithBefore[], deleted: readonly EarlierSymbol[]): boolean {
  return deleted.length > 0 || symbols.some(({ change }) => change === "renamed");
}

function hasGoodMap(file: CodeFileRow): boolean {
  return file.state === "mapped" || file.broken_since !== null;
}

export function isOverdue(file: Pick<CodeFileRow, "broken_since">, at: string): boolean {
  return file.broken_since !== null && Date.parse(at) - Date.parse(file.broken_since) > patienceMs;
}

async function putFile(tx: Db, file: CodeFileRow | null, { projectId, map, at }: Snapshot): Promise<number> {
  const columns = {
    language: map.language,
    content_hash: map.contentHash,
    lines: map.lines,
    state: map.state === "broken" ? ("partly" as const) : map.state,
    problem: map.problem,
    broken_since: null,
    mapped_at: at,
  };
  if (file) {
    await tx.updateTable("code_files").set(columns).where("id", "=", file.id).execute();
    return file.id;
  }
  const { id } = await tx
    .insertInto("code_files")
    .values({ project_id: projectId, path: map.path, calls_hash: null, ...columns })
    .onConflict((conflict) => conflict.columns(["project_id", "path"]).doUpdateSet(columns))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Symbols that are no longer there under the name by which they were called. */
function endedNames(
  symbols: readonly SymbolWithBefore[],
  deleted: readonly EarlierSymbol[],
  before: readonly Earlier[],
): Pick<SymbolRow, "id" | "name" | "qualified">[] {
  const ids = new Set(deleted.map(({ id }) => id));
  for (const { change, before: earlier } of symbols) if (change === "renamed" && earlier) ids.add(earlier.id);
  return before.filter(({ id }) => ids.has(id));
}

// Writes the map of a file into the store and returns what changed against the snapshot before. For the journey that
// maps files. A file that no longer parses keeps its last good map.

import {
  type Compared,
  compareSymbols,
  type EarlierSymbol,
  type FileMap,
  type MappedSymbol,
  provingWeight,
  type SymbolChangeKind,
  type SymbolKind,
} from "../../../libs/callgraph/without-parser.ts";
import { termsOf } from "../../../libs/language/terms.ts";
import { newId } from "../../protocol/new-id.ts";
import type { CodeFileRow, Db, SymbolRow } from "../../store/schema.ts";
import { contradictCalls } from "./call-store.ts";

export interface Snapshot {
  projectId: string;
  map: FileMap;
  at: string;
  /** Who changed the file, if that is known. */
  by: { observationId: string; sessionId: string } | null;
  /** True if a file that was not there before is new; false if it is only seen for the first time. */
  isNewFile: boolean;
}

export interface SymbolChange {
  path: string;
  qualified: string;
  name: string;
  kind: SymbolKind;
  change: Exclude<SymbolChangeKind, "unchanged">;
  /** `path#qualified` before it was renamed or moved. */
  was: string | null;
}

export interface Written {
  /** same: the content was mapped before. broken: it does not parse, and the last good map stays. */
  status: "same" | "mapped" | "broken" | "skipped";
  changes: SymbolChange[];
}

/** A file that is still broken after this time is mapped as far as it parses: its grammar may lack something. */
const patienceMs = 3_600_000;

export async function putFileMap(tx: Db, snapshot: Snapshot): Promise<Written> {
  const { projectId, map, at } = snapshot;
  const file = await findFile(tx, projectId, map.path);
  if (file?.content_hash === map.contentHash && !isOverdue(file, at)) return { status: "same", changes: [] };
  if (file && map.state === "broken" && hasGoodMap(file) && !isOverdue(file, at)) {
    const since = file.broken_since ?? at;
    const { problem, contentHash: content_hash } = map;
    await tx
      .updateTable("code_files")
      .set({ state: "broken", problem, content_hash, broken_since: since, mapped_at: at })
      .where("id", "=", file.id)
      .execute();
    return { status: "broken", changes: [] };
  }
  const fileId = await putFile(tx, file, snapshot);
  const before = file ? await symbolsIn(tx, fileId) : [];
  const { symbols, deleted } = compareSymbols(before, map.symbols);
  const isBaseline = file === null && !snapshot.isNewFile;
  const changes = isBaseline ? [] : changesOf(map.path, symbols, deleted, before);
  const rows = rowsOf(snapshot, fileId, symbols, isBaseline);
  await putSymbols(tx, changedRows(rows, before));
  await contradictCalls(tx, endedNames(symbols, deleted, before));
  await deleteSymbols(
    tx,
    deleted.map(({ id }) => id),
  );
  const ids = new Map(rows.map(({ id, qualified }) => [qualified, id]));
  const noted = await noteChanges(tx, snapshot, changes, ids);
  const status = map.state === "mapped" ? "mapped" : map.state === "broken" ? "mapped" : "skipped";
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
  return noteChanges(tx, { ...snapshot, map: after, isNewFile: false }, changes, ids);
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
  await contradictCalls(tx, before);
  await tx.deleteFrom("code_files").where("id", "=", file.id).execute();
  return noted;
}

export async function findFile(db: Db, projectId: string, path: string): Promise<CodeFileRow | null> {
  const row = await db
    .selectFrom("code_files")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("path", "=", path)
    .executeTakeFirst();
  return row ?? null;
}

function hasGoodMap(file: CodeFileRow): boolean {
  return file.state === "mapped" || file.broken_since !== null;
}

function isOverdue(file: CodeFileRow, at: string): boolean {
  return file.broken_since !== null && Date.parse(at) - Date.parse(file.broken_since) > patienceMs;
}

async function putFile(tx: Db, file: CodeFileRow | null, { projectId, map, at }: Snapshot): Promise<number> {
  const columns = {
    language: map.language,
    content_hash: map.contentHash,
    lines: map.lines,
    state: map.state,
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

type Earlier = EarlierSymbol & Pick<SymbolRow, "name" | "signature" | "changed_at"> & { row?: SymbolRow };

async function symbolsIn(db: Db, fileId: number): Promise<Earlier[]> {
  const rows = await db
    .selectFrom("symbols")
    .selectAll()
    .where("file_id", "=", fileId)
    .orderBy("position")
    .execute();
  return rows.map((row) => {
    const { id, name, qualified, kind, signature, own_hash, body_hash, weight, changed_at } = row;
    const hashes = { ownHash: own_hash, bodyHash: body_hash };
    return { id, name, qualified, kind, signature, ...hashes, weight: Number(weight), changed_at, row };
  });
}

/** Most edits leave most rows as they are. */
function changedRows(rows: readonly SymbolRow[], before: readonly Earlier[]): SymbolRow[] {
  const stored = new Map(before.map(({ id, row }) => [id, row]));
  return rows.filter((row) => {
    const known = stored.get(row.id);
    return !known || replaced.some((column) => !isEqual(row[column], known[column]));
  });
}

/** PostgreSQL returns some numbers as text. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || String(one) === String(other);
}

/** Symbols that are no longer there under the name by which they were called. */
function endedNames(
  symbols: readonly Compared[],
  deleted: readonly EarlierSymbol[],
  before: readonly Earlier[],
): Pick<SymbolRow, "id" | "name">[] {
  const ids = new Set(deleted.map(({ id }) => id));
  for (const { change, before: earlier } of symbols) if (change === "renamed" && earlier) ids.add(earlier.id);
  return before.filter(({ id }) => ids.has(id));
}

function rowsOf(
  { projectId, map, at }: Snapshot,
  fileId: number,
  symbols: readonly Compared[],
  isBaseline: boolean,
): SymbolRow[] {
  const pathTerms = termsOf(map.path);
  return symbols.map(({ symbol, before, change }, position) => ({
    id: before?.id ?? newId("symbol"),
    project_id: projectId,
    file_id: fileId,
    position,
    name: symbol.name,
    qualified: symbol.qualified,
    kind: symbol.kind,
    parent: symbol.parent,
    signature: symbol.signature,
    decorators: JSON.stringify(symbol.decorators),
    documentation: symbol.documentation,
    start_line: symbol.startLine,
    end_line: symbol.endLine,
    body_hash: symbol.bodyHash,
    own_hash: symbol.ownHash,
    weight: symbol.weight,
    terms: ` ${[...new Set([...termsOf(symbol.qualified), ...termsOf(symbol.documentation), ...pathTerms])].join(" ")} `,
    is_test: Number(symbol.isTest),
    change: isBaseline ? "unchanged" : change,
    changed_at: isBaseline || change === "unchanged" ? ((before as Earlier | null)?.changed_at ?? null) : at,
  }));
}

const rowsAtOnce = 100;

async function putSymbols(tx: Db, rows: readonly SymbolRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await tx
      .insertInto("symbols")
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .column("id")
          .doUpdateSet((eb) =>
            Object.fromEntries(replaced.map((column) => [column, eb.ref(`excluded.${column}`)])),
          ),
      )
      .execute();
  }
}

const replaced = [
  ...([
    "position",
    "name",
    "qualified",
    "kind",
    "parent",
    "signature",
    "decorators",
    "documentation",
  ] as const),
  ...([
    "start_line",
    "end_line",
    "body_hash",
    "own_hash",
    "weight",
    "terms",
    "is_test",
    "change",
    "changed_at",
  ] as const),
] as const;

async function deleteSymbols(tx: Db, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 500)
    await tx
      .deleteFrom("symbols")
      .where("id", "in", ids.slice(at, at + 500))
      .execute();
}

type Change = SymbolChange & { signature: string; bodyHash: string; weight: number };

function changesOf(
  path: string,
  symbols: readonly Compared[],
  deleted: readonly EarlierSymbol[],
  before: readonly Earlier[],
): Change[] {
  const known = new Map(before.map((one) => [one.id, one]));
  return [
    ...symbols.flatMap(({ symbol, before: earlier, change }): Change[] =>
      change === "unchanged"
        ? []
        : [
            {
              path,
              ...parts(symbol),
              change,
              was: change === "renamed" ? `${path}#${earlier?.qualified}` : null,
            },
          ],
    ),
    ...deleted.flatMap(({ id }): Change[] => {
      const one = known.get(id);
      return one
        ? [{ path, ...parts(one as Earlier & { kind: SymbolKind }), change: "deleted", was: null }]
        : [];
    }),
  ];
}

function parts({
  qualified,
  name,
  kind,
  signature,
  bodyHash,
  weight,
}: Pick<MappedSymbol, "qualified" | "name" | "kind" | "signature" | "bodyHash" | "weight">) {
  return { qualified, name, kind, signature, bodyHash, weight };
}

/** A symbol that one file lost and another got within this time has moved. */
const moveWindowMs = 3_600_000;

async function noteChanges(
  tx: Db,
  { projectId, map, at, by }: Snapshot,
  changes: readonly Change[],
  ids: ReadonlyMap<string, string>,
): Promise<SymbolChange[]> {
  const noted: SymbolChange[] = [];
  for (const change of changes) {
    const other = await otherHalf(tx, projectId, change, at);
    if (other && change.change === "deleted") {
      // The file with its new place was mapped first.
      const was = `${change.path}#${change.qualified}`;
      await tx
        .updateTable("symbol_changes")
        .set({ change: "moved", was })
        .where("id", "=", other.id)
        .execute();
      if (other.symbol_id)
        await tx.updateTable("symbols").set({ change: "moved" }).where("id", "=", other.symbol_id).execute();
      noted.push({ ...change, path: other.path, qualified: other.qualified, change: "moved", was });
      continue;
    }
    const moved = other ? { change: "moved" as const, was: `${other.path}#${other.qualified}` } : {};
    if (other) await tx.deleteFrom("symbol_changes").where("id", "=", other.id).execute();
    const now = { ...change, ...moved };
    const symbolId = ids.get(change.qualified) ?? null;
    if (other && symbolId)
      await tx.updateTable("symbols").set({ change: "moved" }).where("id", "=", symbolId).execute();
    await tx
      .insertInto("symbol_changes")
      .values({
        project_id: projectId,
        symbol_id: symbolId,
        path: map.path,
        qualified: now.qualified,
        kind: now.kind,
        signature: now.signature,
        change: now.change,
        was: now.was,
        body_hash: now.bodyHash,
        at,
        observation_id: by?.observationId ?? null,
        session_id: by?.sessionId ?? null,
      })
      .execute();
    noted.push(now);
  }
  return noted.map(({ path, qualified, name, kind, change, was }) => ({
    path,
    qualified,
    name,
    kind,
    change,
    was,
  }));
}

/** Of a new symbol, the deletion elsewhere; of a deleted one, the new one elsewhere. */
async function otherHalf(tx: Db, projectId: string, change: Change, at: string) {
  const wanted = change.change === "new" ? "deleted" : change.change === "deleted" ? "new" : null;
  if (wanted === null || change.weight < provingWeight) return null;
  const since = new Date(Date.parse(at) - moveWindowMs).toISOString();
  const rows = await tx
    .selectFrom("symbol_changes")
    .select(["id", "path", "qualified", "symbol_id"])
    .where("project_id", "=", projectId)
    .where("at", ">=", since)
    .where("body_hash", "=", change.bodyHash)
    .where("kind", "=", change.kind)
    .where("change", "=", wanted)
    .where("path", "!=", change.path)
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

export interface FileState {
  hash: string;
  state: CodeFileRow["state"];
  problem: string | null;
  mappedAt: string;
  symbols: number;
}

/** Of every file of a project, by path. */
export async function fileStates(db: Db, projectId: string): Promise<Map<string, FileState>> {
  const counts = await db
    .selectFrom("symbols")
    .select((eb) => ["file_id", eb.fn.countAll<number>().as("n")])
    .where("project_id", "=", projectId)
    .groupBy("file_id")
    .execute();
  const symbols = new Map(counts.map(({ file_id, n }) => [Number(file_id), Number(n)]));
  const rows = await db
    .selectFrom("code_files")
    .select(["id", "path", "content_hash", "state", "problem", "mapped_at"])
    .where("project_id", "=", projectId)
    .execute();
  return new Map(
    rows.map(({ id, path, content_hash: hash, state, problem, mapped_at: mappedAt }) => [
      path,
      { hash, state, problem, mappedAt, symbols: symbols.get(Number(id)) ?? 0 },
    ]),
  );
}

/** Notes that a project is mapped as a whole; returns whether it was before. */
export async function noteMapped(
  db: Db,
  projectId: string,
  { tree, mappedAt }: { tree: string; mappedAt: string | null },
): Promise<boolean> {
  const before = await db
    .selectFrom("code_maps")
    .select("mapped_at")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const now = mappedAt === null ? { tree } : { tree, mapped_at: mappedAt };
  await db
    .insertInto("code_maps")
    .values({ project_id: projectId, tree, mapped_at: mappedAt, calls_at: null })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(now))
    .execute();
  return before?.mapped_at != null;
}

/** Whether anything of a project is mapped. */
export async function hasMap(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom("code_files")
    .select("id")
    .where("project_id", "=", projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the calls of the whole project were resolved once. */
export async function areCallsResolved(db: Db, projectId: string): Promise<boolean> {
  const map = await db
    .selectFrom("code_maps")
    .select("calls_at")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return map?.calls_at != null;
}

/** The files of a project whose calls can be resolved. */
export async function filesToResolve(db: Db, projectId: string): Promise<{ id: number; path: string }[]> {
  const rows = await resolvable(db, projectId).select(["id", "path"]).orderBy("path").execute();
  return rows.map(({ id, path }) => ({ id: Number(id), path }));
}

export async function countToResolve(db: Db, projectId: string): Promise<number> {
  const { n } = await resolvable(db, projectId)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function resolvable(db: Db, projectId: string) {
  return db
    .selectFrom("code_files")
    .where("project_id", "=", projectId)
    .where("state", "!=", "skipped")
    .where("language", "is not", null);
}

// import from another tool: opens its store, reads all of it once to check it, and then takes it in step by step. A
// store that cannot be read to its end changes nothing; an import that is interrupted continues with the next run.

import { dirname } from "node:path";
import { fromUser } from "../../../config/paths.ts";
import { storeImportedNode } from "../../../memory/imported-node.ts";
import { supersede } from "../../../memory/knowledge/remember.ts";
import type { Memory } from "../../../memory/memory.ts";
import { cleanerOfAllProjects } from "../../../memory/without-secrets.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import { linkNodes, nodesOf } from "../../../rooms/knowledge/room.ts";
import { type Cleaner, cleanerFor } from "../../../secrets/cleaner.ts";
import { writingMuch } from "../../../store/open.ts";
import type { Db } from "../../../store/schema.ts";
import { countIn, type ImportProgress, noProgress, type OnProgress } from "../progress.ts";
import type { ImportRequest } from "../sources.ts";
import type {
  ForeignEdge,
  ForeignNode,
  ForeignProject,
  ForeignRecord,
  ForeignSession,
  ForeignStore,
} from "./foreign-store.ts";
import { projectIdOf, storeSession } from "./store-session.ts";
import type { ImportCounts, ToolImport } from "./tool-import.ts";

export interface Tool {
  name: string;
  open(path: string, project: ForeignProject): Promise<ForeignStore>;
}

export async function importTool(
  memory: Memory,
  tool: Tool,
  request: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const started = performance.now();
  const path = fromUser(request.path);
  const into = request.into === undefined ? undefined : fromUser(request.into);
  const store = await tool.open(path, { folder: into ?? null, name: null });
  try {
    const progress: ImportProgress = { ...noProgress(), files: store.files, bytes: store.bytes };
    await onProgress(progress);
    const total = await checkAll(store, request, () => onProgress(progress), progress);
    const clean = await cleanerOfAllProjects(memory.db, [
      path,
      dirname(path),
      ...(into === undefined ? [] : [into]),
    ]);
    const importing = { tool: tool.name, place: clean.path(path), at: new Date().toISOString(), into };
    const run = { memory, importing, clean, request, progress, onProgress, total, done: 0 };
    await writingMuch(memory.store, () => storeAll(run, store));
    store.check();
    progress.filesDone = store.files;
    progress.bytesDone = store.bytes;
    if (!request.dryRun)
      memory.events.record({
        type: "import.done",
        data: { source: tool.name, folder: importing.place, ...progress },
        durationMs: performance.now() - started,
      });
    await onProgress(progress);
    return progress;
  } finally {
    store.close();
  }
}

const recordsBetweenSteps = 500;

/** Counts what is there, and throws if any of it cannot be read. */
async function checkAll(
  store: ForeignStore,
  request: ImportRequest,
  goOn: () => Promise<void> | void,
  { counts, unknown }: ImportProgress,
): Promise<number> {
  let total = 0;
  for (const found of store.read()) {
    if (++total % recordsBetweenSteps === 0) await goOn();
    if (found.is === "unknown") countIn(unknown, found.name);
    else if (isWanted(found, request)) {
      countIn(counts, found.is);
      if (found.is === "session") countIn(counts, "observation", found.steps.length);
    }
  }
  store.check();
  return total;
}

function isWanted(found: ForeignRecord, { since }: ImportRequest): boolean {
  if (since === undefined) return true;
  if (found.is === "session")
    return [found.startedAt, ...found.steps.map(({ at }) => at)].some((at) => at >= since);
  return found.is !== "node" || found.at === null || found.at >= since;
}

interface Run {
  memory: Memory;
  importing: ToolImport;
  clean: Cleaner;
  request: ImportRequest;
  progress: ImportProgress;
  onProgress: OnProgress;
  total: number;
  done: number;
}

const nodesAtOnce = 200;

async function storeAll(run: Run, store: ForeignStore): Promise<void> {
  const ids = new Map<string, string>();
  const edges: ForeignEdge[] = [];
  let nodes: ForeignNode[] = [];
  const flush = async () => {
    if (nodes.length > 0) await inTransaction(run, (tx) => storeNodes(run, tx, nodes, ids));
    nodes = [];
  };
  for (const found of store.read()) {
    run.done++;
    if (!isWanted(found, run.request)) continue;
    if (found.is === "session") await inTransaction(run, (tx) => storeOneSession(run, tx, found));
    if (found.is === "edge") edges.push(found);
    if (found.is === "node" && nodes.push(found) >= nodesAtOnce) await flush();
  }
  await flush();
  if (run.request.dryRun) return;
  for (let from = 0; from < edges.length; from += nodesAtOnce)
    await inTransaction(run, (tx) => storeEdges(run, tx, edges.slice(from, from + nodesAtOnce), ids));
}

/** A dry run does the same work and takes it back, so that it counts what a real one would do. */
async function inTransaction(run: Run, work: (tx: Db) => Promise<ImportCounts>): Promise<void> {
  const takenBack = new Error("a dry run");
  let taken: ImportCounts | undefined;
  try {
    await run.memory.db.transaction().execute(async (tx) => {
      taken = await work(tx);
      if (run.request.dryRun) throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  const { progress, total, done } = run;
  progress.stored += taken?.stored ?? 0;
  progress.duplicates += (taken?.merged ?? 0) + (taken?.known ?? 0);
  if (taken?.merged) countIn(progress.counts, "merged with what was known", taken.merged);
  progress.bytesDone = Math.floor(progress.bytes * (total === 0 ? 1 : done / total));
  await run.onProgress(progress);
}

async function storeOneSession(
  { importing, clean }: Run,
  tx: Db,
  found: ForeignSession,
): Promise<ImportCounts> {
  const { folder } = found.project;
  return storeSession(tx, importing, found, folder === null ? clean : cleanerFor(folder));
}

async function storeNodes(
  { importing, clean }: Run,
  tx: Db,
  nodes: readonly ForeignNode[],
  ids: Map<string, string>,
): Promise<ImportCounts> {
  const taken: ImportCounts = { stored: 0, merged: 0, known: 0 };
  for (const { key, project, at, file, ...node } of nodes) {
    const isEverywhere = project.folder === null && project.name === null && importing.into === undefined;
    const time = at ?? importing.at;
    const projectId = isEverywhere ? null : await projectIdOf(tx, importing, project, clean, importing.at);
    const place = file === undefined ? importing.place : clean.path(file);
    const { how, id } = await storeImportedNode(
      tx,
      { ...importing, place },
      { ...node, projectId, at: time },
      clean,
    );
    taken[how]++;
    if (id !== null) ids.set(key, id);
  }
  return taken;
}

async function storeEdges(
  { importing, progress }: Run,
  tx: Db,
  edges: readonly ForeignEdge[],
  ids: ReadonlyMap<string, string>,
): Promise<ImportCounts> {
  for (const { from, to, type } of edges) {
    const [a, b] = [ids.get(from), ids.get(to)];
    if (a === undefined || b === undefined) countIn(progress.unknown, "edge to a node that is not there");
    else if (a === b) continue;
    else if (type === "SUPERSEDES") await replace(tx, b, a, importing.at);
    else await linkNodes(tx, a, b, type, importing.at);
  }
  return { stored: 0, merged: 0, known: 0 };
}

async function replace(tx: Db, old: string, by: string, at: string): Promise<void> {
  const [node] = await nodesOf(tx, [old]);
  if (!node || node.supersededBy !== null) return;
  try {
    await supersede(tx, old, by, at);
  } catch (error) {
    // A store may hold a circle; the first of its edges holds.
    if (!(error instanceof TellbackError && error.code === "conflict")) throw error;
  }
}

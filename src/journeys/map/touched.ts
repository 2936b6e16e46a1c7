// Keeps the code map current while agents work: what a tool touched is mapped in a job, and an observation that edited a
// file gets exactly the symbols that it changed.

import { join } from "node:path";
import { contentHash, isMappable } from "../../../libs/callgraph/without-parser.ts";
import { calledNames } from "../../indexes/codemap/dangling.ts";
import {
  isOverdue,
  noteEdit,
  putFileMap,
  removeFile,
  type Snapshot,
} from "../../indexes/codemap/file-maps.ts";
import { areCallsResolved, fileStates, findFile, hasMap, mapStatus } from "../../indexes/codemap/files.ts";
import type { SymbolChange } from "../../indexes/codemap/symbol-changes.ts";
import { undone } from "../../memory/capture/edited-text.ts";
import type { Touch } from "../../memory/capture/touch.ts";
import { embedWordsSoon } from "../../memory/embed-words.ts";
import type { Memory } from "../../memory/memory.ts";
import { statForeign } from "../../platform/foreign-file.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { putSymbols } from "../../rooms/observations/room.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { enqueue, enqueueAll, type NewJob } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { followSymbols } from "./follow-symbols.ts";
import { listFiles } from "./list-files.ts";
import { mapCode, readCode } from "./read-code.ts";
import { nearbyName, resolveAround } from "./resolve-around.ts";
import { maxFilesAtOnce, resolveAllSoon } from "./resolve-calls.ts";
import { recordScan } from "./scan-event.ts";

type MapFileJob = JobPayload<"map-file">;

/** A formatter or a hook of the user may change the file once more. */
const settleMs = 3_000;
/** A command may still be writing when it is reported. */
const commandDelayMs = 2_000;

/** A tool use that touched code. */
export interface CodeUse {
  touch: Touch;
  projectId: string;
  projectDir: string;
  sessionId: string;
  observationId: string;
  at: string;
}

/** Runs in the transaction that records tool uses. */
export async function mapSoon(tx: Db, uses: readonly CodeUse[]): Promise<void> {
  const commands = new Map<string, Parameters<typeof mapChangedSoon>[1]>();
  const jobs: NewJob[] = [];
  for (const { touch, projectId, projectDir, sessionId, observationId, at } of uses) {
    if (touch.by === "command") {
      const { isWhole, dir, seen } = touch;
      if (seen.length > 0)
        jobs.push({ kind: "confirm-calls", key: observationId, payload: { projectId, dir, at, seen } });
      commands.set(`${projectId}:${isWhole}`, { projectId, dir: projectDir, isWhole });
      continue;
    }
    const by = touch.isEdit ? { observationId, sessionId } : null;
    for (const file of touch.files) {
      const key = touch.isEdit ? `${observationId}:${file.file}` : `${projectId}:${file.file}`;
      jobs.push({ kind: "map-file", key, payload: { projectId, dir: touch.dir, at, by, ...file } });
    }
  }
  for (const changed of commands.values()) await mapChangedSoon(tx, changed);
  await enqueueAll(tx, jobs);
}

/** What changed without an edit by a tool: by a command, by hand, by a pull. */
export async function mapChangedSoon(
  tx: Db,
  { projectId, dir, isWhole }: { projectId: string; dir: string; isWhole: boolean },
): Promise<void> {
  if (!(await hasMap(tx, projectId))) return;
  const runAt = new Date(Date.now() + commandDelayMs);
  const payload = { projectId, dir: treeOf(dir), isWhole };
  await enqueue(tx, { kind: "map-changed", key: `${projectId}:${isWhole}`, payload, runAt });
}

/** `isOneOfMany`: the calls of all of them are resolved together, afterwards. */
export async function mapTouched(
  memory: Memory,
  job: MapFileJob,
  { isOneOfMany = false }: { isOneOfMany?: boolean } = {},
): Promise<void> {
  await mapOne(memory, job, { isOneOfMany });
  if (!isOneOfMany) await publishCalled(memory, job);
}

/** Hooks ask at an edit that mentions what is called from elsewhere. */
async function publishCalled(memory: Memory, { projectId, dir, file }: MapFileJob): Promise<void> {
  const path = cleanerFor(dir).path(file);
  // The edit that makes a half-typed definition whole may not mention the old name.
  const isBroken = (await findFile(memory.db, projectId, path))?.state === "broken";
  const names = isBroken ? ["*"] : (await calledNames(memory.db, projectId, [path])).get(path);
  memory.openings.called(projectId, path, names ?? []);
}

async function mapOne(
  memory: Memory,
  job: MapFileJob,
  { isOneOfMany }: { isOneOfMany: boolean },
): Promise<void> {
  const { db } = memory;
  const { projectId, dir, by } = job;
  // What is read from the disk is as new as the reading, however long the mapping then takes.
  const at = job.after === null ? new Date().toISOString() : job.at;
  const read = await readCode(dir, job.file);
  const path = cleanerFor(dir).path(job.file);
  if (read.status === "missing" && job.after === null) return removeMissing(memory, job, path);
  if (read.status === "skipped") {
    await db
      .transaction()
      .execute((tx) => putFileMap(tx, { projectId, map: read.map, at, by, isNewFile: false }));
    return;
  }
  const onDisk = read.status === "read" ? read.text : null;
  const after = job.after ?? onDisk;
  if (after === null) return;
  const before = job.before ?? (by ? undone(after, job.edits) : null);
  const mappedAt = before === null ? null : await mappedWith(memory, job, path, { before, after });
  const changes =
    mappedAt !== null && by && before !== null
      ? await noteLate(memory, { ...job, by }, path, { before, after, mappedAt })
      : await putBoth(memory, { ...job, at }, path, { before, after, isOneOfMany });
  if (by && changes !== null) {
    const symbols = changes.map(({ qualified }) => qualified);
    await db.transaction().execute((tx) => putSymbols(tx, by.observationId, symbols));
  }
  if (onDisk !== null && onDisk !== after) {
    const payload: MapFileJob = { ...job, by: null, before: null, after: null, edits: [] };
    const runAt = new Date(Date.now() + settleMs);
    await enqueue(db, { kind: "map-file", key: `${projectId}:${job.file}`, payload, runAt });
  }
}

/**
 * When the map got the text that the edit left, or a later one; null while it does not have it. The hook that reports an
 * edit has the file mapped at once, before the event is stored with a time of its own.
 */
async function mappedWith(
  { db }: Memory,
  job: MapFileJob,
  path: string,
  { before, after }: { before: string; after: string },
): Promise<string | null> {
  const known = await findFile(db, job.projectId, path);
  if (!known || known.content_hash === contentHash(before)) return null;
  const isLater = job.after !== null && Date.parse(known.mapped_at) > Date.parse(job.at);
  return isLater || known.content_hash === contentHash(after) ? known.mapped_at : null;
}

async function noteLate(
  { db, mapper }: Memory,
  { projectId, dir, at, by }: MapFileJob & Pick<Snapshot, "by">,
  path: string,
  { before, after, mappedAt }: { before: string; after: string; mappedAt: string },
): Promise<SymbolChange[] | null> {
  const clean = cleanerFor(dir);
  const maps = [
    await mapCode(mapper, clean, path, before),
    await mapCode(mapper, clean, path, after),
  ] as const;
  if (maps.some(({ hasError }) => hasError)) return null;
  const since = mappedAt < at ? mappedAt : at;
  return db.transaction().execute((tx) => noteEdit(tx, { projectId, at: since, by }, ...maps));
}

async function putBoth(
  memory: Memory,
  job: MapFileJob,
  path: string,
  { before, after, isOneOfMany }: { before: string | null; after: string; isOneOfMany: boolean },
): Promise<SymbolChange[] | null> {
  const isCreated = before === "";
  if (before !== null && !isCreated)
    await put(memory, job, path, before, { by: null, isNewFile: false, withCalls: false });
  return put(memory, job, path, after, { by: job.by, isNewFile: isCreated, withCalls: !isOneOfMany });
}

/** Null if nothing can be said about the symbols: the file does not parse, or has no grammar. */
async function put(
  memory: Memory,
  { projectId, dir, at }: MapFileJob,
  path: string,
  text: string,
  { withCalls, ...who }: Pick<Snapshot, "by" | "isNewFile"> & { withCalls: boolean },
): Promise<SymbolChange[] | null> {
  const { db, mapper } = memory;
  const known = await findFile(db, projectId, path);
  if (known?.content_hash === contentHash(text) && !isOverdue(known, at)) return [];
  const resolves = withCalls && (await areCallsResolved(db, projectId));
  const startedAt = performance.now();
  const callsFor = resolves ? nearbyName({ projectId, dir }) : undefined;
  const map = await mapCode(mapper, cleanerFor(dir), path, text, callsFor);
  const written = await db.transaction().execute((tx) => putFileMap(tx, { projectId, map, at, ...who }));
  recordScan(memory, {
    ...{ projectId, files: 1, symbols: map.symbols.length, changes: written.changes },
    durationMs: performance.now() - startedAt,
    sessionId: who.by?.sessionId,
  });
  await followSymbols(memory, projectId, written.changes, { dir, at });
  if (known === null || written.changes.some(bringsWords)) await embedWordsSoon(memory, projectId);
  if (resolves && written.status === "mapped") {
    await resolveAround(memory, { projectId, dir, path }, written.changes);
    if (written.changes.length > 0) await resolveAllSoon(memory, projectId, dir);
  }
  return written.status === "mapped" || written.status === "same" ? written.changes : null;
}

/** A changed body has the name that it had. */
function bringsWords({ change }: SymbolChange): boolean {
  return change === "new" || change === "renamed";
}

async function removeMissing(
  memory: Memory,
  { projectId, dir, at, by }: MapFileJob,
  path: string,
): Promise<void> {
  const changes = await memory.db.transaction().execute((tx) => removeFile(tx, { projectId, path, at, by }));
  await followSymbols(memory, projectId, changes, { dir, at });
}

const maxLookedAt = 2_000;

/** So many changed files are cheaper to resolve together. */
const many = 20;
const manySettleMs = 5_000;

/** Looks at the files of the map and maps those that were written since; after a checkout also those that are new. */
export async function mapChanged(
  memory: Memory,
  { projectId, dir, isWhole }: JobPayload<"map-changed">,
  goOn: () => Promise<void>,
): Promise<void> {
  const states = [...(await fileStates(memory.db, projectId))];
  const newest = states.sort(([, a], [, b]) => (a.mappedAt < b.mappedAt ? 1 : -1));
  const changed: string[] = [];
  for (const [path, { mappedAt }] of isWhole ? newest : newest.slice(0, maxLookedAt)) {
    const found = await statForeign(join(dir, path));
    if (found && found.mtimeMs <= Date.parse(mappedAt) && found.ctimeMs <= Date.parse(mappedAt)) continue;
    changed.push(path);
  }
  if (isWhole && (await mapStatus(memory.db, projectId)).mappedAt !== null) {
    const known = new Set(states.map(([path]) => path));
    const clean = cleanerFor(dir);
    for (const path of await listFiles(dir))
      if (isMappable(path) && !known.has(clean.path(path))) changed.push(path);
  }
  const isOneOfMany = changed.length > many && states.length <= maxFilesAtOnce;
  for (const file of changed) {
    const at = new Date().toISOString();
    const job = { projectId, dir, file, at, by: null, before: null, after: null, edits: [] };
    await mapTouched(memory, job, { isOneOfMany });
    await goOn();
  }
  if (isOneOfMany) await resolveAllSoon(memory, projectId, dir, manySettleMs);
}

// map: the code map of a whole project, or of a part of it. Only files whose content changed are parsed, so a second run
// is quick and an interrupted one continues. What cannot be mapped is counted by reason.

import { contentHash, type FileMap, isMappable } from "../../../libs/callgraph/without-parser.ts";
import { isOverdue, putFileMap, removeFile } from "../../indexes/codemap/file-maps.ts";
import { areCallsResolved, fileStates, noteMapped } from "../../indexes/codemap/files.ts";
import type { SymbolChange } from "../../indexes/codemap/symbol-changes.ts";
import { embedWordsSoon } from "../../memory/embed-words.ts";
import type { Memory } from "../../memory/memory.ts";
import { pathWithin } from "../../platform/foreign-file.ts";
import { withSmallHeap } from "../../platform/heap.ts";
import type { MapProgress } from "../../protocol/codemap.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { openProjectAt, treeOf } from "../../rooms/projects/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { followSymbols } from "./follow-symbols.ts";
import { listFiles, specialFiles } from "./list-files.ts";
import { mapCode, readCode } from "./read-code.ts";
import { resolveProjectCalls } from "./resolve-calls.ts";
import { recordScan } from "./scan-event.ts";

export const noProgress: MapProgress = {
  files: 0,
  done: 0,
  mapped: 0,
  unchanged: 0,
  removed: 0,
  symbols: 0,
  broken: [],
  skipped: [],
};

/** Named in the answer; the rest is counted. */
const maxNamed = 20;
const filesAtOnce = 16;

export interface MapRun {
  /** A folder or file of the project; the whole project is mapped if it is its tree. */
  folder: string;
  onStep?: (progress: MapProgress) => Promise<void> | void;
}

export function mapProject(memory: Memory, { folder, onStep = () => {} }: MapRun): Promise<MapProgress> {
  return withSmallHeap((sweep) =>
    mapFiles(memory, folder, async (progress) => {
      sweep();
      await onStep(progress);
    }),
  );
}

async function mapFiles(
  memory: Memory,
  folder: string,
  onStep: (progress: MapProgress) => Promise<void>,
): Promise<MapProgress> {
  const tree = treeOf(folder);
  const under = pathWithin(tree, folder);
  if (under === null) throw new TellbackError("invalid_input", `${folder} is outside of its project ${tree}`);
  const { db } = memory;
  const startedAt = performance.now();
  const at = new Date().toISOString();
  const projectId = await openProjectAt(db, folder, at);
  const known = await fileStates(db, projectId);
  const isKnownWhole = await noteMapped(db, projectId, { tree, mappedAt: null });
  const all = await listFiles(tree, under);
  const special = await specialFiles(tree, all, under);
  const files = [
    ...new Set([
      ...all.filter(isMappable),
      // Of a pipe in the place of .gitignore the user should hear too.
      ...special.filter((path) => isMappable(path) || /(?:^|\/)\.gitignore$/.test(path)),
    ]),
  ];
  const clean = cleanerFor(tree);
  let progress: MapProgress = { ...noProgress, files: files.length };
  const missing = new Set<string>();
  const allChanges: SymbolChange[] = [];
  const skipped = new Map<string, { files: number; names: string[] }>();

  const note = (path: string, reason: string) => {
    const entry = skipped.get(reason) ?? { files: 0, names: [] };
    entry.files++;
    if (entry.names.length < maxNamed) entry.names.push(clean.path(path));
    skipped.set(reason, entry);
  };

  const warn = (path: string, problem: string | null) => {
    if (problem !== null && progress.broken.length < maxNamed)
      progress = { ...progress, broken: [...progress.broken, `${path}: ${problem}`] };
  };

  async function one(path: string): Promise<FileMap | null> {
    const read = await readCode(tree, path);
    if (read.status === "missing") {
      // Git still knows a file that was deleted; a file may also disappear between listing and reading.
      missing.add(clean.path(path));
      if (!known.has(clean.path(path))) note(path, "missing");
      return null;
    }
    if (read.status === "skipped") return read.map;
    const state = known.get(read.path);
    if (
      state &&
      state.hash === contentHash(read.text) &&
      !isOverdue({ broken_since: state.brokenSince }, at)
    ) {
      if (state.state === "skipped") note(path, state.problem ?? "skipped");
      else warn(read.path, state.problem);
      progress = {
        ...progress,
        unchanged: progress.unchanged + 1,
        symbols: progress.symbols + state.symbols,
      };
      return null;
    }
    const map = await mapCode(memory.mapper, clean, read.path, read.text);
    return read.problem !== null && map.problem === null ? { ...map, problem: read.problem } : map;
  }

  for (let from = 0; from < files.length; from += filesAtOnce) {
    const batch = files.slice(from, from + filesAtOnce);
    const maps = await Promise.all(batch.map(one));
    const changes: SymbolChange[] = [];
    await db.transaction().execute(async (tx) => {
      for (const map of maps) {
        if (map === null) continue;
        const isNewFile = isKnownWhole;
        const written = await putFileMap(tx, { projectId, map, at, by: null, isNewFile });
        changes.push(...written.changes);
      }
    });
    for (const map of maps) {
      if (map === null) continue;
      if (map.state === "skipped") note(map.path, map.problem ?? "skipped");
      else warn(map.path, map.problem);
      progress = {
        ...progress,
        mapped: progress.mapped + Number(map.state !== "skipped"),
        symbols: progress.symbols + map.symbols.length,
      };
    }
    allChanges.push(...changes);
    await followSymbols(memory, projectId, changes, { dir: tree, at });
    progress = { ...progress, done: Math.min(files.length, from + filesAtOnce), skipped: asList(skipped) };
    await onStep(progress);
  }

  const present = new Set(files.map((path) => clean.path(path)));
  const gone = [...known.keys()].filter(
    (path) => isUnder(path, under) && (!present.has(path) || missing.has(path)),
  );
  for (const path of gone) {
    const changes = await db.transaction().execute((tx) => removeFile(tx, { projectId, path, at, by: null }));
    allChanges.push(...changes);
    await followSymbols(memory, projectId, changes, { dir: tree, at });
  }
  const durationMs = performance.now() - startedAt;
  const { mapped, symbols } = progress;
  recordScan(memory, { projectId, files: mapped, symbols, changes: allChanges, durationMs });
  if (progress.mapped > 0) await embedWordsSoon(memory, projectId, 0);
  if (under === "") {
    await noteMapped(db, projectId, { tree, mappedAt: at });
    if (progress.mapped + gone.length > 0 || !(await areCallsResolved(db, projectId)))
      await resolveProjectCalls(memory, { projectId, dir: tree }, () => onStep(progress));
  }
  return { ...progress, removed: gone.length, skipped: asList(skipped) };
}

function isUnder(path: string, under: string): boolean {
  return under === "" || path === under || path.startsWith(`${under}/`);
}

function asList(skipped: ReadonlyMap<string, { files: number; names: string[] }>): MapProgress["skipped"] {
  return [...skipped].map(([reason, { files, names }]) => ({ reason, files, names: [...names] }));
}

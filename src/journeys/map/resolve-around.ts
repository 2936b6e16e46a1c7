// Resolves the calls around one changed file at once: its own calls, and the calls of other files into what it newly
// defines. The rest of the call graph stays, because calls lead to symbols, and a symbol that is edited is the same one.

import { join } from "node:path";
import type { CallEdge, ProjectFiles } from "../../../libs/callgraph/without-parser.ts";
import { addCallsInto, filesCalledBy, filesCalling, putCalls } from "../../indexes/codemap/call-store.ts";
import { contentHashes, filesToResolve, findFile, versionOfFiles } from "../../indexes/codemap/files.ts";
import type { SymbolChange } from "../../indexes/codemap/symbol-changes.ts";
import { symbolPlaces, symbolsUnder } from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import { statForeign } from "../../platform/foreign-file.ts";
import { asCall, placesByPath } from "./call-ends.ts";
import { listFiles } from "./list-files.ts";
import { readCode } from "./read-code.ts";
import { config, maxCallsOfFile } from "./resolve-calls.ts";

const maxCallers = 60;
const maxCalled = 60;
/** Each round reads what the round before has named: re-exports lead from file to file. */
const maxRounds = 8;

export interface ChangedFile {
  projectId: string;
  dir: string;
  path: string;
}

/** Under this name the mapper keeps what it knows of a project's files. */
export function nearbyName({ projectId, dir }: Pick<ChangedFile, "projectId" | "dir">): string {
  return `${projectId} ${dir}`;
}

export async function resolveAround(
  memory: Memory,
  around: ChangedFile,
  changes: readonly SymbolChange[],
): Promise<void> {
  const { db } = memory;
  const { projectId, path } = around;
  const file = await findFile(db, projectId, path);
  if (!file || (file.state !== "mapped" && file.state !== "partly") || file.language === null) return;
  const callers = await filesCalling(db, projectId, namesIn(changes), {
    except: file.id,
    limit: maxCallers,
  });
  const called = await filesCalledBy(db, file.id, maxCalled);
  const edges = await edgesAround(memory, around, {
    callers: callers.map((one) => one.path),
    called,
  });
  if (edges === null) return;
  const paths = new Set(edges.flatMap(({ at, calleeAt }) => [at.path, calleeAt?.path ?? at.path]));
  const own = await symbolsUnder(db, projectId, path, 10_000);
  const places = placesByPath(await symbolPlaces(db, projectId, [...paths]));
  const byFile = Map.groupBy(edges, ({ at }) => at.path);
  const names = new Set(changes.map(({ qualified }) => qualified));
  const changed = new Set(own.filter(({ qualified }) => names.has(qualified)).map(({ id }) => id));
  const callsIn = (from: string) =>
    (byFile.get(from) ?? []).slice(0, maxCallsOfFile).map((edge) => asCall(edge, places));
  await db.transaction().execute(async (tx) => {
    const place = { projectId, fileId: file.id, contentHash: file.content_hash };
    await putCalls(tx, place, callsIn(path), { changed });
    for (const caller of callers) {
      const calls = callsIn(caller.path).filter(({ targetId }) => targetId !== null);
      if (calls.length > 0) await addCallsInto(tx, { projectId, fileId: caller.id }, calls);
    }
  });
}

/** Names that came or went: calls of them may lead elsewhere now. */
function namesIn(changes: readonly SymbolChange[]): string[] {
  const names = changes.flatMap(({ change, name, was }) =>
    change === "modified" ? [] : [name, ...(was === null ? [] : [was.split(/[#.]/).at(-1) ?? name])],
  );
  return [...new Set(names)];
}

async function edgesAround(
  memory: Memory,
  changed: ChangedFile,
  { callers, called }: { callers: string[]; called: string[] },
): Promise<CallEdge[] | null> {
  const { db, mapper } = memory;
  const { projectId, path } = changed;
  const project = nearbyName(changed);
  const version = await versionOf(memory, changed);
  const verified = new Set([path]);
  let files: ProjectFiles | null = null;
  let texts: [string, string][] = [];
  for (let round = 0; round < maxRounds; round++) {
    const asked = { project, version, changed: path, callers, called, verified: [...verified] };
    const answer = await mapper.around({ ...asked, files, texts });
    if (answer.is === "calls") return answer.edges;
    if (answer.is === "failed") return null;
    if (answer.is === "unknown project") {
      files = await filesOf(memory, changed);
      continue;
    }
    files = null;
    const current = await contentHashes(
      db,
      projectId,
      answer.files.map(([one]) => one),
    );
    texts = [];
    for (const [one, hash] of answer.files) {
      verified.add(one);
      if (hash !== null && current.get(one) === hash) continue;
      const read = await readCode(changed.dir, one);
      if (read.status === "read") texts.push([one, read.text]);
    }
  }
  return null;
}

interface KnownConfigs {
  files: string;
  paths: string[];
}

const configs = new WeakMap<Memory, Map<string, KnownConfigs>>();

async function configsOf(memory: Memory, changed: ChangedFile): Promise<KnownConfigs> {
  const files = await versionOfFiles(memory.db, changed.projectId);
  let known = configs.get(memory);
  if (!known) {
    known = new Map();
    configs.set(memory, known);
  }
  const name = nearbyName(changed);
  const found = known.get(name);
  if (found?.files === files) return found;
  const all = await listFiles(changed.dir);
  const now = { files, paths: all.filter((path) => config.test(path)).slice(0, maxConfigs) };
  if (known.size > maxProjects) known.clear();
  known.set(name, now);
  return now;
}

const maxConfigs = 300;
const maxProjects = 20;

async function versionOf(memory: Memory, changed: ChangedFile): Promise<string> {
  const { files, paths } = await configsOf(memory, changed);
  const times = await Promise.all(
    paths.map(async (path) => (await statForeign(join(changed.dir, path)))?.mtimeMs ?? 0),
  );
  return `${files} ${times.join(" ")}`;
}

async function filesOf(memory: Memory, changed: ChangedFile): Promise<ProjectFiles> {
  const paths = await filesToResolve(memory.db, changed.projectId);
  const texts: [string, string][] = [];
  for (const path of (await configsOf(memory, changed)).paths) {
    const read = await readCode(changed.dir, path);
    if (read.status === "read") texts.push([read.path, read.text]);
  }
  return { paths: paths.map(({ path }) => path), configs: texts };
}

// Resolves the calls of a mapped project and stores them with the symbols at both ends.

import { setImmediate } from "node:timers/promises";
import { type CallEdge, contentHash } from "../../../libs/callgraph/without-parser.ts";
import { noteCallsResolved, putCalls } from "../../indexes/codemap/call-store.ts";
import { areCallsResolved, countToResolve, filesToResolve, mapStatus } from "../../indexes/codemap/files.ts";
import { type CodeText, resolveInThread } from "../../indexes/codemap/resolver.ts";
import { symbolPlaces } from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import { enqueue } from "../../store/jobs.ts";
import { asCall, placesByPath } from "./call-ends.ts";
import { listFiles } from "./list-files.ts";
import { readCode } from "./read-code.ts";

/** Files that say where imports lead. */
export const config =
  /(?:^|\/)(?:package|tsconfig[^/]*|jsconfig)\.json$|^pyproject\.toml$|^setup\.cfg$|^go\.mod$/;
const filesAtOnce = 50;
const callsAtOnce = 5_000;
/** A file with more was generated, or calls one of very many functions of the same name. */
export const maxCallsOfFile = 20_000;

/**
 * The calls around a changed file are resolved at once (resolve-around.ts). What the change means further away waits: it
 * comes in bursts, and costs seconds. A large project is resolved as a whole only by `tellback map`.
 */
const gatherMs = 10 * 60_000;
export const maxFilesAtOnce = 1_500;

export async function resolveAllSoon(
  { db }: Memory,
  projectId: string,
  dir: string,
  withinMs = gatherMs,
): Promise<void> {
  if (!(await areCallsResolved(db, projectId))) return;
  if ((await countToResolve(db, projectId)) > maxFilesAtOnce) return;
  const runAt = new Date(Date.now() + withinMs);
  // Another key: a job that is due later must not delay one that is due soon.
  const key = withinMs === gatherMs ? projectId : `${projectId}:soon`;
  await enqueue(db, { kind: "resolve-calls", key, payload: { projectId, dir }, runAt });
}

export async function resolveProjectCalls(
  { db, events }: Memory,
  { projectId, dir }: { projectId: string; dir: string },
  goOn: () => Promise<void> | void = () => {},
): Promise<void> {
  const startedAt = performance.now();
  const paths = await filesToResolve(db, projectId);
  const texts = async (names: readonly string[]) => {
    const found: CodeText[] = [];
    for (const name of names) {
      const read = await readCode(dir, name);
      if (read.status === "read") found.push([read.path, read.text]);
    }
    return found;
  };
  /** Files that were read and have no calls stored yet, with the hash of what was read. */
  const open = new Map<string, string>();
  async function* parts(): AsyncGenerator<CodeText[]> {
    for (let from = 0; from < paths.length; from += filesAtOnce) {
      const part = await texts(paths.slice(from, from + filesAtOnce).map(({ path }) => path));
      for (const [path, text] of part) open.set(path, contentHash(text));
      await goOn();
      yield part;
    }
  }
  const configs = await texts((await listFiles(dir)).filter((path) => config.test(path)));
  const ids = new Map(paths.map(({ path, id }) => [path, id]));
  const put = async (files: readonly string[], found: readonly CallEdge[]): Promise<void> => {
    const ends = new Set(found.flatMap(({ at, calleeAt }) => [at.path, calleeAt?.path ?? at.path]));
    const symbols = placesByPath(await symbolPlaces(db, projectId, [...ends]));
    const edges = Map.groupBy(found, ({ at }) => at.path);
    const callsOf = (path: string) => (edges.get(path) ?? []).slice(0, maxCallsOfFile);
    for (const some of inPortions(files, (path) => callsOf(path).length)) {
      await db.transaction().execute(async (tx) => {
        for (const path of some) {
          const calls = callsOf(path).map((edge) => asCall(edge, symbols));
          const hash = open.get(path) ?? "";
          await putCalls(tx, { projectId, fileId: ids.get(path) ?? 0, contentHash: hash }, calls);
        }
      });
      for (const path of some) open.delete(path);
      // Whoever waits for the store is answered in between.
      await setImmediate();
      await goOn();
    }
  };
  await resolveInThread(configs, parts(), (edges) =>
    put([...new Set(edges.map(({ at }) => at.path))], edges),
  );
  await put([...open.keys()], []);
  await noteCallsResolved(db, projectId, new Date().toISOString());
  const { calls, unresolvedCalls, externalCalls } = await mapStatus(db, projectId);
  events.record({
    type: "ast.call_graph",
    data: {
      project: projectId,
      calls,
      resolved: calls - unresolvedCalls - externalCalls,
      external: externalCalls,
    },
    durationMs: performance.now() - startedAt,
  });
}

/** Files one after the other, together as many as one transaction may store. */
function* inPortions(files: readonly string[], callsIn: (path: string) => number): Generator<string[]> {
  let portion: string[] = [];
  let calls = 0;
  for (const path of files) {
    portion.push(path);
    calls += callsIn(path);
    if (portion.length < filesAtOnce && calls < callsAtOnce) continue;
    yield portion;
    [portion, calls] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

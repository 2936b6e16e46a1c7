// dependents: what a new version does to the functions that call it. Their tests run with the new code in its place, and
// a test that passes with the promoted code and fails with the new one is broken by it.

import type { Memory } from "../../memory/memory.ts";
import {
  changeFunction,
  noteTests,
  type Program,
  rowOf,
  testsOf,
  usersOf,
} from "../../rooms/functions/room.ts";
import type { Db, FunctionRow } from "../../store/schema.ts";
import type { Draft } from "./draft.ts";
import { codeOf } from "./run.ts";
import { haveAllPassed, keepTried, type TestRun, tryTests } from "./test.ts";

export interface Dependent {
  row: FunctionRow;
  tried: TestRun[];
  /** Names of the tests that the new version breaks. */
  broken: string[];
}

const maxDependents = 100;

export async function tryDependents(memory: Memory, name: string, draft: Draft): Promise<Dependent[]> {
  const { db } = memory;
  if (draft.promoted === null || !draft.isNewVersion) return [];
  const dependents: Dependent[] = [];
  for (const id of await allUsersOf(db, draft.promoted.function_id)) {
    const row = await rowOf(db, id);
    const tests = await testsOf(db, id);
    if (!row || tests.length === 0) continue;
    const { language } = row;
    const allowed = JSON.parse(row.allowed) as string[];
    const now = { ...(await codeOf(memory, id, row.version)), language, allowed };
    const library = withNew(now.library, { name, entry: draft.entry, code: draft.code }, draft.library);
    const tried = await tryTests(memory, { ...now, library }, tests);
    const failed = tried.filter(({ passed }) => !passed).map(({ test }) => test);
    const before = await tryTests(memory, now, failed);
    dependents.push({ row, tried, broken: before.flatMap(({ passed, test }) => (passed ? test.name : [])) });
  }
  return dependents;
}

/** Also those that need it through others. */
async function allUsersOf(db: Db, functionId: string): Promise<string[]> {
  const found = new Set<string>();
  const open = [functionId];
  for (let id = open.pop(); id !== undefined && found.size < maxDependents; id = open.pop()) {
    const next = (await usersOf(db, id)).filter((user) => !found.has(user.id));
    for (const user of next) found.add(user.id);
    open.push(...next.map((user) => user.id));
  }
  return [...found];
}

type Library = Program["library"];

/** What is needed is loaded first. */
function withNew(library: Library, part: Library[number], needs: Library): Library {
  const first = [...needs, part];
  return [...first, ...library.filter(({ name }) => first.every((one) => one.name !== name))];
}

/** Why the new version is held back; null if it breaks none of them. */
export function reasonOf(dependents: readonly Dependent[]): string | null {
  const broken = dependents.filter((one) => one.broken.length > 0);
  const [first] = broken;
  if (!first) return null;
  const names = broken.map(({ row }) => row.name).slice(0, 5);
  return `it breaks ${names.join(", ")}, which ${broken.length === 1 ? "needs" : "need"} it: ${first.broken.slice(0, 3).join("; ")}`;
}

/** After the version is promoted: what the tests of its users say now. */
export async function keepDependents(memory: Memory, dependents: readonly Dependent[]): Promise<void> {
  for (const { row, tried } of dependents) {
    const of = { function_id: row.id, version: row.version };
    await keepTried(memory, { functionId: row.id, version: row.version }, tried);
    await noteTests(memory.db, of, { testsPass: haveAllPassed(tried) });
    await changeFunction(memory.db, row.id, {}, row.updated_at);
  }
}

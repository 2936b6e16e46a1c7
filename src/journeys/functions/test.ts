// test: runs the test cases of a function against one of its versions, and notes whether they pass.

import type { Memory } from "../../memory/memory.ts";
import type { FunctionRun, FunctionTest, TestResult } from "../../protocol/functions.ts";
import { changeFunction, functionNamed, noteTests, shortOf, testsOf } from "../../rooms/functions/room.ts";
import { type CodeToRun, codeOf, keepRun, runCode } from "./run.ts";
import { verdictOf } from "./verdict.ts";

export interface TestedFunction {
  name: string;
  version: number;
  passed: boolean | null;
  results: TestResult[];
}

export async function testFunction(memory: Memory, typed: string, wanted?: number): Promise<TestedFunction> {
  const { db } = memory;
  const row = await functionNamed(db, typed);
  const version = wanted ?? row.version;
  const code = await codeOf(memory, row.id, version);
  const allowed = JSON.parse(row.allowed) as string[];
  const tests = await testsOf(db, row.id);
  const tried = await tryTests(memory, { ...code, language: row.language, allowed }, tests);
  await keepTried(memory, { functionId: row.id, version }, tried);
  const passed = haveAllPassed(tried);
  await noteTests(db, { function_id: row.id, version }, { testsPass: passed });
  if (version === row.version) await changeFunction(db, row.id, {}, row.updated_at);
  return { name: row.name, version, passed, results: tried.map(resultOf) };
}

/** One run of one test. */
export interface TestRun {
  test: FunctionTest;
  run: FunctionRun;
  passed: boolean;
}

export async function tryTests(
  memory: Memory,
  code: Omit<CodeToRun, "args">,
  tests: readonly FunctionTest[],
): Promise<TestRun[]> {
  const tried: TestRun[] = [];
  for (const test of tests) {
    const run = await runCode(memory, { ...code, args: test.args }, test.timeoutMs ?? undefined);
    const passed = verdictOf(test.expects, run) ?? (await holds(memory, code, test, run.value));
    tried.push({ test, run, passed });
  }
  return tried;
}

/** Null: there is no test. */
export function haveAllPassed(tried: readonly TestRun[]): boolean | null {
  return tried.length === 0 ? null : tried.every(({ passed }) => passed);
}

const maxShownValue = 400;

export function resultOf({ test, run, passed }: TestRun): TestResult {
  const got = run.status === "ok" ? JSON.stringify(run.value) : `${run.status}: ${run.error}`;
  const expected = shortOf(test.expects);
  return { test: test.name, passed, expected, got: got.slice(0, maxShownValue), ms: run.ms };
}

export async function keepTried(
  memory: Memory,
  of: { functionId: string; version: number },
  tried: readonly TestRun[],
): Promise<void> {
  for (const { test, run, passed } of tried)
    await keepRun(memory, { ...of, test: test.name, passed, args: test.args, run });
}

/** A property is an expression in the function's language, evaluated in a sandbox of its own. */
async function holds(
  memory: Memory,
  code: Omit<CodeToRun, "args">,
  { expects, args }: FunctionTest,
  result: unknown,
): Promise<boolean> {
  if (expects.kind !== "property") return false;
  const { property } = expects;
  const isPython = code.language === "python";
  const check = isPython
    ? `def check(result, args):\n    return bool(${property})\n`
    : `function check(result, args) { return Boolean(${property}); }`;
  const run = await runCode(memory, {
    ...code,
    code: check,
    entry: "check",
    library: [],
    args: [result, args],
  });
  return run.status === "ok" && run.value === true;
}

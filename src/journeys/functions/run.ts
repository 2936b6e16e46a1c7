// run: a function of the library, or bare code, in the sandbox. The analysis comes first and may refuse; the run is noted
// with its time and memory.

import type { Memory } from "../../memory/memory.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import type { FunctionLanguage, FunctionRun } from "../../protocol/functions.ts";
import {
  type Answer,
  defaultLimits,
  functionNamed,
  type Limits,
  libraryOf,
  neededBy,
  noteRun,
  type Program,
  refusalOf,
  versionRow,
} from "../../rooms/functions/room.ts";

export interface RunOptions {
  version?: number | undefined;
  timeoutMs?: number | undefined;
}

export interface RanFunction {
  name: string;
  version: number;
  run: FunctionRun;
}

export async function runFunction(
  memory: Memory,
  typed: string,
  args: readonly unknown[],
  options: RunOptions = {},
): Promise<RanFunction> {
  const { db } = memory;
  const row = await functionNamed(db, typed);
  const version = options.version ?? row.version;
  const code = await codeOf(memory, row.id, version);
  const allowed = JSON.parse(row.allowed) as string[];
  const run = await runCode(memory, { ...code, language: row.language, args, allowed }, options.timeoutMs);
  await keepRun(memory, { functionId: row.id, version, test: null, passed: null, args, run });
  return { name: row.name, version, run };
}

export interface Code {
  code: string;
  entry: string;
  library: Program["library"];
}

export async function codeOf({ db }: Memory, functionId: string, version: number): Promise<Code> {
  const { code, entry } = await versionRow(db, functionId, version);
  return { code, entry, library: await libraryOf(db, await neededBy(db, functionId, version)) };
}

export interface CodeToRun extends Code {
  language: FunctionLanguage;
  args: readonly unknown[];
  allowed: readonly string[];
}

export async function runCode(memory: Memory, code: CodeToRun, timeoutMs?: number): Promise<FunctionRun> {
  const refusal = await refusalFor(memory, code);
  if (refusal !== null) return refused(refusal);
  return asRun(await memory.sandbox.run({ ...code, limits: limitsWith(timeoutMs) }));
}

/** Why this code may not run, with what it needs; null if it may. */
async function refusalFor(
  { functionCode }: Memory,
  { code, language, library, allowed }: CodeToRun,
): Promise<string | null> {
  for (const text of [code, ...library.map((part) => part.code)]) {
    const refusal = refusalOf(await functionCode.analyse(text, language, allowed));
    if (refusal !== null) return refusal;
  }
  return null;
}

function refused(error: string): FunctionRun {
  return { status: "refused", value: null, stdout: "", stderr: "", error, ms: 0, peakMb: 0 };
}

function limitsWith(timeoutMs: number | undefined): Limits {
  return { ...defaultLimits, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

function asRun({ status, value, stdout, stderr, error, ms, peakMb }: Answer): FunctionRun {
  return { status, value: value as FunctionRun["value"], stdout, stderr, error, ms, peakMb };
}

export interface RunToKeep {
  functionId: string;
  version: number;
  test: string | null;
  passed: boolean | null;
  args: readonly unknown[];
  run: FunctionRun;
}

/** The caller gets what the function returned; the store gets it without secrets. */
export async function keepRun({ db }: Memory, { args, run, ...rest }: RunToKeep): Promise<void> {
  const clean = await cleanerOfAllProjects(db);
  const kept = {
    ...rest,
    args: clean.deep(args) as unknown[],
    run: { ...run, value: clean.deep(run.value) as FunctionRun["value"], error: clean.text(run.error) },
  };
  await noteRun(db, kept, new Date().toISOString());
}

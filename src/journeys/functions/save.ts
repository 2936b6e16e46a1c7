// save: code → a version of a function. The code is analysed, the function's earlier tests and the new ones run against
// it, with those of the functions that need it, and it is promoted unless it breaks a test that passes with the promoted
// version. A version that is held back is kept.
// Saving the promoted code again makes no version: it only changes tests and descriptions.

import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { LibraryFunction, TestResult } from "../../protocol/functions.ts";
import {
  addVersion,
  asFunction,
  asTest,
  changeFunction,
  functionNamed,
  neededBy,
  noteTests,
  openFunction,
  putTest,
  testsOf,
  versionRow,
} from "../../rooms/functions/room.ts";
import { categoryFor } from "./category.ts";
import { keepDependents, reasonOf, tryDependents } from "./dependents.ts";
import { type Draft, draftOf, type NewCode } from "./draft.ts";
import { codeOf } from "./run.ts";
import { haveAllPassed, keepTried, resultOf, type TestRun, tryTests } from "./test.ts";

export interface SaveReport {
  function: LibraryFunction;
  version: number;
  isNewVersion: boolean;
  heldBack: string | null;
  /** Why it would not run. */
  refused: string | null;
  results: TestResult[];
  /** Names of the functions that need it and of which it breaks a test. */
  breaks: string[];
}

export async function saveFunction(memory: Memory, made: NewCode): Promise<SaveReport> {
  const { db } = memory;
  const draft = await draftOf(memory, made);
  const { known, refused, isNewVersion } = draft;
  const added = (made.tests ?? []).map((test) => asTest(test));
  const earlier = known ? await testsOf(db, known.id) : [];
  const tests = [...earlier.filter(({ name }) => added.every((test) => test.name !== name)), ...added];
  const tried = refused === null ? await tryTests(memory, draft, tests) : [];
  const testsPass = tests.length === 0 ? null : refused === null && haveAllPassed(tried);
  const dependents = await tryDependents(memory, made.name, draft);
  const reason = isNewVersion ? ((await reasonToHold(memory, draft, tried)) ?? reasonOf(dependents)) : null;
  const heldBack = made.force ? null : reason;
  const saved = await db.transaction().execute(async (tx) => {
    const at = new Date().toISOString();
    const description = made.description || known?.description || draft.documentation;
    const category = made.category ?? known?.category ?? categoryFor(made.name, description, draft.code);
    const tags = made.tags ?? known?.tags.split(" ").filter(Boolean) ?? [];
    const { name, author } = made;
    const { language } = draft;
    const row = await openFunction(tx, { name, language, author, description, category, tags }, at);
    for (const test of added) await putTest(tx, row.id, test, at);
    let version = row.version;
    if (isNewVersion) {
      const change = made.change ?? (known ? "" : "first version");
      version = await addVersion(tx, row.id, { ...draft, change, author, heldBack, testsPass }, at);
    } else await noteTests(tx, { function_id: row.id, version }, { testsPass });
    const promoted = heldBack === null ? { version } : {};
    const words = { description, category, tags: tags.join(" ") };
    const changed = await changeFunction(tx, row.id, { ...words, ...promoted }, at);
    return { function: await asFunction(tx, changed), version };
  });
  await keepTried(memory, { functionId: saved.function.id, version: saved.version }, tried);
  if (heldBack === null) await keepDependents(memory, dependents);
  const breaks = dependents.flatMap(({ row, broken }) => (broken.length > 0 ? row.name : []));
  return { ...saved, isNewVersion, heldBack, refused, results: tried.map(resultOf), breaks };
}

/** A new version with the code of an earlier one; history stays. */
export async function rollBack(
  memory: Memory,
  typed: string,
  version: number,
  force: boolean,
): Promise<SaveReport> {
  const { db } = memory;
  const row = await functionNamed(db, typed);
  const earlier = await versionRow(db, row.id, version);
  if (version === row.version) {
    throw new TellbackError("conflict", `version ${version} is already the promoted one`);
  }
  const needs = (await neededBy(db, row.id, version)).map(({ name }) => name);
  const change = `back to version ${version}`;
  return saveFunction(memory, {
    ...{ name: row.name, code: earlier.code, language: row.language, needs, change, author: "user", force },
  });
}

/** Why a new version is not promoted; null if it is. */
async function reasonToHold(memory: Memory, draft: Draft, tried: readonly TestRun[]): Promise<string | null> {
  const { promoted, refused, language, allowed } = draft;
  if (promoted === null || promoted.tests_pass === null) return null;
  if (refused !== null) return `it does not run: ${refused}`;
  const failed = tried.filter(({ passed }) => !passed).map(({ test }) => test);
  if (failed.length === 0) return null;
  // What the promoted version fails too is not broken by the new one.
  const code = await codeOf(memory, promoted.function_id, promoted.version);
  const before =
    promoted.tests_pass === 1 ? [] : await tryTests(memory, { ...code, language, allowed }, failed);
  const broken = failed.filter(
    ({ name }) => !before.some(({ test, passed }) => test.name === name && !passed),
  );
  if (broken.length === 0) return null;
  const names = broken.slice(0, 3).map(({ name }) => name);
  return `it breaks ${broken.length === 1 ? "a test" : `${broken.length} tests`}: ${names.join("; ")}`;
}

// export and import of functions: one JSON file with every version and test. An import ends with the state of the file,
// unless a version breaks a test here: then that version is held back.

import { z } from "zod";
import { writeUserFile } from "../../config/user-files.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import { readForeign } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { expectation, functionLanguage } from "../../protocol/functions.ts";
import {
  findFunction,
  functionNamed,
  listFunctions,
  listVersions,
  testsOf,
} from "../../rooms/functions/room.ts";
import { saveFunction } from "./save.ts";

const portableFunction = z.object({
  name: z.string(),
  description: z.string(),
  language: functionLanguage,
  category: z.string(),
  tags: z.array(z.string()),
  versions: z
    .array(
      z.object({
        code: z.string(),
        change: z.string(),
        author: z.string().max(100).default("user"),
        dependencies: z.array(z.string()),
      }),
    )
    .min(1),
  tests: z.array(
    z.object({
      name: z.string(),
      args: z.array(z.json()),
      expects: expectation,
      timeoutMs: z.number().nullable(),
    }),
  ),
});
type PortableFunction = z.output<typeof portableFunction>;
const portable = z.object({ tellback: z.literal("functions"), functions: z.array(portableFunction) });

const begins = '{\n  "tellback": "functions"';
const maxBytes = 64 * 1024 * 1024;

export async function exportFunctions(
  { db }: Memory,
  to: { path: string; names: readonly string[]; force: boolean },
): Promise<number> {
  const all = await listFunctions(db, { limit: Number.MAX_SAFE_INTEGER });
  const wanted = to.names.length === 0 ? all.map(({ name }) => name) : to.names;
  const functions: PortableFunction[] = [];
  for (const typed of wanted) {
    const { id, name, description, language, category, tags } = await functionNamed(db, typed);
    const versions = (await listVersions(db, id)).reverse();
    functions.push({
      ...{ name, description, language, category, tags: tags.split(" ").filter(Boolean) },
      versions: versions.map(({ code, change, author, dependencies }) => ({
        ...{ code, change, author, dependencies },
      })),
      tests: (await testsOf(db, id)).map(({ id: _, ...test }) => test),
    });
  }
  const text = `${JSON.stringify({ tellback: "functions", functions }, null, 2)}\n`;
  writeUserFile(to.path, text, { force: to.force, begins });
  return functions.length;
}

export interface ImportedFunctions {
  functions: number;
  versions: number;
  /** Functions whose newest version breaks a test here. */
  heldBack: string[];
}

/** What is already there stays: a version that the library has is not added again. */
export async function importFunctions(memory: Memory, path: string): Promise<ImportedFunctions> {
  const functions = await readFunctions(memory, path);
  await refuseIncomplete(memory, functions, path);
  const imported: ImportedFunctions = { functions: functions.length, versions: 0, heldBack: [] };
  let waiting: VersionsLeft[] = [];
  for (const one of functions) waiting.push({ one, versions: await missingVersions(memory, one) });
  // A version waits until everything that it calls is there.
  while (waiting.length > 0) {
    const left: VersionsLeft[] = [];
    for (const { one, versions } of waiting) {
      const [next, ...rest] = versions;
      if (next && !(await areKnown(memory, next.dependencies))) {
        left.push({ one, versions });
        continue;
      }
      const { isNewVersion, heldBack } = await saveVersion(memory, one, next);
      imported.versions += Number(isNewVersion);
      if (heldBack !== null && rest.length === 0) imported.heldBack.push(one.name);
      if (rest.length > 0) left.push({ one, versions: rest });
    }
    if (isSame(left, waiting)) {
      throw new TellbackError("invalid_input", `functions in ${path} need each other in a circle`, {
        hint: `Not imported: ${left.map(({ one }) => one.name).join(", ")}.`,
      });
    }
    waiting = left;
  }
  return imported;
}

interface VersionsLeft {
  one: PortableFunction;
  versions: PortableFunction["versions"];
}

function isSame(a: readonly VersionsLeft[], b: readonly VersionsLeft[]): boolean {
  const count = (all: readonly VersionsLeft[]) =>
    all.reduce((sum, { versions }) => sum + 1 + versions.length, 0);
  return count(a) === count(b);
}

async function readFunctions({ db }: Memory, path: string): Promise<PortableFunction[]> {
  const file = await readForeign(path, { maxBytes });
  if (file.status !== "read") {
    throw new TellbackError(
      "not_found",
      `${path} ${file.status === "missing" ? "does not exist" : file.why}`,
    );
  }
  const clean = await cleanerOfAllProjects(db);
  const parsed = portable.safeParse(clean.deep(parseJson(file.bytes.toString("utf8"), path)));
  if (parsed.success) return parsed.data.functions;
  throw new TellbackError("invalid_input", `${path} is not an export of functions`, {
    hint: "`tellback fn export FILE` writes one.",
  });
}

/** Before anything is written. */
async function refuseIncomplete(
  memory: Memory,
  functions: readonly PortableFunction[],
  path: string,
): Promise<void> {
  const there = new Set(functions.map(({ name }) => name));
  const needed = functions.flatMap(({ versions }) => versions.flatMap(({ dependencies }) => dependencies));
  for (const name of new Set(needed)) {
    if (there.has(name) || (await areKnown(memory, [name]))) continue;
    throw new TellbackError("invalid_input", `functions in ${path} need ${name}, which is not in it`, {
      hint: "Nothing was imported. Export them together.",
    });
  }
}

/** Versions of the file after the part that the library has in the same order. */
async function missingVersions({ db }: Memory, { name, versions }: PortableFunction) {
  const known = await findFunction(db, name);
  const codes = known ? (await listVersions(db, known.id)).reverse().map(({ code }) => code) : [];
  let from = 0;
  const first = versions.findIndex(({ code }) => {
    const at = codes.indexOf(code, from);
    from = at + 1;
    return at < 0;
  });
  return first < 0 ? [] : versions.slice(first);
}

async function areKnown({ db }: Memory, names: readonly string[]): Promise<boolean> {
  const found = await Promise.all(names.map((name) => findFunction(db, name)));
  return found.every((row) => row !== null && row.version > 0);
}

/** Without a version only tests that are missing here are added. */
async function saveVersion(
  memory: Memory,
  { versions: _versions, tests, ...one }: PortableFunction,
  version: PortableFunction["versions"][number] | undefined,
) {
  const known = await findFunction(memory.db, one.name);
  const names = new Set(known ? (await testsOf(memory.db, known.id)).map(({ name }) => name) : []);
  const added = tests
    .filter(({ name }) => !names.has(name))
    .map((test) => ({ ...test, timeoutMs: test.timeoutMs ?? undefined }));
  if (!version && added.length === 0) return { isNewVersion: false, heldBack: null };
  const words = version ? one : { name: one.name };
  const code = version && { code: version.code, change: version.change, needs: version.dependencies };
  return saveFunction(memory, { ...words, ...code, tests: added, author: version?.author ?? "user" });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TellbackError("invalid_input", `${path} is not JSON`);
  }
}

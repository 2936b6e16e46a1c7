// Tests that reach a symbol, functions that nothing needs, and what changes often while much depends on it: from the calls
// that are stored. What may be named elsewhere (a callback, a string, an entry of a table) is never called unused.

import { isTestPath } from "../../../libs/callgraph/without-parser.ts";
import type { OutputOf } from "../../areas/contracts.ts";
import { callsOf } from "../../indexes/codemap/calls.ts";
import { filesToResolve } from "../../indexes/codemap/files.ts";
import { hotSymbols } from "../../indexes/codemap/hotspots.ts";
import {
  asSymbol,
  type FoundRow,
  findSymbols,
  symbolsById,
  symbolsUnder,
} from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { plural } from "../../protocol/plural.ts";
import { impactOf, type MappedProject, mappedProject, statusFor } from "./answers.ts";
import { testsOf } from "./diff-impact.ts";
import { readCode } from "./read-code.ts";

const testsRead = 1_000;

export async function testsFor(
  memory: Memory,
  asked: { name: string; depth: number; folder?: string | undefined },
): Promise<OutputOf<"tests">> {
  const { symbols, tests, maybe, status } = await impactOf(memory, { ...asked, limit: testsRead });
  return { tests: testsOf([...tests.map(({ symbol }) => symbol), ...symbols]), maybe, status };
}

const symbolsRead = 200_000;
/** More would be read too long for an answer. */
const maxFilesRead = 5_000;
/** Run without being called: by the runtime, the language or a framework. */
const entry = /^(?:main|init|setup|teardown|__\w+__|constructor|default|toString|toJSON|handler)$/i;

export async function deadCode(
  memory: Memory,
  {
    ifDeleted,
    limit,
    folder,
  }: { ifDeleted?: string | undefined; limit: number; folder?: string | undefined },
): Promise<OutputOf<"dead">> {
  const mapped = await mappedProject(memory, folder);
  const all = await symbolsUnder(memory.db, mapped.projectId, "", symbolsRead);
  const classes = new Set(all.filter(({ kind }) => isClass.has(kind)).map(placeOfSymbol));
  const candidates = all.filter((one) => isCandidate(one) && isOwn(one, classes));
  const calls = await callsOf(
    memory.db,
    "target_id",
    candidates.map(({ id }) => id),
  );
  const callers = Map.groupBy(calls, ({ target_id }) => target_id ?? "");
  const gone = new Set(ifDeleted === undefined ? [] : await namedIds(memory, mapped, ifDeleted));
  const deleted = (await symbolsById(memory.db, [...gone])).values();
  const places = await placesOf(memory, mapped, new Set(candidates.map(({ name }) => name)));
  const bodies: FoundRow[] = [...deleted];
  const unused: FoundRow[] = [];
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const one of candidates) {
      if (gone.has(one.id)) continue;
      const own = callers.get(one.id) ?? [];
      if (ifDeleted !== undefined && !own.some(({ caller_id }) => gone.has(caller_id ?? ""))) continue;
      const isCalled = own.some(({ caller_id }) => !gone.has(caller_id ?? "") && caller_id !== one.id);
      if (isCalled || isNamedOutside(one, places.get(one.name) ?? [], [...bodies, one], all)) continue;
      gone.add(one.id);
      bodies.push(one);
      unused.push(one);
      isNew = ifDeleted !== undefined;
    }
  }
  return {
    unused: unused.slice(0, limit).map(asSymbol),
    status: await statusFor(memory, mapped, new Set(unused.slice(0, limit).map(({ path }) => path))),
  };
}

const isClass: ReadonlySet<string> = new Set(["class", "struct", "trait", "module"]);

function placeOfSymbol({ path, qualified }: Pick<FoundRow, "path" | "qualified">): string {
  return `${path}#${qualified}`;
}

/** What an interface declares, or is assigned to a property of something else (`socket.onopen`), is called by others. */
function isOwn({ kind, path, parent }: FoundRow, classes: ReadonlySet<string>): boolean {
  return kind === "function" || parent === null || classes.has(placeOfSymbol({ path, qualified: parent }));
}

function isCandidate({ kind, name, is_test, path, decorators }: FoundRow): boolean {
  const isFunction = kind === "function" || kind === "method";
  return isFunction && Number(is_test) === 0 && !isTestPath(path) && !entry.test(name) && decorators === "[]";
}

async function namedIds({ db }: Memory, { projectId }: MappedProject, name: string): Promise<string[]> {
  const rows = await findSymbols(db, projectId, name);
  if (rows.length === 0) throw new TellbackError("not_found", `no symbol is named "${name}"`);
  return rows.map(({ id }) => id);
}

interface Place {
  path: string;
  line: number;
}

/** Where each of these names is written in the project. */
async function placesOf(
  { db }: Memory,
  { projectId, tree }: MappedProject,
  names: ReadonlySet<string>,
): Promise<Map<string, Place[]>> {
  const found = new Map<string, Place[]>();
  const files = await filesToResolve(db, projectId);
  if (files.length > maxFilesRead)
    throw new TellbackError(
      "invalid_input",
      `${plural(files.length, "file")} are too many to look for names`,
    );
  for (const { path } of files) {
    const read = await readCode(tree, path);
    if (read.status !== "read") continue;
    for (const [at, line] of read.text.split("\n").entries())
      for (const [name] of line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
        if (names.has(name)) {
          const own = found.get(name);
          if (own) own.push({ path, line: at + 1 });
          else found.set(name, [{ path, line: at + 1 }]);
        }
  }
  return found;
}

/** Besides in what goes with it, and where functions of the same name are defined. */
function isNamedOutside(
  { name }: FoundRow,
  places: readonly Place[],
  inside: readonly FoundRow[],
  all: readonly FoundRow[],
): boolean {
  const definitions = all.filter((one) => one.name === name);
  return places.some(
    ({ path, line }) =>
      !inside.some(
        (one) => one.path === path && Number(one.start_line) <= line && line <= Number(one.end_line),
      ) && !definitions.some((one) => one.path === path && Number(one.start_line) === line),
  );
}

export async function hotspotsOf(
  memory: Memory,
  { limit, folder }: { limit: number; folder?: string | undefined },
): Promise<OutputOf<"hotspots">> {
  const mapped = await mappedProject(memory, folder);
  const hot = await hotSymbols(memory.db, mapped.projectId, limit);
  const rows = await symbolsById(
    memory.db,
    hot.map(({ id }) => id),
  );
  const symbols = hot.flatMap(({ id, changes, callers }) => {
    const row = rows.get(id);
    return row ? [{ symbol: asSymbol(row), changes, callers }] : [];
  });
  return {
    symbols,
    status: await statusFor(
      memory,
      mapped,
      symbols.map(({ symbol }) => symbol.file),
    ),
  };
}

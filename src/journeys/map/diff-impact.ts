// impact --diff: what the changes since a commit mean. The files that differ are compared symbol by symbol with what they
// were; then who calls what changed, which tests reach it, what is known about it, and what nothing calls any more.

import { compareSymbols, isMappable } from "../../../libs/callgraph/without-parser.ts";
import type { OutputOf } from "../../areas/contracts.ts";
import { callsOf, unresolvedNamed } from "../../indexes/codemap/calls.ts";
import { danglingCalls } from "../../indexes/codemap/dangling.ts";
import {
  asSymbol,
  type FoundRow,
  findSymbols,
  symbolsById,
  symbolsUnder,
} from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import { type Git, gitIn } from "../../platform/git.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { nodesAnchoredAt } from "../../rooms/anchors/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { type MappedProject, mappedProject, reach, statusFor } from "./answers.ts";
import { mapNow } from "./broken-calls.ts";
import { mapCode, readCode } from "./read-code.ts";

const gitMs = 10_000;
const maxFiles = 300;
const maxMemories = 50;
const maxNamesChecked = 200;

type Change = OutputOf<"impact.diff">["changes"][number];

export interface AskedDiff {
  base: string;
  depth: number;
  limit: number;
  folder?: string | undefined;
}

export async function impactOfDiff(memory: Memory, asked: AskedDiff): Promise<OutputOf<"impact.diff">> {
  const mapped = await mappedProject(memory, asked.folder);
  const git = await gitIn(mapped.tree, performance.now() + gitMs);
  const paths = git && (await changedPaths(git, asked.base));
  if (!git || !paths)
    throw new TellbackError("invalid_input", `git knows no commit "${asked.base}" here`, {
      hint: "Name a branch or a commit: `tellback impact --diff main`.",
    });
  const files = paths.filter(isMappable);
  const changes: Change[] = [];
  const calledBefore = new Set<string>();
  for (const path of files.slice(0, maxFiles)) {
    const compared = await compare(memory, mapped, git, asked.base, path);
    changes.push(...compared.changes);
    for (const name of compared.calledBefore) calledBefore.add(name);
  }
  const rows = await rowsOf(memory, mapped, changes);
  const reached = await reach(memory, [...rows.keys()], asked.depth, asked.limit);
  const known = await symbolsById(memory.db, [...reached.keys()]);
  const steps = [...reached].flatMap(([id, step]) => {
    const row = known.get(id);
    return row ? [{ symbol: asSymbol(row), ...step }] : [];
  });
  const ends = new Map([...rows, ...known]);
  const made = Map.groupBy(
    await callsOf(memory.db, "caller_id", [...reached.keys()]),
    ({ caller_id }) => caller_id,
  );
  const callsIn = (id: string) => {
    const targets = new Set((made.get(id) ?? []).flatMap(({ target_id }) => ends.get(target_id ?? "") ?? []));
    return [...targets].map(({ path: file, qualified }) => ({ file, qualified }));
  };
  const dangling = [];
  for (const definedIn of files)
    dangling.push(
      ...(await danglingCalls(memory.db, { projectId: mapped.projectId, definedIn, limit: asked.limit })),
    );
  const newNames = new Map<string, string>(
    changes.flatMap(({ file, was, qualified }) =>
      was === null ? [] : [[`${file}#${was}`, `${file}#${qualified}`] as const],
    ),
  );
  const ids = await nodesAnchoredAt(
    memory.db,
    mapped.projectId,
    { files, symbols: changes.map(({ qualified }) => qualified) },
    maxMemories,
  );
  const memories = await nodesOf(memory.db, ids);
  return {
    base: asked.base,
    files: paths,
    changes: changes.slice(0, asked.limit),
    dangling: dangling
      .slice(0, asked.limit)
      .map((call) => ({ ...call, now: call.now ?? newNames.get(call.was) ?? null })),
    reached: steps
      .filter(({ symbol }) => !symbol.isTest)
      .map((step) => ({ ...step, callsOf: callsIn(step.symbol.id) })),
    tests: testsOf([...steps.map(({ symbol }) => symbol), ...[...rows.values()].map(asSymbol)]),
    unused: await unusedOf(memory, mapped, git, [...calledBefore].slice(0, maxNamesChecked)),
    memories: memories.map(({ id, content, staleSince }) => ({ id, content, stale: staleSince !== null })),
    left: Math.max(0, changes.length - asked.limit) + Math.max(0, files.length - maxFiles),
    status: await statusFor(memory, mapped, [...files, ...steps.map(({ symbol }) => symbol.file)]),
  };
}

/** By file, which is what test runners take. */
export function testsOf(
  symbols: readonly ReturnType<typeof asSymbol>[],
): { file: string; names: string[] }[] {
  const tests = symbols.filter(({ isTest }) => isTest);
  return [...Map.groupBy(tests, ({ file }) => file)]
    .map(([file, own]) => ({ file, names: [...new Set(own.map(({ qualified }) => qualified))] }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Null if git does not know the base. */
async function changedPaths(git: Git, base: string): Promise<string[] | null> {
  if (!/^[\w./@{}~^-]+$/.test(base) || base.startsWith("-")) return null;
  const differ = await git(
    "diff",
    "--name-only",
    "--no-ext-diff",
    "--no-textconv",
    "--no-renames",
    "-z",
    base,
    "--",
  );
  const added = await git("ls-files", "--others", "--exclude-standard", "-z");
  if (differ === null) return null;
  return [...new Set([...differ.split("\0"), ...(added ?? "").split("\0")])].filter(Boolean).sort();
}

async function compare(
  memory: Memory,
  { projectId, tree }: MappedProject,
  git: Git,
  base: string,
  path: string,
): Promise<{ changes: Change[]; calledBefore: Set<string> }> {
  const clean = cleanerFor(tree);
  const read = await readCode(tree, path);
  const now = read.status === "read" ? read.text : "";
  const was = clean.code((await git("show", `${base}:${path}`)) ?? "");
  await mapNow(memory, projectId, tree, path);
  const before = await mapCode(memory.mapper, clean, path, was);
  const after = await mapCode(memory.mapper, clean, path, now);
  const earlier = before.symbols.map((symbol) => ({ ...symbol, id: symbol.qualified }));
  const { symbols, deleted } = compareSymbols(earlier, after.symbols);
  const gone = new Set(deleted.map(({ id }) => id));
  const file = clean.path(path);
  const left = calledIn(now);
  return {
    calledBefore: new Set(
      [...calledIn(was)].flatMap(([name, n]) => (n > (left.get(name) ?? 0) ? [name] : [])),
    ),
    changes: [
      ...symbols.flatMap(({ symbol, before: old, change }): Change[] =>
        change === "unchanged"
          ? []
          : [
              {
                ...{
                  file,
                  qualified: symbol.qualified,
                  kind: symbol.kind,
                  change,
                  signature: symbol.signature,
                },
                ...{ line: symbol.startLine, was: change === "renamed" ? (old?.qualified ?? null) : null },
              },
            ],
      ),
      ...before.symbols
        .filter(({ qualified }) => gone.has(qualified))
        .map(
          ({ qualified, kind, signature }): Change => ({
            ...{ file, qualified, kind, change: "deleted", signature, line: null, was: null },
          }),
        ),
    ],
  };
}

/** How often each name stands before a bracket, definitions included. */
function calledIn(text: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, name = ""] of text.matchAll(/([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu))
    found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

async function rowsOf(memory: Memory, { projectId }: MappedProject, changes: readonly Change[]) {
  const found = new Map<string, FoundRow>();
  for (const [file, own] of Map.groupBy(changes, (change) => change.file)) {
    const names = new Set(own.filter(({ change }) => change !== "deleted").map(({ qualified }) => qualified));
    for (const row of await symbolsUnder(memory.db, projectId, file, 5_000))
      if (row.path === file && names.has(row.qualified)) found.set(row.id, row);
  }
  return found;
}

/** Functions of these names that nothing calls or names any more. */
async function unusedOf(
  memory: Memory,
  { projectId }: MappedProject,
  git: Git,
  names: readonly string[],
): Promise<OutputOf<"impact.diff">["unused"]> {
  const found: OutputOf<"impact.diff">["unused"] = [];
  for (const name of names) {
    const rows = (await findSymbols(memory.db, projectId, name)).filter(
      ({ kind, is_test }) => (kind === "function" || kind === "method") && Number(is_test) === 0,
    );
    if (rows.length === 0) continue;
    const calls = await callsOf(
      memory.db,
      "target_id",
      rows.map(({ id }) => id),
    );
    if (calls.length > 0 || (await unresolvedNamed(memory.db, projectId, name, 1)).length > 0) continue;
    const named = await git("grep", "--untracked", "-I", "-c", "-w", "-F", "-e", name);
    const lines = (named ?? "")
      .split("\n")
      .reduce((sum, line) => sum + Number(line.split(":").at(-1) ?? 0), 0);
    if (lines > rows.length) continue;
    for (const { path, qualified, start_line } of rows)
      found.push({ file: path, qualified, line: Number(start_line) });
  }
  return found;
}

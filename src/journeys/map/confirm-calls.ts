// What a program was seen to call makes the call graph surer: stack traces in the output of commands and tests are read
// when they are captured, and in a job the calls that they show gain confidence. A call without a known target gets one.

import { callsInTraces, confirmedCalls, type SeenCall } from "../../../libs/callgraph/without-parser.ts";
import { confirmCall } from "../../indexes/codemap/call-store.ts";
import { pathsNamed, symbolPlaces } from "../../indexes/codemap/queries.ts";
import type { Memory } from "../../memory/memory.ts";
import type { ToolUse } from "../../protocol/hook.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { revealedPath } from "../../secrets/covered.ts";

const mostSeen = 200;

/** The calls that the output of a command shows, for the job; `dir` is the work tree. Pure. */
export function callsSeenIn(use: ToolUse, dir: string): JobPayload<"confirm-calls">["seen"] {
  return callsInTraces(outputOf(use))
    .flatMap((one) => inProject(one, dir) ?? [])
    .slice(0, mostSeen);
}

function outputOf({ output }: ToolUse): string {
  if (typeof output === "string") return output;
  const { stdout, stderr } = (output ?? {}) as Record<string, unknown>;
  return [stdout, stderr].filter((text) => typeof text === "string").join("\n");
}

/** With paths as the map has them; null if an end is outside. A trace of a library names absolute paths elsewhere. */
function inProject({ caller, callee }: SeenCall, dir: string): JobPayload<"confirm-calls">["seen"] | null {
  const frames = [caller, callee].map(({ path, line, function: name }) => {
    const plain = path.replaceAll("\\", "/").replace(/^\.\//, "");
    const inside = plain.startsWith(`${dir}/`) ? plain.slice(dir.length + 1) : plain;
    const isOutside = inside.startsWith("/") || /(?:^|\/)node_modules\//.test(inside) || /^\w+:/.test(inside);
    return isOutside ? null : { path: inside, line, ...(name === undefined ? {} : { function: name }) };
  });
  const [from, to] = frames;
  return from && to ? [{ caller: from, callee: to }] : null;
}

export async function confirmCalls(
  { db }: Memory,
  { projectId, dir, at, seen }: JobPayload<"confirm-calls">,
): Promise<void> {
  const clean = cleanerFor(revealedPath(dir));
  const stored = seen.map(({ caller, callee }) => ({
    caller: { ...caller, function: caller.function, path: clean.path(caller.path) },
    callee: { ...callee, function: callee.function, path: clean.path(callee.path) },
  }));
  const names = new Set(stored.flatMap(({ caller, callee }) => [lastOf(caller.path), lastOf(callee.path)]));
  const paths = await pathsNamed(db, projectId, names);
  const functions = (await symbolPlaces(db, projectId, paths)).map(({ startLine, ...place }) => ({
    ...place,
    line: startLine,
  }));
  const calls = confirmedCalls(stored, functions);
  await db.transaction().execute(async (tx) => {
    for (const call of calls) await confirmCall(tx, call, at);
  });
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

// What a program was seen to call makes the call graph surer: the calls that stack traces in the output of commands and
// tests show gain confidence. A call without a known target gets one. Capture reads the traces; this is the job.

import { confirmedCalls } from "../../../libs/callgraph/without-parser.ts";
import { confirmCall } from "../../indexes/codemap/call-store.ts";
import { pathsNamed } from "../../indexes/codemap/files.ts";
import { symbolPlaces } from "../../indexes/codemap/symbols.ts";
import type { Memory } from "../../memory/memory.ts";
import type { JobPayload } from "../../protocol/jobs.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";

export async function confirmCalls(
  { db }: Memory,
  { projectId, dir, at, seen }: JobPayload<"confirm-calls">,
): Promise<void> {
  const clean = cleanerFor(dir);
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

// The MCP tool code_map: the ranked map, or the callers of a symbol, as short text with a note about what is missing.

import { isAbsolute, join } from "node:path";
import type { OutputOf } from "../../areas/contracts.ts";
import { countTokens } from "../../context/tokens.ts";
import type { Memory } from "../../memory/memory.ts";
import type { CallSite, DanglingCall, MapStatus } from "../../protocol/codemap.ts";
import { plural } from "../../protocol/plural.ts";
import { callersOf } from "./answers.ts";
import { impactOfDiff } from "./diff-impact.ts";
import { outline, outlineText } from "./outline.ts";

export interface AskedByAgent {
  mention?: string | undefined;
  path?: string | undefined;
  callers_of?: string | undefined;
  /** A branch or commit: what its changes mean. */
  changes_since?: string | undefined;
  budget: number;
  folder?: string | undefined;
}

export async function codeMapForAgent(memory: Memory, asked: AskedByAgent): Promise<OutputOf<"code_map">> {
  const { callers_of: name, budget, folder, mention } = asked;
  if (name !== undefined) {
    const { calls, maybe, dangling, status } = await callersOf(memory, { name, limit: 200, folder });
    const lines = [
      ...dangling.map(danglingLine),
      ...calls.map(callLine),
      ...maybe.map((call) => `maybe: ${callLine(call)}`),
    ];
    const { text, left } = fitted(lines, budget);
    const unsure =
      maybe.length > 0 ? ` ${plural(maybe.length, "call")} of that name without a known target.` : "";
    return { text: text || "No resolved call.", left, note: noteOn(status) + unsure };
  }
  if (asked.changes_since !== undefined) {
    const diff = await impactOfDiff(memory, { base: asked.changes_since, depth: 3, limit: 200, folder });
    const { text, left } = fitted(linesOfDiff(diff), budget);
    return { text: text || `No symbol differs from ${diff.base}.`, left, note: noteOn(diff.status) };
  }
  const path = asked.path && folder && !isAbsolute(asked.path) ? join(folder, asked.path) : asked.path;
  const { files, left, status } = await outline(memory, { path, folder, budget, mention });
  return { text: outlineText(files), left, note: noteOn(status) };
}

/** What breaks first, then what to run. */
function linesOfDiff({ dangling, changes, tests, reached, unused, memories }: Diff): string[] {
  return [
    ...dangling.map(danglingLine),
    ...tests.map(
      ({ file, names }) => `run: ${file} (${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""})`,
    ),
    ...changes.map(
      ({ change, file, line, qualified }) => `${change}: ${qualified} at ${file}${line ? `:${line}` : ""}`,
    ),
    ...unused.map(
      ({ qualified, file, line }) => `nothing calls or names it any more: ${qualified} at ${file}:${line}`,
    ),
    ...memories.map(
      ({ content, stale }) => `known${stale ? ", may be outdated" : ""}: ${content.split("\n")[0]}`,
    ),
    ...reached.map(({ symbol }) => `called from: ${symbol.qualified} at ${symbol.file}:${symbol.startLine}`),
  ];
}

type Diff = OutputOf<"impact.diff">;

function danglingLine({ was, now, caller, file, line }: DanglingCall): string {
  const became = now === null ? "which is gone" : `now ${now}`;
  return `still uses ${was}, ${became}: ${caller ?? "code"} at ${file}:${line}`;
}

function callLine({ name, file, line, written, confidence }: CallSite): string {
  return `${name} at ${file}:${line}: ${written}${confidence < 0.7 ? ` (${Math.round(100 * confidence)} %)` : ""}`;
}

function fitted(lines: readonly string[], budget: number): { text: string; left: number } {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of lines) {
    tokens += countTokens(line) + 1;
    if (tokens > budget) break;
    kept.push(line);
  }
  return { text: kept.join("\n"), left: lines.length - kept.length };
}

function noteOn(status: MapStatus): string {
  const { files, symbols, unresolvedCalls, callsAt, filesWithoutCalls, broken, stale, mappedAt } = status;
  const parts = [
    `${plural(symbols, "symbol")} in ${plural(files, "file")}${mappedAt === null ? " that sessions touched" : ""}`,
    callsAt === null
      ? "calls are not resolved yet"
      : `${plural(unresolvedCalls, "call")} unresolved (calls of libraries not counted)`,
    ...(callsAt !== null && filesWithoutCalls > 0
      ? [`${plural(filesWithoutCalls, "file")} changed since calls were resolved`]
      : []),
    ...(status.skipped > 0 ? [`not mapped: ${status.notMapped.slice(0, 3).join(", ")}`] : []),
    ...(broken.length > 0 ? [`does not parse: ${broken.slice(0, 3).join(", ")}`] : []),
    ...(stale.length > 0 ? [`changed since they were mapped: ${stale.slice(0, 3).join(", ")}`] : []),
  ];
  return `${parts.join("; ")}.`;
}

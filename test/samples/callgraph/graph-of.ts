// The calls in a few small files, for tests: `caller -> callee` for every call inside them, in order of the name.

import { likelyConfidence } from "../../../libs/callgraph/calls/edges.ts";
import { type CallEdge, resolveCalls, summarise } from "../../../libs/callgraph/calls/resolve.ts";
import type { FileSummary } from "../../../libs/callgraph/calls/summary.ts";
import { languageOf } from "../../../libs/callgraph/languages/of-path.ts";
import { parse } from "../../../libs/callgraph/parse.ts";

export async function summariesOf(files: Record<string, string>): Promise<FileSummary[]> {
  const summaries: FileSummary[] = [];
  for (const [path, text] of Object.entries(files)) {
    const language = languageOf(path);
    const tree = language && (await parse(text, language));
    const summary = tree && summarise(path, tree);
    if (summary) summaries.push(summary);
  }
  return summaries;
}

export async function edgesOf(files: Record<string, string>): Promise<CallEdge[]> {
  return resolveCalls(await summariesOf(files), (path) => files[path]).edges;
}

/** In JavaScript and others, `main.js` or `main.ts` is left out of names, and module code is `top`. */
export async function callsIn(source: string | Record<string, string>, main = "main.js"): Promise<string[]> {
  const files = typeof source === "string" ? { [main]: source } : source;
  const shown = (name: string): string => (name === main ? "top" : name.replace(`${main}#`, ""));
  const found = (await edgesOf(files))
    .filter(
      ({ callee, calleeAt, confidence, isClass }) =>
        callee &&
        confidence >= likelyConfidence &&
        (calleeAt || main.endsWith(".py")) &&
        !(main.endsWith(".py") && isClass),
    )
    .map(({ caller, callee }) => `${shown(caller)} -> ${shown(callee ?? "")}`);
  return [...new Set(found)].sort();
}

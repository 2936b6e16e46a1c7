// Scores the call graph on small programs that were written for it (data/calls.*.blind.txt): each has the calls that a
// reader sees in it. Precision and recall over all edges.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { summariseJavaScript } from "../libs/callgraph/calls/javascript/front.ts";
import { javaScriptGraph } from "../libs/callgraph/calls/javascript/graph.ts";
import { summarisePython } from "../libs/callgraph/calls/python/front.ts";
import { pythonGraph } from "../libs/callgraph/calls/python/graph.ts";
import { parse } from "./codemap-parse.ts";
import { readPrograms } from "./codemap-programs.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  language: { value: "NAME", default: "javascript", about: "javascript or python" },
  show: { about: "print what is missing and what is wrong" },
});
const { language } = flags;
const text = readFileSync(join(import.meta.dirname, `data/calls.${language}.blind.txt`), "utf8");
const main = language === "python" ? "main.py" : "main.js";
const programs = readPrograms(text, main);

let [found, expected, right] = [0, 0, 0];
for (const { name, files, edges } of programs) {
  const said = language === "python" ? await inPython(files) : await inJavaScript(files);
  found += said.size;
  expected += edges.size;
  for (const edge of said) {
    if (edges.has(edge)) right++;
    else if (flags.show) console.log(`${name}: wrong ${edge}`);
  }
  if (flags.show) for (const edge of edges) if (!said.has(edge)) console.log(`${name}: missing ${edge}`);
}
const percent = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1);
console.log(
  `${programs.length} programs, ${expected} edges: precision ${percent(right, found)} %, recall ${percent(right, expected)} %`,
);

async function inPython(files: Record<string, string>): Promise<Set<string>> {
  const summaries = [];
  for (const [file, text] of Object.entries(files))
    summaries.push(summarisePython(file, await parse(file, text)));
  const said = new Set<string>();
  const own = new Set(Object.keys(files).map((file) => moduleOf(file)));
  const isOwn = (callee: string) => own.has(callee.split(".")[0] ?? "");
  const shown = (name: string) => (name === "main" ? "top" : name.replace(/^main\./, ""));
  for (const { caller, callee, isClass } of pythonGraph(summaries).edges)
    if (callee && !isClass && isOwn(callee)) said.add(`${shown(caller)}>${shown(callee)}`);
  return said;
}

function moduleOf(file: string): string {
  return (file.split("/")[0] ?? "").replace(/\.py$/, "");
}

async function inJavaScript(files: Record<string, string>): Promise<Set<string>> {
  const summaries = [];
  for (const [file, text] of Object.entries(files))
    summaries.push(summariseJavaScript(file, await parse(file, text)));
  const said = new Set<string>();
  type Place = { path: string; line: number; column: number };
  const shown = (name: string, { path, line, column }: Place): string | null => {
    if (name === path) return path === main ? "top" : path.replace(/\.js$/, "");
    const lines = (files[path] ?? "").split("\n");
    const before = [...lines.slice(0, line - 1), (lines[line - 1] ?? "").slice(0, column - 1)].join("\n");
    const marked = /\/\*([\w.#]+)\*\/\s*$/.exec(before)?.[1];
    if (marked !== undefined) return marked;
    const after = (lines[line - 1] ?? "").slice(column - 1);
    const parts = name.slice(name.indexOf("#") + 1).split(".");
    if (parts.at(-1) === "constructor") return parts.at(-2) ?? null;
    // A class without a constructor has no code of its own.
    return /^class\b/.test(after) && !/\bconstructor\(/.test(classAt(files[path] ?? "", before.length))
      ? null
      : ((parts.slice(parts.findIndex((part) => part.startsWith("["))).join(".") || parts.at(-1)) ?? null);
  };
  for (const { caller, callerAt, callee, calleeAt } of javaScriptGraph(summaries).edges) {
    if (!callee || !calleeAt) continue;
    const [from, to] = [shown(caller, callerAt), shown(callee, calleeAt)];
    if (from !== null && to !== null) said.add(`${from}>${to}`);
  }
  return said;
}

/** The text of the class that begins here. */
function classAt(text: string, start: number): string {
  let depth = 0;
  for (let at = text.indexOf("{", start); at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

// Scores the call graph on JavaScript cases: files, and the calls between functions that were seen at run time. More
// calls than were seen can be right, so precision is a lower bound.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { summariseJavaScript } from "../libs/callgraph/calls/javascript/front.ts";
import { javaScriptGraph } from "../libs/callgraph/calls/javascript/graph.ts";
import { parse } from "./codemap-parse.ts";
import { readFlags, shared } from "./flags.ts";

const flags = readFlags({
  shared,
  cases: {
    value: "FILE",
    about: "the cases (default: corpora/codemap/javascript-micro.json in the public data)",
  },
  show: { about: "print what is missing and what was not seen" },
});
const path = flags.cases ?? join(flags.shared, "corpora/codemap/javascript-micro.json");
const { cases } = JSON.parse(readFileSync(path, "utf8")) as {
  cases: { id: string; files: Record<string, string>; expected_edges: [string, string][] }[];
};

let found = 0;
let expected = 0;
let right = 0;
const start = (place: string): string => place.split(":").slice(0, 3).join(":");
for (const one of cases) {
  const summaries = [];
  for (const [file, text] of Object.entries(one.files)) {
    if (/\.[mc]?[jt]sx?$/.test(file)) summaries.push(summariseJavaScript(file, await parse(file, text)));
  }
  const said = new Set<string>();
  for (const { callerAt, calleeAt } of javaScriptGraph(summaries).edges) {
    if (!calleeAt) continue;
    said.add(
      `${callerAt.path}:${callerAt.line}:${callerAt.column} -> ${calleeAt.path}:${calleeAt.line}:${calleeAt.column}`,
    );
  }
  const wanted = new Set(one.expected_edges.map(([from, to]) => `${start(from)} -> ${start(to)}`));
  found += said.size;
  expected += wanted.size;
  if (flags.show) for (const edge of said) if (!wanted.has(edge)) console.log(`${one.id}: not seen ${edge}`);
  for (const edge of wanted) {
    if (said.has(edge)) right++;
    else if (flags.show) console.log(`${one.id}: missing ${edge}`);
  }
}
const percent = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1);
console.log(
  `${cases.length} cases, ${expected} edges seen: ${percent(right, expected)} % of them found; ` +
    `${percent(right, found)} % of the ${found} edges found were seen`,
);

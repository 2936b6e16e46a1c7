// Scores the call graph on Python cases: files, and the calls that are expected between their functions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { summarisePython } from "../libs/callgraph/calls/python/front.ts";
import { pythonGraph } from "../libs/callgraph/calls/python/graph.ts";
import { parse } from "./codemap-parse.ts";
import { readFlags, shared } from "./flags.ts";

const flags = readFlags({
  shared,
  cases: {
    value: "FILE",
    about: "the cases (default: corpora/codemap/python-micro.json in the public data)",
  },
  show: { about: "print what is missing and what is wrong" },
});
const path = flags.cases ?? join(flags.shared, "corpora/codemap/python-micro.json");
const { cases } = JSON.parse(readFileSync(path, "utf8")) as {
  cases: { id: string; files: Record<string, string>; expected: Record<string, string[]> }[];
};

let found = 0;
let expected = 0;
let right = 0;
for (const one of cases) {
  const summaries = [];
  for (const [file, text] of Object.entries(one.files)) {
    if (file.endsWith(".py")) summaries.push(summarisePython(file, await parse(file, text)));
  }
  const said = new Set<string>();
  for (const edge of pythonGraph(summaries).edges)
    if (edge.callee && !edge.isClass) said.add(`${edge.caller} -> ${edge.callee}`);
  const wanted = new Set(
    Object.entries(one.expected).flatMap(([caller, callees]) =>
      callees.map((callee) => `${caller} -> ${callee}`),
    ),
  );
  found += said.size;
  expected += wanted.size;
  for (const edge of said) {
    if (wanted.has(edge)) right++;
    else if (flags.show) console.log(`${one.id}: wrong ${edge}`);
  }
  if (flags.show) for (const edge of wanted) if (!said.has(edge)) console.log(`${one.id}: missing ${edge}`);
}
const percent = (part: number, of: number): string => ((100 * part) / Math.max(1, of)).toFixed(1);
console.log(
  `${cases.length} cases, ${expected} edges: precision ${percent(right, found)} %, recall ${percent(right, expected)} %`,
);

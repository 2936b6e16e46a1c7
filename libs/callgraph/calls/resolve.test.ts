import { expect, test } from "vitest";
import { summariesOf } from "../../../test/samples/callgraph/graph-of.ts";
import { keepAsBytes } from "./kept.ts";
import { type CallEdge, resolveCalls, resolveInParts } from "./resolve.ts";

const files = {
  "a.ts": 'import { b } from "./b.ts";\nexport function a() { b(); }\n',
  "b.ts": 'import { c } from "./c.ts";\nexport function b() { c(); }\n',
  "c.ts": "export function c() {}\n",
  "d.py": "def d():\n    d()\n",
};
const read = () => undefined;

function shown(edges: readonly CallEdge[]): string[] {
  return edges.map(({ caller, callee }) => `${caller} -> ${callee}`).sort();
}

test("files that are resolved in parts, from summaries kept as bytes, have the calls of the whole", async () => {
  const summaries = await summariesOf({
    ...files,
    "e/e.go": "package e\nfunc E() { help() }\n",
    "e/help.go": "package e\nfunc help() { E() }\n",
  });
  const parts = [...resolveInParts(summaries.map(keepAsBytes), read, 1)];
  expect(parts).toHaveLength(summaries.length);
  const inParts = shown(parts.flatMap(({ edges }) => edges));
  expect(inParts).toEqual(shown(resolveCalls(summaries, read).edges));
  expect(inParts).toContain("e/e.go#E -> e/help.go#help");
});

test("languages do not call each other by accident", async () => {
  const summaries = await summariesOf({
    "a.py": "def f(): pass\n",
    "b.js": "f();\n",
    "c.go": "package c\nfunc g() { f() }\n",
  });
  expect(resolveCalls(summaries, read).edges.filter(({ calleeAt }) => calleeAt)).toEqual([]);
});

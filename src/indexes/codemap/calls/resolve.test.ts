import { expect, test } from "vitest";
import { summariesOf } from "./graph-of.sample.ts";
import { type CallEdge, resolveCalls } from "./resolve.ts";

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

test("a summary survives being stored", async () => {
  const summaries = await summariesOf(files);
  expect(shown(resolveCalls(structuredClone(summaries), read).edges)).toEqual(
    shown(resolveCalls(summaries, read).edges),
  );
});

test("languages do not call each other by accident", async () => {
  const summaries = await summariesOf({
    "a.py": "def f(): pass\n",
    "b.js": "f();\n",
    "c.go": "package c\nfunc g() { f() }\n",
  });
  expect(resolveCalls(summaries, read).edges.filter(({ calleeAt }) => calleeAt)).toEqual([]);
});

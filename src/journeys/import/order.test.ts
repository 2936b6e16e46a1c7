// The newest sessions come first, but never before what they repeat.

import { expect, test } from "vitest";
import { type Candidate, groupsInOrder } from "./order.ts";

function candidate(path: string, day: number, more: Partial<Candidate> = {}): Candidate {
  const modifiedAt = new Date(Date.UTC(2026, 0, day));
  return { path, size: 1, modifiedAt, session: path, head: { uuid: path, isCompacted: false }, ...more };
}

const pathsOf = (candidates: Candidate[]) =>
  groupsInOrder(candidates).map((group) => group.map(({ path }) => path));

test("the newest session is first", () => {
  expect(pathsOf([candidate("a", 1), candidate("c", 3), candidate("b", 2)])).toEqual([["c"], ["b"], ["a"]]);
});

test("sub-agents follow their session, however old they are", () => {
  const agent = candidate("a/subagents/agent-1", 1, { session: "a" });
  expect(pathsOf([agent, candidate("b", 2), candidate("a", 3)])).toEqual([
    ["a", "a/subagents/agent-1"],
    ["b"],
  ]);
});

test("a fork follows its original, and both are as new as the newest of them", () => {
  const same = { head: { uuid: "u", isCompacted: false } };
  const files = [candidate("fork", 9, same), candidate("other", 5), candidate("original", 1, same)];
  expect(pathsOf(files)).toEqual([["original"], ["fork"], ["other"]]);
});

test("what continues a compacted session is last: it may repeat any other", () => {
  const continued = candidate("continued", 9, { head: { uuid: "u", isCompacted: true } });
  expect(pathsOf([continued, candidate("a", 1), candidate("b", 2)])).toEqual([["b"], ["a"], ["continued"]]);
});

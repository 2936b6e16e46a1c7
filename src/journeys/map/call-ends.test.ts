// The symbols at both ends of a call: the innermost around a line, and of several on one line the one with the name.

import { expect, test } from "vitest";
import type { CallEdge } from "../../../libs/callgraph/without-parser.ts";
import { asCall, placesByPath } from "./call-ends.ts";

const place = (name: string, startLine: number, endLine: number, id = name) => {
  return { id, path: "a.ts", name, startLine, endLine };
};
const places = placesByPath([
  place("Bill", 1, 20),
  place("total", 2, 6),
  place("inner", 3, 4),
  place("tax", 8, 8),
  place("round", 8, 8),
  place("after", 25, 30),
]);

function endsOf(line: number, callee: string, calleeLine: number, caller?: string) {
  const edge = {
    ...{ caller, at: { path: "a.ts", line, column: 1 }, written: callee, callee },
    ...{ calleeAt: { path: "a.ts", line: calleeLine }, resolution: "exact", confidence: 1 },
  } as unknown as CallEdge;
  const { callerId, targetId } = asCall(edge, places);
  return [callerId, targetId];
}

test("the caller is the innermost symbol around the line", () => {
  expect(endsOf(4, "tax", 8)).toEqual(["inner", "tax"]);
  expect(endsOf(5, "tax", 8)).toEqual(["total", "tax"]);
  expect(endsOf(7, "tax", 8)).toEqual(["Bill", "tax"]);
  expect(endsOf(22, "tax", 8)).toEqual([null, "tax"]);
});

test("of several on one line, the one with the name", () => {
  expect(endsOf(26, "Bill.round", 8)).toEqual(["after", "round"]);
  expect(endsOf(8, "inner", 3, "Bill.tax")).toEqual(["tax", "inner"]);
});

test("what is around a function without a name is not what is called", () => {
  expect(endsOf(26, "nothing", 5)).toEqual(["after", null]);
});

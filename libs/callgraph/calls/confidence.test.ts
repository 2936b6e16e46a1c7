import { describe, expect, test } from "vitest";
import { confirmedCalls, heal, type KnownEdge } from "./confidence.ts";
import { callsInTraces } from "./stack-trace.ts";

const guess: KnownEdge = { confidence: 0.6, resolution: "inferred", initial: 0.6, ageDays: 5 };

describe("the confidence of an edge", () => {
  test("rises with every trace that shows the call, and never reaches certainty", () => {
    const once = heal(guess, { kind: "seen", times: 1 });
    expect(once).toBeGreaterThan(0.8);
    const often = heal(guess, { kind: "seen", times: 20 });
    expect(often).toBeGreaterThan(once);
    expect(often).toBeLessThan(1);
  });

  test("ends when the code contradicts the edge", () => {
    expect(heal({ ...guess, confidence: 0.98 }, { kind: "contradicted" })).toBe(0);
  });

  test("fades when nothing confirms it for long, down to half of what the analysis said", () => {
    expect(heal(guess, { kind: "elapsed" })).toBe(0.6);
    const later = heal({ ...guess, ageDays: 120 }, { kind: "elapsed" });
    expect(later).toBeLessThan(0.6);
    expect(heal({ ...guess, ageDays: 5000 }, { kind: "elapsed" })).toBe(0.3);
    expect(heal({ ...guess, ageDays: 5000, seenDaysAgo: 3 }, { kind: "elapsed" })).toBe(0.6);
  });

  test("of a call that is written plainly does not fade", () => {
    const direct: KnownEdge = { confidence: 0.98, resolution: "direct", initial: 0.98, ageDays: 5000 };
    expect(heal(direct, { kind: "elapsed" })).toBe(0.98);
  });
});

test("frames of a trace are matched to functions by file and line, the innermost first", () => {
  const functions = [
    { id: "run", path: "src/main.ts", name: "run", line: 1, endLine: 20 },
    { id: "inner", path: "src/main.ts", name: "run.inner", line: 5, endLine: 9 },
    { id: "save", path: "src/store.ts", name: "Store.save", line: 8, endLine: 14 },
    { id: "other", path: "lib/store.ts", name: "save", line: 1, endLine: 90 },
  ];
  const seen = callsInTraces(`    at Store.save (/home/me/app/src/store.ts:10:11)
    at inner (/home/me/app/src/main.ts:6:3)
    at run (/home/me/app/src/main.ts:12:3)
    at foreign (/elsewhere/x.js:1:1)`);
  expect(confirmedCalls(seen, functions)).toEqual([
    { callerId: "inner", calleeId: "save", name: "save", line: 6 },
    { callerId: "run", calleeId: "inner", name: "inner", line: 12 },
  ]);
});

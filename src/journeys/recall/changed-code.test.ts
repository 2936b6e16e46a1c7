import { expect, test } from "vitest";
import type { SymbolChangeEntry } from "../../protocol/codemap.ts";
import type { Turn } from "../../protocol/turns.ts";
import { changedLines } from "./changed-code.ts";

const change = (qualified: string, at: string, more: Partial<SymbolChangeEntry> = {}): SymbolChangeEntry => ({
  ...{ symbolId: `sym_${qualified}`, file: "src/bill.ts", qualified, kind: "method", change: "modified" },
  ...{ signature: `${qualified}(): number`, was: null, at, sessionId: "s1", observationId: "o1" },
  ...more,
});
const turn = { id: "t1", sessionId: "s1", startedAt: "2", endedAt: "5", request: "Double what is added" };
const turns = [turn as Turn];

test("changed code is said with its signature and what it was done for", () => {
  const renamed = { change: "renamed", was: "src/bill.ts#sum" } as const;
  expect(changedLines([change("total", "4"), change("tax", "3", renamed)], turns)).toMatchObject([
    {
      id: "sym_total",
      text: "modified src/bill.ts: total(): number; renamed tax(): number (was sum)",
      from: 'for "Double what is added"',
    },
  ]);
});

test("what changed outside of sessions is said as such", () => {
  const lines = changedLines([change("total", "9", { sessionId: null })], turns);
  expect(lines).toMatchObject([{ from: "changed outside of sessions" }]);
});

test("each symbol is said once, with its last change; values and what is gone are not", () => {
  const changes = [
    change("total", "4"),
    change("total", "3", { change: "new" }),
    change("rate", "3", { kind: "property" }),
    change("old", "3", { change: "deleted", symbolId: null }),
    change("of another session", "3", { sessionId: "s0" }),
  ];
  expect(changedLines(changes, turns).map(({ text }) => text)).toEqual([
    "modified src/bill.ts: total(): number",
  ]);
});

import { describe, expect, test } from "vitest";
import { lastName, type NewCall, renewCalls, type StoredCall } from "./renew-calls.ts";

const call: NewCall = {
  ...{ callerId: "caller", targetId: "target", targetName: null, written: "bill.total", line: 3, column: 5 },
  ...{ resolution: "inferred", confidence: 0.6, confirmedAt: null, ledTo: null },
};
const stored = (change: Partial<StoredCall>): StoredCall => ({
  ...call,
  id: 1,
  isElsewhere: true,
  ...change,
});
const unresolved: NewCall = { ...call, targetId: null, resolution: "unresolved", confidence: 0 };
const whole = null;

describe("calls that are resolved again", () => {
  test("are not written if they are the same", () => {
    expect(renewCalls([call], [stored({})], whole)).toEqual({ gone: [], added: [], unresolved: 0 });
  });

  test("replace what the code no longer says", () => {
    const now = { ...call, targetId: "other" };
    expect(renewCalls([now], [stored({})], whole)).toEqual({ gone: [1], added: [now], unresolved: 0 });
  });

  test("keep what was seen at run time, and are surer for it", () => {
    const seen = stored({ confirmedAt: "2026-03-01", confidence: 0.84, line: 2 });
    const { added } = renewCalls([call], [seen], whole);
    expect(added).toEqual([{ ...call, confirmedAt: "2026-03-01", confidence: 0.84 }]);
    expect(renewCalls([unresolved], [seen], whole).added[0]).toMatchObject({ targetId: "target", line: 3 });
  });

  test("lose what was seen at run time if the call is gone", () => {
    expect(renewCalls([], [stored({ confirmedAt: "2026-03-01" })], whole)).toMatchObject({
      gone: [1],
      added: [],
    });
  });

  test("are unresolved if nothing was seen", () => {
    expect(renewCalls([unresolved], [stored({})], whole)).toMatchObject({ gone: [1], unresolved: 1 });
  });

  test("still say what they called before it was renamed, as long as they have no other target", () => {
    const was = stored({ ...unresolved, ledTo: "src/bill.py#total" });
    const moved = { ...unresolved, line: 9 };
    expect(renewCalls([moved], [was], whole).added).toEqual([{ ...moved, ledTo: "src/bill.py#total" }]);
    expect(renewCalls([call], [was], whole)).toMatchObject({ gone: [1], added: [{ ledTo: null }] });
  });

  test("in unchanged code keep what the whole project said of them", () => {
    const partial = { changed: new Set<string>() };
    const guessed = { ...call, targetId: "sym_other", resolution: "inferred" as const };
    expect(renewCalls([guessed], [stored({ isElsewhere: false })], partial)).toMatchObject({
      gone: [],
      added: [],
    });
    expect(renewCalls([unresolved], [stored({ isElsewhere: false })], partial).unresolved).toBe(0);
  });

  test("keep targets in files that were not read", () => {
    const partial = { changed: new Set([call.callerId ?? ""]) };
    expect(renewCalls([unresolved], [stored({})], partial)).toEqual({ gone: [], added: [], unresolved: 0 });
    expect(renewCalls([unresolved], [stored({ isElsewhere: false })], partial).unresolved).toBe(1);
  });
});

test("the name of a call is the last one that is written", () => {
  expect(["total", "a.b.total", "A::total", "p->total", "list[0].total()", "(0)"].map(lastName)).toEqual([
    ...Array(5).fill("total"),
    null,
  ]);
});

import { expect, test } from "vitest";
import type { Turn } from "../../protocol/turns.ts";
import { inForce } from "./in-force.ts";
import { subjectOf } from "./subject.ts";

const turn = (id: string, outcome: string, state: Turn["state"] = { is: "current" }): Turn => ({
  ...{ id, outcome, state, request: "", detail: "", decisions: [], open: [], files: [], looked: [] },
  ...{ projectId: "p", sessionId: "s", branch: null, symbols: [], commands: [], commit: null },
  ...{
    tests: { before: null, after: null },
    startedAt: "",
    endedAt: "2026-03-01T10:00:00Z",
    provider: "offline",
  },
});
const replaced = { is: "superseded", by: "new", at: "2026-03-02T10:00:00Z" } as const;
const older = turn(
  "old",
  "The mirror timeout is 10 s. The retries go through an outbox table, because nobody runs a broker.",
  replaced,
);
const newer = turn("new", "The mirror timeout is now 30 s.");
const known = new Map([older, newer].map((one) => [one.id, one]));

test("a value that was replaced is said by the newer turn, with what it was", () => {
  const said = inForce(older, known, null, subjectOf("why does the mirror timeout hit so early"));
  expect(said?.turn.id).toBe("new");
  expect(said?.caution).toContain("until 2026-03-02 10:00: The mirror timeout is 10 s.");
});

test("what was not replaced is still said, without the old value", () => {
  const said = inForce(older, known, null, subjectOf("why is there no broker for the retries"));
  expect(said?.turn.id).toBe("old");
  expect(said?.turn.outcome).toBe("The retries go through an outbox table, because nobody runs a broker.");
});

test("what was rejected is said only to somebody who asks whether it was tried", () => {
  const rejected = turn("r", "I moved the mirror to the cloud.", {
    is: "rejected",
    at: "2026-03-02T10:00:00Z",
  });
  expect(inForce(rejected, known, null, subjectOf("move the mirror"))).toBeNull();
  expect(inForce(rejected, known, "tried", subjectOf("did we move the mirror"))?.caution).toContain(
    "rejected",
  );
});

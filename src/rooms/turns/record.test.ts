import { expect, test } from "vitest";
import { aTurn } from "./a-turn.ts";
import { recordsOf } from "./record.ts";

const told = (...turns: Partial<Parameters<typeof aTurn>[0]>[]) =>
  recordsOf(turns.map((turn) => aTurn(turn)).reverse())
    .flatMap(({ said }) => said)
    .map(({ text }) => text);

test("newer sessions come first, and within them what was done", () => {
  const [first, second] = told(
    { sessionId: "ses_1", outcome: "The voucher export writes UTF-8 with `bom` off." },
    { sessionId: "ses_2", outcome: "The price list reads `rates.csv` now.", files: ["rates.ts"] },
  );
  expect(first).toBe("The price list reads `rates.csv` now.");
  expect(second).toBe("The voucher export writes UTF-8 with `bom` off.");
});

test("a commit is told by its subject", () => {
  const outcome = "All tests pass. Commit 1a2b3c4: feat(export): write vouchers as UTF-8.";
  expect(told({ outcome, commit: "1a2b3c4" })).toEqual(["Write vouchers as UTF-8."]);
});

test("a fault that later work dealt with is not told: the last state wins", () => {
  expect(
    told(
      { outcome: "The voucher export is broken on Windows machines." },
      { outcome: "The voucher export runs on Windows machines again.", files: ["export.ts"] },
    ),
  ).toEqual(["The voucher export runs on Windows machines again."]);
});

test("what refers to something else, lists or breaks off is not told", () => {
  expect(
    told({ outcome: "It rounds the voucher prices now. `src/export.ts`. README.md - Updated." }),
  ).toEqual([]);
  expect(
    told({ outcome: "The refused proposal about vouchers.", state: { is: "rejected", at: "" } }),
  ).toEqual([]);
});

test("what the agent wrote itself is told whole, before anything that rules found", () => {
  const outcome = "Vouchers are UTF-8. It was Latin-1, because the shop system of 1998 wanted it.";
  expect(told({ outcome, provider: "agent" }, { outcome: "The price list reads `rates.csv` now." })[0]).toBe(
    outcome,
  );
});

test("what the session was mostly asked about is told before its details", () => {
  const files = ["shop/map.ts"];
  expect(
    told(
      { request: "Draw the harbour map.", outcome: "Renamed `drawAll` to `drawNames`.", files },
      { request: "The harbour map needs names.", outcome: "The harbour map now shows names.", files },
      { request: "Thanks.", outcome: "Removed the unused `drawOld`.", files },
    )[0],
  ).toBe("The harbour map now shows names.");
});

test("a result is told with its cause, and a cause that was dealt with is not told alone", () => {
  const files = ["shop/map.ts"];
  expect(
    told(
      { request: "The map is empty.", outcome: "The map was empty because `berths` had no rows.", files },
      {
        request: "Fill the harbour map.",
        outcome:
          "Filled the harbour map from `berths.csv`. The harbour map was empty because the import skipped rows.",
        files,
      },
    ),
  ).toEqual([
    "Filled the harbour map from `berths.csv`. The harbour map was empty because the import skipped rows.",
  ]);
});

test("advice, options and instructions to the reader are no result", () => {
  expect(
    told({
      request: "Is the harbour map done?",
      outcome: "B. Added harbour map on a page of its own. The harbour map should be moved later.",
    }),
  ).toEqual([]);
});

test("what an agent only found is told until what it left open is done", () => {
  const found = {
    outcome: "CI fails, because the runner has Node 18.",
    open: ["CI to Node 22"],
    provider: "agent",
  };
  const done = { request: "yes do it", outcome: "CI runs on Node 22.", commit: "1a2b3c4", provider: "agent" };
  expect(told(found)).toEqual([found.outcome]);
  expect(told(found, done)).toEqual([done.outcome]);
});

test("decisions are told with the outcome, each with its reason", () => {
  expect(
    told({ outcome: "the map is drawn once", decisions: ["SVG, because it prints well"], provider: "agent" }),
  ).toEqual(["The map is drawn once. Decided: SVG, because it prints well."]);
});

import { expect, test } from "vitest";
import { aTurn } from "./a-turn.ts";
import { openList } from "./open-list.ts";

const left = (...turns: Partial<Parameters<typeof aTurn>[0]>[]) =>
  openList(turns.map((turn) => aTurn(turn)).reverse()).map(({ text }) => text);

test("what a turn leaves open stays open, the newest first", () => {
  expect(
    left(
      { open: ["The voucher export has no test."] },
      { outcome: "The header is blue." },
      { open: ["The price list needs a new date."] },
    ),
  ).toEqual(["The price list needs a new date.", "The voucher export has no test."]);
});

test("a later statement closes one of two points, and leaves the other", () => {
  expect(
    left(
      { open: ["The voucher export has no test.", "The price list needs a new date."] },
      { outcome: "The voucher export has a test now.", files: ["export.test.ts"] },
    ),
  ).toEqual(["The price list needs a new date."]);
});

test("a question about a point closes nothing", () => {
  expect(
    left(
      { open: ["The voucher export has no test."] },
      { request: "Which voucher export do you mean?", outcome: "The one in export.ts." },
    ),
  ).toEqual(["The voucher export has no test."]);
});

test("the user's assent to the offer closes it, once something was done", () => {
  const offered = { open: ["The voucher export has no test."] };
  const request = "yes (to: Shall I write a test for the voucher export?)";
  expect(left(offered, { request, files: ["export.test.ts"] })).toEqual([]);
});

test("a commit and a push close what waits for them, on the same branch only", () => {
  const waiting = { open: ["The parser fix is uncommitted."], branch: "fix" };
  expect(left(waiting, { branch: "fix", commit: "1a2b3c4" })).toEqual([]);
  expect(left(waiting, { branch: "main", commit: "1a2b3c4" })).toEqual(waiting.open);
  const pushing = { open: ["Both commits are not pushed."], branch: "fix" };
  expect(left(pushing, { branch: "fix", commit: "1a2b3c4" })).toEqual(pushing.open);
  expect(left(pushing, { branch: "fix", commands: ["git push origin fix"] })).toEqual([]);
});

test("a failing check is closed by a run that passes, and open again when it fails again", () => {
  const failed = { open: ["Ran npm test: 2 failed"], tests: { before: null, after: "failed" as const } };
  const passed = { tests: { before: null, after: "passed" as const } };
  expect(left(failed, passed)).toEqual([]);
  expect(left(failed, passed, failed)).toEqual(failed.open);
});

test("the same point is told once, in its newest words", () => {
  expect(
    left({ open: ["The voucher export has no test."] }, { open: ["The voucher export still has no test."] }),
  ).toEqual(["The voucher export still has no test."]);
});

test("what the user rejected leaves nothing open", () => {
  expect(left({ open: ["The cache needs Redis."], state: { is: "rejected", at: "" } })).toEqual([]);
});

test("an agent that writes one of its points again writes all that are left", () => {
  const provider = "agent";
  expect(
    left(
      { open: ["a test for the harbour map", "German names of berths"], provider },
      { outcome: "The colours are done.", open: ["names of berths in German"], provider, files: ["map.css"] },
    ),
  ).toEqual(["names of berths in German"]);
});

test("a yes right after the proposal closes it once something was done", () => {
  const proposed = { open: ["Aufbewahrung der Exporte, Vorschlag 90 Tage"], provider: "agent" };
  expect(left(proposed, { request: "ja, 90 Tage", files: ["cleanup.py"] })).toEqual([]);
  expect(left(proposed, { request: "Was kostet das?", outcome: "Nichts." })).toEqual(proposed.open);
});

test("a pull request is closed by its number or by its merge, and not by another address", () => {
  const opened = { open: ["Draft PR: https://git.test/shop/pull/17"], branch: "icons" };
  const other = { outcome: "The build runs at https://git.test/shop/actions/runs/9.", files: ["a.ts"] };
  expect(left(opened, other)).toEqual(opened.open);
  expect(left(opened, { outcome: "PR #17 is merged.", branch: "main" })).toEqual([]);
  expect(left(opened, { branch: "main", commands: ["gh pr merge 17 --squash"] })).toEqual([]);
});

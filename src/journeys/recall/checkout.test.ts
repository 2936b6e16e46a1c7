// Whether work on another branch counts here: once git knows it as merged.

import { expect, test } from "vitest";
import { type Checkout, elsewhere, isMerged } from "./checkout.ts";

const here: Checkout = {
  branch: "main",
  known: new Set(["main", "feature/done", "feature/open"]),
  merged: new Set(["main", "feature/done"]),
  pushed: new Set(),
  changed: null,
  commits: ["1a2b3c4d5e6f7890", "0f0f0f0f0f0f0f0f"],
};

test.each([
  ["work on this branch", { branch: "main", commit: null }, ""],
  ["work whose branch is unknown", { branch: null, commit: null }, ""],
  ["a branch that was merged", { branch: "feature/done", commit: null }, ""],
  ["a branch that was not", { branch: "feature/open", commit: null }, "on feature/open, not merged"],
  ["a branch of which git knows nothing", { branch: "feature/gone", commit: null }, ""],
  ["a commit that is part of this branch", { branch: "feature/gone", commit: "1a2b3c4" }, ""],
  ["a commit that is not", { branch: "feature/done", commit: "deadbee" }, "on feature/done, not merged"],
])("%s", (_, turn, said) => {
  expect(elsewhere(turn, here)).toBe(said);
});

test("without a branch of its own a folder doubts nothing", () => {
  const nowhere = { ...here, branch: null };
  expect(isMerged({ branch: "feature/open", commit: null }, nowhere)).toBe(true);
});

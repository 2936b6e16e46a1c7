import { expect, test } from "vitest";
import { likenessOf } from "./judge.ts";
import { type LearningUsage, planConsolidation, type Step } from "./plan-consolidation.ts";

const likeness = likenessOf({ id: "all-minilm-l6-v2/int8/384", dimensions: 384 });
const now = new Date("2026-09-01T00:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

const kept = (id: string, over: Partial<LearningUsage> = {}): LearningUsage => ({
  id,
  projectId: "p",
  type: "learning",
  category: "convention",
  content: id,
  confidence: 0.7,
  timesSeen: 1,
  isManual: false,
  state: "active",
  supersededBy: null,
  staleSince: null,
  sessionId: "s",
  observationId: null,
  saidBy: null,
  author: null,
  machine: null,
  scope: "private",
  createdAt: daysAgo(10),
  updatedAt: daysAgo(10),
  timesShown: 0,
  timesUsed: 0,
  shownWhenLowered: 0,
  ...over,
});

const plan = (all: LearningUsage[], near = 0): Step[] => planConsolidation(all, () => near, likeness, now);

test.each<[string, LearningUsage[], number, Step[]]>([
  ["nothing to do", [kept("a"), kept("b")], 0.5, []],
  [
    "the one with higher confidence stays",
    [kept("a"), kept("b", { confidence: 0.9 })],
    0.95,
    [{ step: "merge", from: "a", into: "b" }],
  ],
  [
    "the one of the user stays",
    [kept("a", { confidence: 0.95 }), kept("b", { isManual: true, confidence: 1 })],
    0.95,
    [{ step: "merge", from: "a", into: "b" }],
  ],
  [
    "of two equal ones the older stays",
    [kept("a"), kept("b", { createdAt: daysAgo(20) })],
    0.95,
    [{ step: "merge", from: "a", into: "b" }],
  ],
  ["two of the user are not merged", [kept("a", { isManual: true }), kept("b", { isManual: true })], 1, []],
  ["opposites are not merged", [kept("Always use pnpm"), kept("Never use pnpm")], 0.95, []],
  ["learnings of different projects are not merged", [kept("a"), kept("b", { projectId: null })], 1, []],
  ["a dead end is not merged with a claim", [kept("a"), kept("b", { type: "observation" })], 1, []],
  [
    "injected without use",
    [kept("a", { timesShown: 10 })],
    0,
    [{ step: "lower", id: "a", confidence: 0.6, shown: 10 }],
  ],
  ["said by the user, injected without use", [kept("a", { timesShown: 40, saidBy: "user" })], 0, []],
  ["injected without use, and already lowered", [kept("a", { timesShown: 15, shownWhenLowered: 10 })], 0, []],
  ["injected and used", [kept("a", { timesShown: 50, timesUsed: 1 })], 0, []],
  ["already at the lowest confidence", [kept("a", { timesShown: 50, confidence: 0.1 })], 0, []],
  [
    "low confidence and old",
    [kept("a", { confidence: 0.3, updatedAt: daysAgo(91) })],
    0,
    [{ step: "archive", id: "a", reason: "unsure, and not seen for 91 days" }],
  ],
  ["low confidence and new", [kept("a", { confidence: 0.3, updatedAt: daysAgo(89) })], 0, []],
  [
    "very old",
    [kept("a", { updatedAt: daysAgo(400) })],
    0,
    [{ step: "archive", id: "a", reason: "not seen for 400 days" }],
  ],
  ["very old with high confidence", [kept("a", { confidence: 0.9, updatedAt: daysAgo(400) })], 0, []],
  ["very old and used", [kept("a", { timesUsed: 2, updatedAt: daysAgo(400) })], 0, []],
  [
    "very old and added by the user",
    [kept("a", { isManual: true, updatedAt: daysAgo(4000), timesShown: 99 })],
    0,
    [],
  ],
])("%s", (_, all, near, steps) => {
  expect(plan(all, near)).toEqual(steps);
});

test("three near-duplicates become one", () => {
  expect(plan([kept("a"), kept("b"), kept("c", { timesSeen: 4 })], 0.95)).toEqual([
    { step: "merge", from: "a", into: "c" },
    { step: "merge", from: "b", into: "c" },
  ]);
});

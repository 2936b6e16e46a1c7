import { describe, expect, test } from "vitest";
import { foldTurns, type Hit } from "./fold.ts";

const time = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`;
const hit = (id: string, relevance: number, minute: number, over: Partial<Hit["document"]> = {}): Hit => ({
  relevance,
  signals: { coverage: 0.5 },
  document: {
    owner_kind: id.startsWith("turn") ? "turn" : "observation",
    owner_id: id,
    session_id: "one",
    author: null,
    happened_at: time(minute),
    ...over,
  },
});
const turns = new Map([
  ["turn 1", { sessionId: "one", startedAt: time(1), endedAt: time(3) }],
  ["turn 2", { sessionId: "one", startedAt: time(3), endedAt: time(5) }],
]);
const fold = (...hits: Hit[]) =>
  foldTurns(hits, turns).map(({ hit: { document }, relevance, evidence }) => ({
    ...{ id: document.owner_id, relevance },
    evidence: evidence.map((one) => one.document.owner_id),
  }));

describe("of a turn and its observations", () => {
  test("one result remains, where the best of them stood and as relevant as that", () => {
    expect(
      fold(hit("ran", 0.9, 2), hit("other", 0.8, 9), hit("turn 1", 0.7, 3), hit("edited", 0.6, 2)),
    ).toEqual([
      { id: "turn 1", relevance: 0.9, evidence: ["ran", "edited"] },
      { id: "other", relevance: 0.8, evidence: [] },
    ]);
  });

  test("an observation that contains more of the question's words stays beside its turn", () => {
    const error = { ...hit("error", 0.5, 2), signals: { coverage: 0.8 } };
    expect(fold(error, hit("turn 1", 0.4, 3)).map(({ id }) => id)).toEqual(["error", "turn 1"]);
  });

  test("the prompt is no evidence, and of many observations the best are", () => {
    const prompt = hit("asked", 0.9, 1, { author: "user" });
    const rest = [1, 2, 3, 4, 5].map((n) => hit(`did ${n}`, 0.6, 2));
    expect(fold(prompt, hit("turn 1", 0.8, 3), ...rest)).toEqual([
      { id: "turn 1", relevance: 0.9, evidence: ["did 1", "did 2", "did 3"] },
    ]);
  });
});

test("observations of other sessions, other times and turns that were not found stay", () => {
  const hits = [
    hit("elsewhere", 0.9, 2, { session_id: "two" }),
    hit("turn 1", 0.8, 3),
    hit("later", 0.7, 5),
    hit("turn 3", 0.6, 2),
  ];
  expect(fold(...hits).map(({ id }) => id)).toEqual(["elsewhere", "turn 1", "later", "turn 3"]);
});

test("at the moment between two turns an observation belongs to the later one", () => {
  expect(fold(hit("turn 1", 0.9, 3), hit("turn 2", 0.8, 5), hit("between", 0.7, 3))).toEqual([
    { id: "turn 1", relevance: 0.9, evidence: [] },
    { id: "turn 2", relevance: 0.8, evidence: ["between"] },
  ]);
});

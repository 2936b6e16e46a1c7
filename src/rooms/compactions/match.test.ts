import { describe, expect, test } from "vitest";
import { type CompactionReport, type KnownCompaction, type Match, matchOf } from "./match.ts";

const at = (minute: number, second = 0): string =>
  new Date(Date.UTC(2026, 2, 1, 10, minute, second)).toISOString();
const noted = (minute: number, over: Partial<KnownCompaction> = {}): KnownCompaction => ({
  id: "noted",
  state: "noted",
  notedAt: at(minute),
  at: at(minute),
  messageId: null,
  ...over,
});
const done = (id: string, minute: number, over: Partial<KnownCompaction> = {}): KnownCompaction => ({
  id,
  state: "done",
  notedAt: null,
  at: at(minute),
  messageId: null,
  ...over,
});
const announced = (minute: number, second = 0): CompactionReport => ({
  by: "announcement",
  at: at(minute, second),
});
const hook = (minute: number, second = 0): CompactionReport => ({ by: "hook", at: at(minute, second) });
const read = (messageId: string, minute: number, second = 0): CompactionReport => ({
  by: "transcript",
  at: at(minute, second),
  messageId,
});

const known = (id: string): Match => ({ is: "known", id });
const newOne = (state: KnownCompaction["state"]): Match => ({ is: "new", state });

describe("a report of a compaction matches", () => {
  test.each<[string, CompactionReport, KnownCompaction[], Match]>([
    ["a new one in state noted, if it is the first announcement", announced(5), [], newOne("noted")],
    ["the one that was announced before and did not happen", announced(9), [noted(5)], known("noted")],
    ["a completed one, if its announcement arrives late", announced(5), [done("a", 6)], known("a")],
    ["a new one, if it is announced after a completed one", announced(7), [done("a", 6)], newOne("noted")],
    ["the announced one, when the session continues", hook(5, 3), [noted(5)], known("noted")],
    ["the announced one, even long after", read("m", 59), [noted(5)], known("noted")],
    ["a new one, if nothing announced it", hook(5), [], newOne("done")],
    ["a new one, if the last one is long ago", hook(30), [done("a", 5)], newOne("done")],
    ["the same one, if two hooks report it", hook(5, 9), [done("a", 5)], known("a")],
    ["the nearest in time, if two are near", hook(6, 50), [done("a", 6), done("b", 7)], known("b")],
    [
      "the earlier one, even if the next is already announced",
      hook(5, 9),
      [done("a", 5), noted(6)],
      known("a"),
    ],
    ["the one with that message id", read("m", 50), [done("a", 5, { messageId: "m" }), noted(6)], known("a")],
    [
      "the one that a hook reported, when the transcript names it",
      read("m", 5, 8),
      [done("a", 5)],
      known("a"),
    ],
    [
      "a new one, if the known one has another message id",
      read("n", 5, 8),
      [done("a", 5, { messageId: "m" })],
      newOne("done"),
    ],
    ["the one that the transcript has named", hook(5, 8), [done("a", 5, { messageId: "m" })], known("a")],
    ["a new one, if it is older than the noted one", read("m", 1), [noted(5)], newOne("done")],
  ])("%s", (_, report, all, match) => {
    expect(matchOf(report, all)).toEqual(match);
  });
});

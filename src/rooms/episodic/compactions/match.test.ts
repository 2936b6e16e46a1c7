import { describe, expect, test } from "vitest";
import { type Known, type Place, placeOf, type Told } from "./match.ts";

const at = (minute: number, second = 0): string =>
  new Date(Date.UTC(2026, 2, 1, 10, minute, second)).toISOString();
const noted = (minute: number, over: Partial<Known> = {}): Known => ({
  id: "noted",
  state: "noted",
  notedAt: at(minute),
  at: at(minute),
  messageId: null,
  ...over,
});
const done = (id: string, minute: number, over: Partial<Known> = {}): Known => ({
  id,
  state: "done",
  notedAt: null,
  at: at(minute),
  messageId: null,
  ...over,
});
const announced = (minute: number, second = 0): Told => ({ by: "announcement", at: at(minute, second) });
const hook = (minute: number, second = 0): Told => ({ by: "hook", at: at(minute, second) });
const read = (messageId: string, minute: number, second = 0): Told => ({
  by: "transcript",
  at: at(minute, second),
  messageId,
});

const known = (id: string): Place => ({ is: "known", id });
const newOne = (state: Known["state"]): Place => ({ is: "new", state });

describe("a telling of a compaction belongs to", () => {
  test.each<[string, Told, Known[], Place]>([
    ["a new one that is only noted, when it is announced first", announced(5), [], newOne("noted")],
    ["the one that was announced before and did not come", announced(9), [noted(5)], known("noted")],
    ["one that is done, when its announcement arrives late", announced(5), [done("a", 6)], known("a")],
    ["the next one, when it is announced after one", announced(7), [done("a", 6)], newOne("noted")],
    ["the announced one, when the session goes on", hook(5, 3), [noted(5)], known("noted")],
    ["the announced one, long after", read("m", 59), [noted(5)], known("noted")],
    ["a new one, when nothing announced it", hook(5), [], newOne("done")],
    ["a new one, when the last one is long ago", hook(30), [done("a", 5)], newOne("done")],
    ["the same, when two hooks follow it", hook(5, 9), [done("a", 5)], known("a")],
    ["the nearest, when two are near", hook(6, 50), [done("a", 6), done("b", 7)], known("b")],
    ["the earlier one, when the next is announced already", hook(5, 9), [done("a", 5), noted(6)], known("a")],
    ["the one of that message", read("m", 50), [done("a", 5, { messageId: "m" }), noted(6)], known("a")],
    ["the one a hook told of, which the transcript now names", read("m", 5, 8), [done("a", 5)], known("a")],
    [
      "another one than that of another message",
      read("n", 5, 8),
      [done("a", 5, { messageId: "m" })],
      newOne("done"),
    ],
    ["the one the transcript has named", hook(5, 8), [done("a", 5, { messageId: "m" })], known("a")],
    ["an older one that was missed", read("m", 1), [noted(5)], newOne("done")],
  ])("%s", (_, told, all, place) => {
    expect(placeOf(told, all)).toEqual(place);
  });
});

import { expect, test } from "vitest";
import { sinceTime } from "./times.ts";

/** A Wednesday, in the user's time zone. */
const now = new Date(2026, 2, 11, 15, 30);
const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString();

test.each([
  ["24h", local(2026, 2, 10, 15, 30)],
  ["7d", local(2026, 2, 4, 15, 30)],
  ["2w", local(2026, 1, 25, 15, 30)],
  ["30min", local(2026, 2, 11, 15, 0)],
  ["2 days ago", local(2026, 2, 9, 15, 30)],
  ["an hour ago", local(2026, 2, 11, 14, 30)],
  ["a month ago", local(2026, 1, 11, 15, 30)],
  ["last 3 days", local(2026, 2, 8, 15, 30)],
  ["today", local(2026, 2, 11)],
  ["Yesterday", local(2026, 2, 10)],
  ["monday", local(2026, 2, 9)],
  ["wed", local(2026, 2, 11)],
  ["last wednesday", local(2026, 2, 4)],
  ["thursday", local(2026, 2, 5)],
  ["this week", local(2026, 2, 9)],
  ["last  week", local(2026, 2, 2)],
  ["last month", local(2026, 1, 1)],
  ["2026-03-01", local(2026, 2, 1)],
  ["2026-03-01 14:05", local(2026, 2, 1, 14, 5)],
  ["2026-03-01T14:05:00Z", "2026-03-01T14:05:00.000Z"],
  ["2026-03-01T14:05:00+02:00", "2026-03-01T12:05:00.000Z"],
])("sinceTime reads %s", (text, time) => {
  expect(sinceTime(text, now)).toBe(time);
});

test.each([
  "soon",
  "",
  "yesterday-ish",
  "2026-02-30",
  "2026-13-01",
  "2026-03-01T24:00",
  "2026-03-01T10",
  "week",
  "5 monkeys",
  "last",
  "-3d",
])("sinceTime finds no time in %j", (text) => {
  expect(sinceTime(text, now)).toBeNull();
});

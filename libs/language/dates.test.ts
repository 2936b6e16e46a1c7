import { expect, test } from "vitest";
import { asksWhen, datesIn, givesTime, nearDates } from "./dates.ts";

const minute = (iso: string) => Date.parse(iso) / 60_000;

test.each([
  ["What did she do on May 8, 2023?", { month: 4, day: 8, year: 2023 }],
  ["the release of 3rd of October", { month: 9, day: 3, year: null }],
  ["what changed in march 2026", { month: 2, day: null, year: 2026 }],
  ["the outage of 2026-03-11", { month: 2, day: 11, year: 2026 }],
])("reads the date in %j", (text, date) => {
  expect(datesIn(text)).toEqual([date]);
});

test("a verb is not a month", () => {
  expect(datesIn("what may fail here")).toEqual([]);
});

test("a named day counts less with every day of distance, a month for half", () => {
  const day = datesIn("on 8 May 2023");
  expect(nearDates(day, minute("2023-05-08T13:56:00Z"))).toBe(1);
  expect(nearDates(day, minute("2023-05-13T01:00:00Z"))).toBeCloseTo(Math.exp(-1));
  expect(nearDates(day, minute("2022-05-08T13:56:00Z"))).toBe(0);
  expect(nearDates(datesIn("in May 2023"), minute("2023-05-30T00:00:00Z"))).toBe(0.5);
  expect(nearDates([], 0)).toBe(0);
});

test("knows questions for a time and texts that give one", () => {
  expect(["When did it break?", "how long does it take", "Wann war das?"].every(asksWhen)).toBe(true);
  expect(asksWhen("why did it break")).toBe(false);
  expect(["we met last week", "at 5 pm", "in 2022", "two days later"].every(givesTime)).toBe(true);
  expect(givesTime("the parser fails on empty input")).toBe(false);
});

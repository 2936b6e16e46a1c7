// The time line of a report: no step is missing, none is counted twice.

import { expect, test } from "vitest";
import { stepsOf } from "./time-steps.ts";

const figures = ["count", "rawBytes"] as const;
const hour = (at: string, count: number) => ({ at, count, rawBytes: 100 });

test("a short period is split into hours, including empty ones", () => {
  const hours = [hour("2026-03-01T10:00:00.000Z", 2), hour("2026-03-01T12:00:00.000Z", 5)];
  const { step, line } = stepsOf(
    hours,
    { from: "2026-03-01T09:30:00.000Z", to: "2026-03-01T12:10:00.000Z" },
    figures,
  );
  expect(step).toBe("hour");
  expect(line.map(({ count }) => count)).toEqual([0, 2, 0, 5]);
});

test("a long period is split into days, and every hour belongs to one day", () => {
  const hours = Array.from({ length: 5 * 24 }, (_, i) =>
    hour(new Date(Date.UTC(2026, 2, 1, i)).toISOString(), 1),
  );
  const { step, line } = stepsOf(
    hours,
    { from: "2026-03-01T00:00:00.000Z", to: "2026-03-05T23:59:00.000Z" },
    figures,
  );
  expect(step).toBe("day");
  expect(line.reduce((sum, { count }) => sum + count, 0)).toBe(5 * 24);
  expect(line.reduce((sum, { rawBytes }) => sum + rawBytes, 0)).toBe(5 * 24 * 100);
});

test("a period of months is split into weeks, and every hour belongs to one week", () => {
  const hours = Array.from({ length: 100 }, (_, i) =>
    hour(new Date(Date.UTC(2026, 0, 1 + i, 5)).toISOString(), 1),
  );
  const { step, line } = stepsOf(
    hours,
    { from: "2026-01-01T00:00:00.000Z", to: "2026-04-30T00:00:00.000Z" },
    figures,
  );
  expect(step).toBe("week");
  expect(line.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  expect(new Set(line.map(({ at }) => new Date(at).getDay()))).toEqual(new Set([1]));
});

test("a period without a start shows its last year", () => {
  const { line } = stepsOf([], { from: "0001-01-01T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" }, figures);
  expect(line.length).toBeLessThanOrEqual(54);
});

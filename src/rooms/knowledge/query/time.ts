// Times in a query: a span back from now (24h, 7d, 2w), or a day. Pure.

import type { Operator } from "./query.ts";

const unitMs: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };
const dayMs = 86_400_000;
const span = /^(\d{1,6})([hdw])$/;

export function isTime(value: string): boolean {
  return span.test(value) || dayOf(value) !== null;
}

/** A time range; null means open. */
export interface Stretch {
  from: string | null;
  before: string | null;
}

/** `created:>24h` is the last 24 hours; a day alone is that day, and `>` a day is from its start. */
export function stretchOf(operator: Operator, value: string, now: Date): Stretch {
  const back = span.exec(value);
  const day = dayOf(value) ?? now.getTime();
  const start = back ? now.getTime() - Number(back[1]) * (unitMs[back[2] ?? ""] ?? 0) : day;
  const end = back ? start : day + dayMs;
  const iso = (time: number) => new Date(Math.max(time, 0)).toISOString();
  switch (operator) {
    case ">":
    case ">=":
      return { from: iso(start), before: null };
    case "<":
      return { from: null, before: iso(start) };
    case "<=":
      return { from: null, before: iso(end) };
    case ":":
      return { from: iso(start), before: back ? null : iso(end) };
  }
}

function dayOf(value: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  const time = Date.parse(`${value}T00:00:00.000Z`);
  // 2026-02-30 would be read as a day of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== value ? null : time;
}

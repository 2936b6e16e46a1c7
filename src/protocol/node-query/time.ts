// Times in a query: a span back from now (24h, 7d, 2w), or a day. Pure.

import { dayMs, spanMs, utcDay } from "../../../libs/language/index.ts";
import type { Operator } from "./query.ts";

export function isTime(value: string): boolean {
  return (spanMs(value) ?? utcDay(value)) !== null;
}

/** A time range; null means open. */
export interface Stretch {
  from: string | null;
  before: string | null;
}

/** `created:>24h` is the last 24 hours; a day alone is that day, and `>` a day is from its start. */
export function stretchOf(operator: Operator, value: string, now: Date): Stretch {
  const span = spanMs(value);
  const start = span === null ? (utcDay(value) ?? now.getTime()) : now.getTime() - span;
  const end = span === null ? start + dayMs : start;
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
      return { from: iso(start), before: span === null ? iso(end) : null };
  }
}

// Time in questions and documents: which dates a question names, whether it asks for a time, whether a text gives one.
// For the ranking of conversations: what was said in May is found by "in May".

import { allWords, alternatives, anyOf, listed } from "./languages/all.ts";

export interface NamedDate {
  /** 0 is January. */
  month: number;
  day: number | null;
  year: number | null;
}

const months = new Map(allWords.flatMap(({ dates }) => listed(dates.months).map((name, at) => [name, at])));
const month = `(${[...months.keys()].join("|")})`;
const ordinal = `(?:${alternatives(({ dates }) => dates.ordinals)})?`;
const of = `(?:(?:${alternatives(({ dates }) => dates.of)})\\s+)?`;
const namedDate = new RegExp(
  `\\b(?:(\\d{1,2})${ordinal}\\s+${of})?${month}\\b(?:\\s+(\\d{1,2})${ordinal}(?!\\d))?(?:,?\\s*${of}((?:19|20)\\d\\d))?`,
  "gi",
);
const verbs = alternatives(({ dates }) => dates.verbMonths);
const isVerb = new RegExp(`^(?:${verbs})$`, "i");
const isMonth = new RegExp(`\\b(?:${alternatives(({ dates }) => dates.beforeMonth)}) (?:${verbs})\\b`, "i");
const isoDate = /\b((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-([0-3]\d))?\b/g;
/** A question is short: further dates are pasted text. */
const maxDates = 4;

export function datesIn(text: string): NamedDate[] {
  const dates: NamedDate[] = [];
  for (const [, before, name = "", after, year] of text.matchAll(namedDate)) {
    const day = numberOf(before ?? after);
    // "may" is also a verb.
    if (isVerb.test(name) && day === null && year === undefined && !isMonth.test(text)) continue;
    dates.push({ month: months.get(name.toLowerCase()) ?? 0, day, year: numberOf(year) });
  }
  for (const [, year, month, day] of text.matchAll(isoDate)) {
    dates.push({ month: Number(month) - 1, day: numberOf(day), year: Number(year) });
  }
  return dates.slice(0, maxDates);
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}

const minutesOfDay = 24 * 60;
/** Days after which a named day says little. */
const fadesAfterDays = 5;
const sameMonth = 0.5;

/** How near a time (in minutes since 1970) is to the named dates, 0 to 1. */
export function nearDates(dates: readonly NamedDate[], minute: number): number {
  const at = new Date(minute * 60_000);
  return dates.reduce((best, date) => Math.max(best, nearDate(date, at, minute)), 0);
}

function nearDate({ month, day, year }: NamedDate, at: Date, minute: number): number {
  if (year !== null && year !== at.getUTCFullYear()) return 0;
  if (day === null) return at.getUTCMonth() === month ? sameMonth : 0;
  const named = Date.UTC(year ?? at.getUTCFullYear(), month, day) / 60_000;
  const days = Math.abs(Math.floor(minute / minutesOfDay) - named / minutesOfDay);
  return Math.exp(-days / fadesAfterDays);
}

const asks = anyOf(({ times }) => times.asks);

export function asksWhen(text: string): boolean {
  return asks.test(text);
}

const gives = [
  anyOf(({ times }) => times.names),
  new RegExp(`\\b(?:${alternatives(({ dates }) => dates.given)})\\b`, "i"),
  /\b(?:19|20)\d\d\b|\b\d{1,2}(?::\d\d| ?[ap]m)\b/i,
];

export function givesTime(text: string): boolean {
  return gives.some((time) => time.test(text));
}

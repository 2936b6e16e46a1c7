// Time in questions and documents: which dates a question names, whether it asks for a time, whether a text gives one.
// For the ranking of conversations: what was said in May is found by "in May".

import { anyOf } from "./languages/all.ts";

export interface NamedDate {
  /** 0 is January. */
  month: number;
  day: number | null;
  year: number | null;
}

const months = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];
const month = `(${months.join("|")})`;
const namedDate = new RegExp(
  `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?${month}\\b(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\d))?(?:,?\\s*(?:of\\s+)?((?:19|20)\\d\\d))?`,
  "gi",
);
const isoDate = /\b((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-([0-3]\d))?\b/g;
/** A question is short: further dates are pasted text. */
const maxDates = 4;

export function datesIn(text: string): NamedDate[] {
  const dates: NamedDate[] = [];
  for (const [, before, name = "", after, year] of text.matchAll(namedDate)) {
    const day = numberOf(before ?? after);
    // "may" is also a verb.
    if (
      /^may$/i.test(name) &&
      day === null &&
      year === undefined &&
      !/\b(?:in|of|since|last) may\b/i.test(text)
    )
      continue;
    dates.push({ month: months.indexOf(name.toLowerCase()), day, year: numberOf(year) });
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

const amount = "(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|few|couple of|several|\\d+)";
const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const season = "(?:night|week|weekend|month|year|summer|winter|spring|fall|autumn)";
const gives = [
  anyOf(({ times }) => times.names),
  new RegExp(
    [
      `\\b(?:last|next|this|past) (?:${season}|${weekday})\\b`,
      `\\b${amount} (?:minute|hour|day|week|weekend|month|year)s?\\b`,
      `\\b(?:${months.filter((name) => name !== "may" && name !== "march").join("|")}|${weekday})\\b`,
      `\\b(?:19|20)\\d\\d\\b|\\b\\d{1,2}(?::\\d\\d| ?[ap]m)\\b`,
    ].join("|"),
    "i",
  ),
];

export function givesTime(text: string): boolean {
  return gives.some((time) => time.test(text));
}

// Parses a time as people write it in `--since` or in a query: a span back from now, the name of a day, a date. Pure.

const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;
const unitMs: Record<string, number> = { m: minuteMs, h: 60 * minuteMs, d: dayMs, w: 7 * dayMs };
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const span =
  /^(?:(?:the )?(?:last|past) )?(an?|\d{1,6}) ?(m|min|minute|h|hour|d|day|w|week|month|year)s?(?: ago)?$/;
export const sinceExamples = 'yesterday, monday, "last week", "2 days ago", 24h, 7d, 2w or 2026-03-01';

/** `24h`, `7d` or `2w` in milliseconds; null for other text. */
export function spanMs(text: string): number | null {
  const [, count, unit = ""] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * (unitMs[unit] ?? 0);
}

/** The start of a day like `2026-03-01` in UTC, in milliseconds; null for other text. */
export function utcDay(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  // 2026-02-30 would be read as a day of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : time;
}

/** The first moment that counts, as an ISO time; null for other text. Days begin at midnight in the user's time zone. */
export function sinceTime(text: string, now = new Date()): string | null {
  return timeOf(text.trim().toLowerCase().replace(/\s+/g, " "), now)?.toISOString() ?? null;
}

function timeOf(text: string, now: Date): Date | null {
  return spanOf(text, now) ?? dayOf(text, now) ?? periodOf(text, now) ?? dateOf(text);
}

function spanOf(text: string, now: Date): Date | null {
  const [, count = "", unit = ""] = span.exec(text) ?? [];
  if (unit === "") return null;
  const back = /^an?$/.test(count) ? 1 : Number(count);
  if (unit === "month" || unit === "year") {
    const then = new Date(now);
    // A larger span would give an invalid date.
    then.setMonth(then.getMonth() - Math.min(back, 1000) * (unit === "year" ? 12 : 1));
    return then;
  }
  return new Date(Math.max(0, now.getTime() - back * (unitMs[unit.charAt(0)] ?? 0)));
}

function dayOf(text: string, now: Date): Date | null {
  if (text === "today") return midnight(now, 0);
  if (text === "yesterday") return midnight(now, 1);
  const [, last, name = ""] = /^(last |on )?([a-z]{3,9})$/.exec(text) ?? [];
  const day = weekdays.findIndex((one) => one === name || one.slice(0, 3) === name);
  if (day === -1) return null;
  const back = (now.getDay() - day + 7) % 7;
  return midnight(now, back === 0 && last === "last " ? 7 : back);
}

/** Weeks begin on Monday. */
function periodOf(text: string, now: Date): Date | null {
  const [, which, unit] = /^(this|last) (week|month|year)$/.exec(text) ?? [];
  const back = which === "last" ? 1 : 0;
  if (unit === "week") return midnight(now, ((now.getDay() + 6) % 7) + 7 * back);
  if (unit === "month") return new Date(now.getFullYear(), now.getMonth() - back, 1);
  return unit === "year" ? new Date(now.getFullYear() - back, 0, 1) : null;
}

const clock = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

function dateOf(text: string): Date | null {
  const written = text.toUpperCase().replace(/^(\S+) (?=\d)/, "$1T");
  const [day, time] = [written.slice(0, 10), written.slice(10)];
  if (utcDay(day) === null) return null;
  if (time === "") return new Date(`${day}T00:00`);
  return clock.test(time) ? new Date(written) : null;
}

function midnight(now: Date, daysBack: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysBack);
}

// Time as a report shows it: hours of a short period, days of a long one, by the clock on the user's wall. Pure.

export interface Hour {
  at: string;
  count: number;
  failed: number;
  rawBytes: number;
  tokens: number;
}

const hourMs = 3_600_000;
/** Up to two days are told by the hour. */
const hoursShown = 48;
/** A period may begin at the beginning of time. */
const daysShown = 366;

export function startOfDay(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}

/** Every step of the period, also those in which nothing happened. */
export function stepsOf(
  hours: readonly Hour[],
  span: { from: string; to: string },
): { step: "hour" | "day"; line: Hour[] } {
  const [from, to] = [new Date(span.from), new Date(span.to)];
  const step = to.getTime() - from.getTime() <= hoursShown * hourMs ? "hour" : "day";
  const begin = step === "hour" ? startOfHour : startOfDay;
  const line = new Map<string, Hour>();
  const oldest = begin(new Date(Math.max(from.getTime(), to.getTime() - daysShown * 24 * hourMs)));
  for (let at = oldest; at <= to; at = next(at, step)) line.set(at.toISOString(), nothing(at));
  for (const hour of hours) {
    const into = line.get(begin(new Date(hour.at)).toISOString());
    if (!into) continue;
    into.count += hour.count;
    into.failed += hour.failed;
    into.rawBytes += hour.rawBytes;
    into.tokens += hour.tokens;
  }
  return { step, line: [...line.values()] };
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}

/** The next day may be 23 or 25 hours away. */
function next(at: Date, step: "hour" | "day"): Date {
  return step === "hour"
    ? new Date(at.getTime() + hourMs)
    : new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
}

function nothing(at: Date): Hour {
  return { at: at.toISOString(), count: 0, failed: 0, rawBytes: 0, tokens: 0 };
}

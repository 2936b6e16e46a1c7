// The time steps of a report: hours of a short period, days of a longer one, weeks of a long one, in the user's local
// time. Pure.

export interface Hour {
  at: string;
  count: number;
  failed: number;
  rawBytes: number;
  tokens: number;
}

export type Step = "hour" | "day" | "week";

const hourMs = 3_600_000;
/** Up to two days are split into hours. */
const hoursShown = 48;
/** Up to two months are split into days. */
const mostDailySteps = 62;
/** A period may have no real start. */
const daysShown = 366;

export function startOfDay(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}

/** Every step of the period, including empty ones. */
export function stepsOf(
  hours: readonly Hour[],
  span: { from: string; to: string },
): { step: Step; line: Hour[] } {
  const [from, to] = [new Date(span.from), new Date(span.to)];
  const hoursLong = (to.getTime() - from.getTime()) / hourMs;
  const step = hoursLong <= hoursShown ? "hour" : hoursLong <= mostDailySteps * 24 ? "day" : "week";
  const begin = beginnings[step];
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

/** On Monday. */
function startOfWeek(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7));
}

function startOfHour(at: Date): Date {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs);
}

const beginnings: Record<Step, (at: Date) => Date> = {
  hour: startOfHour,
  day: startOfDay,
  week: startOfWeek,
};

/** The next day may be 23 or 25 hours away. */
function next(at: Date, step: Step): Date {
  if (step === "hour") return new Date(at.getTime() + hourMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + (step === "day" ? 1 : 7));
}

function nothing(at: Date): Hour {
  return { at: at.toISOString(), count: 0, failed: 0, rawBytes: 0, tokens: 0 };
}

// The time steps of a report: hours of a short period, days of a longer one, weeks of a long one, in the user's local
// time. Pure.

/** Figures of the time that begins here. */
export type At<Figure extends string> = { at: string } & Record<Figure, number>;

export type Step = "hour" | "day" | "week";

const hourMs = 3_600_000;
/** Up to two days are split into hours. */
const hoursShown = 48;
/** Up to two months are split into days. */
const maxDailySteps = 62;
/** A period may have no real start. */
const daysShown = 366;

export function startOfDay(at: Date): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate());
}

export interface Period {
  from: string;
  to: string;
}

/** Figures by hour summed up for every step of the period, including empty ones. */
export function stepsOf<Figure extends string>(
  hours: readonly At<Figure>[],
  span: Period,
  figures: readonly Figure[],
): { step: Step; line: At<Figure>[] } {
  const [from, to] = [new Date(span.from), new Date(span.to)];
  const hoursLong = (to.getTime() - from.getTime()) / hourMs;
  const step = hoursLong <= hoursShown ? "hour" : hoursLong <= maxDailySteps * 24 ? "day" : "week";
  const begin = beginnings[step];
  const nothing = Object.fromEntries(figures.map((name) => [name, 0])) as Record<Figure, number>;
  const line = new Map<string, At<Figure>>();
  const oldest = begin(new Date(Math.max(from.getTime(), to.getTime() - daysShown * 24 * hourMs)));
  for (let at = oldest; at <= to; at = next(at, step))
    line.set(at.toISOString(), { at: at.toISOString(), ...nothing });
  for (const hour of hours) {
    const into = line.get(begin(new Date(hour.at)).toISOString());
    if (!into) continue;
    for (const name of figures) Object.assign(into, { [name]: into[name] + hour[name] });
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

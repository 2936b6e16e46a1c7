// Times for people: short in lists, exact when pointed at.

/** Made when it is first needed: a formatter costs milliseconds, and the first rows need one at most. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => {
    made ??= new Intl.DateTimeFormat(undefined, options);
    return made.format(date);
  };
}

const shortDay = formatter({ day: "numeric", month: "short" });
const dayOfYear = formatter({ day: "numeric", month: "short", year: "numeric" });
const weekday = formatter({ weekday: "long", day: "numeric", month: "long" });

const twoDigits = (n: number) => String(n).padStart(2, "0");

/** 09:05 in local time. */
export function timeOf(at: string): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** A key for the day, in local time. */
export function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

export function dayName(at: string, now = new Date()): string {
  const date = new Date(at);
  if (dayOf(at) === dayOf(now.toISOString())) return "Today";
  if (dayOf(at) === dayOf(new Date(now.getTime() - 86_400_000).toISOString())) return "Yesterday";
  return date.getFullYear() === now.getFullYear() ? weekday(date) : dayOfYear(date);
}

/** 5 min ago, 3 h ago, 12 Oct. */
export function ago(at: string, now = Date.now()): string {
  const date = new Date(at);
  const minutes = Math.round((now - date.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) return `${Math.round(minutes / 60 / 24)} d ago`;
  return date.getFullYear() === new Date(now).getFullYear() ? shortDay(date) : dayOfYear(date);
}

export const exactly = (at: string) => new Date(at).toLocaleString();

// Times for people: short in lists, exact when pointed at.

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const shortDay = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" });
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long" });

export const timeOf = (at: string) => clock.format(new Date(at));

/** A key for the day, in local time. */
export function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

export function dayName(at: string, now = new Date()): string {
  const date = new Date(at);
  if (dayOf(at) === dayOf(now.toISOString())) return "Today";
  if (dayOf(at) === dayOf(new Date(now.getTime() - 86_400_000).toISOString())) return "Yesterday";
  return date.getFullYear() === now.getFullYear() ? weekday.format(date) : dayOfYear.format(date);
}

/** 5 min ago, 3 h ago, 12 Oct. */
export function ago(at: string, now = Date.now()): string {
  const date = new Date(at);
  const minutes = Math.round((now - date.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  if (minutes < 7 * 24 * 60) return `${Math.round(minutes / 60 / 24)} d ago`;
  return date.getFullYear() === new Date(now).getFullYear() ? shortDay.format(date) : dayOfYear.format(date);
}

export const exactly = (at: string) => new Date(at).toLocaleString();

// Formats numbers for a report. Pure.

export { bytes, plural, when } from "./output.ts";

export function number(n: number): string {
  return n.toLocaleString("en-US", { maximumFractionDigits: 0 });
}

export function percent(part: number, all: number): string {
  return all === 0 ? "–" : `${Math.round((100 * part) / all)} %`;
}

/** Cents matter, and so do the hundredths of a cent that a small model costs. */
export function dollars(usd: number): string {
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`;
}

export function milliseconds(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1) return "< 1 ms";
  return ms < 10_000 ? `${number(ms)} ms` : `${(ms / 1000).toFixed(0)} s`;
}

export function ratio(value: number | null): string {
  return value === null ? "–" : `${value < 100 ? value.toFixed(1) : number(value)} : 1`;
}

/** 21:04, in the user's own time zone. */
export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

/** 15 Nov 21:04 */
export function shortTime(iso: string): string {
  return `${shortDay(iso)} ${clock(iso)}`;
}

/** Sun 15 Nov 2026 */
export function day(iso: string): string {
  return new Date(iso)
    .toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" })
    .replace(",", "");
}

export function shortDay(iso: string): string {
  return new Date(iso).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
}

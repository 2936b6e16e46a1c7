// Values over time as one line of block characters. Pure.

const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/** No measurement; unlike the lowest level, which is a value. */
const gap = " ";

/** At most `width` characters; values that share one are added up (counts) or averaged (other figures). */
export function sparkline(
  values: readonly (number | null)[],
  width: number,
  join: "sum" | "mean" = "sum",
): string {
  const shown = values.length <= width ? values : joined(values, width, join);
  const max = Math.max(0, ...shown.map((value) => value ?? 0));
  return shown.map((value) => characterOf(value, max)).join("");
}

function characterOf(value: number | null, max: number): string {
  if (value === null) return gap;
  if (max === 0 || value <= 0) return levels[0] ?? gap;
  // The smallest value still differs visibly from zero.
  return levels[Math.max(1, Math.min(7, Math.round((value / max) * 7)))] ?? gap;
}

function joined(values: readonly (number | null)[], width: number, join: "sum" | "mean"): (number | null)[] {
  return Array.from({ length: width }, (_, i) => {
    const from = Math.floor((i * values.length) / width);
    const to = Math.floor(((i + 1) * values.length) / width);
    const known = values.slice(from, to).filter((value) => value !== null);
    if (known.length === 0) return null;
    const sum = known.reduce((total, value) => total + value, 0);
    return join === "sum" ? sum : sum / known.length;
  });
}

/** A bar of eighths: `part` of `most`, in this many characters. */
export function bar(part: number, max: number, width: number): string {
  if (max <= 0 || part <= 0) return "";
  const eighths = Math.max(1, Math.round((part / max) * width * 8));
  const rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8] ?? "";
  return "█".repeat(Math.floor(eighths / 8)) + rest;
}

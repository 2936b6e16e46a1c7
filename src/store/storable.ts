// What both databases can store: PostgreSQL refuses the character NUL in text, and tool output may contain it.

const replacement = "\ufffd";

export function storable(value: unknown): unknown {
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", replacement) : value;
}

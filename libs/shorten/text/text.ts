// Text rules that every tool family of shorten uses. Pure; accepts any string.

export const CAPS = { title: 90, summary: 300, detail: 1200 } as const;

/** Storable: well-formed Unicode, no control characters but line breaks and tabs (Postgres refuses NUL). */
export function storable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

export function countLines(text: string): number {
  if (text === "") return 0;
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return text.endsWith("\n") ? lines - 1 : lines;
}

/** The non-empty parts, joined. */
export function joined(parts: readonly (string | false | undefined)[], between: string): string {
  return parts.filter((part) => part !== false && part !== undefined && part !== "").join(between);
}

export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

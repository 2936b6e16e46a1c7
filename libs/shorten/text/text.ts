// Cuts words and lines safely: shared by every tool family of shorten. Pure; accepts any string.

export const CAPS = { title: 90, summary: 300, detail: 1200 } as const;

const MARKER = "[secret:";

/** At most max characters, ending at a word, with `…` if something was left out. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max <= 1) return "…".slice(0, Math.max(0, max));
  let end = max - 1;
  const space = Math.max(text.lastIndexOf(" ", end), text.lastIndexOf("\n", end));
  if (space > end * 0.7) end = space;
  // Half a marker would look as if a secret had been stored.
  const marker = text.lastIndexOf(MARKER, end);
  if (marker > 0) {
    const close = text.indexOf("]", marker);
    if (close >= end || close < 0) end = marker;
  }
  if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The end of a path says more than its beginning. */
export function cutPath(path: string, max: number): string {
  if (path.length <= max) return path;
  const tail = path.slice(path.length - max + 2);
  const slash = tail.indexOf("/");
  if (slash >= 0 && slash < tail.length - 1) return `…${tail.slice(slash)}`;
  return `…${isLowSurrogate(tail.charCodeAt(0)) ? tail.slice(1) : tail}`;
}

/** All white space becomes single spaces; reads only as much text as can matter. */
export function oneLine(text: string, max: number): string {
  const near = text.length > max * 6 ? text.trimStart().slice(0, max * 6) : text;
  const line = near.replace(/\s+/g, " ").trim();
  return cut(near.length < text.length && line.length <= max ? `${line} …` : line, max);
}

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

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

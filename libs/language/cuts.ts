// Shortens text to a number of characters, and puts it on one line. By sentences: sentences.ts. Pure; accepts any string.

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

export function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** All white space becomes single spaces; reads only as much text as can matter. */
export function oneLine(text: string, max = Number.POSITIVE_INFINITY): string {
  const near = text.length > max * 6 ? text.trimStart().slice(0, max * 6) : text;
  const line = near.replace(/\s+/g, " ").trim();
  return cut(near.length < text.length && line.length <= max ? `${line} …` : line, max);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

// What a tool gives back: remembered text, made inert, as a quoted block and as data.

import { inert, quoteBlock } from "../../context/quote.ts";

const longestLine = 2_000;
/** Clients refuse or cut longer answers; the rest is a page away. */
const mostCharacters = 40_000;

export function quoted(heading: string, lines: readonly string[]): string {
  let room = mostCharacters;
  const kept: string[] = [];
  for (const line of lines.flatMap((text) => text.split("\n"))) {
    const plain = inertLine(line);
    room -= plain.length;
    if (room < 0) return quoteBlock("From engram.", [{ heading, lines: [...kept, "…"] }]);
    kept.push(plain);
  }
  return quoteBlock("From engram.", [{ heading, lines: kept }]);
}

/** The same data with every text in it made inert. */
export function inertData<T>(value: T): T {
  if (typeof value === "string") return value.split("\n").map(inertLine).join("\n") as T;
  if (Array.isArray(value)) return value.map(inertData) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inertData(one)])) as T;
}

/** Indentation is kept, because remembered text is often code. */
function inertLine(line: string): string {
  const indent = /^[ \t]{0,40}/.exec(line)?.[0] ?? "";
  return indent + inert(line, longestLine);
}

// The answer of a tool: remembered text, made inert, as a quoted block and as data. For MCP clients and the chat.

import type { Inert } from "../protocol/inert.ts";
import { frame, inertLine, quoteBlock } from "./quote.ts";

const maxLineLength = 2_000;
/** Clients refuse or cut longer answers; the rest is on the next page. */
const maxCharacters = 40_000;

export function quoted(data: Record<string, unknown>, max = maxCharacters): string {
  const lines = inertLines(data, max);
  return lines.length === 0 ? "Nothing." : block(lines);
}

/** One line for each thing, as people read them. */
export function inertLines(data: Record<string, unknown>, max = maxCharacters): Inert[] {
  let room = max;
  const kept: Inert[] = [];
  for (const line of linesOf(data).flatMap((text) => text.split("\n"))) {
    const plain = inertLine(line, maxLineLength);
    room -= plain.length;
    if (room < 0) return [...kept, frame`…`];
    kept.push(plain);
  }
  return kept;
}

function block(lines: readonly Inert[]): Inert {
  return quoteBlock(frame`From tellback.`, [{ heading: frame`From memory:`, lines }]);
}

/** One line for each thing in a list, and one for every other named value. */
function linesOf(data: Record<string, unknown>): string[] {
  return Object.entries(data).flatMap(([name, value]) => {
    if (Array.isArray(value)) {
      return value.map((one) => (isRecord(one) ? lineOf(one) : `${name}: ${one}`));
    }
    if (isRecord(value)) return linesOf(value);
    return isSaid(value) ? [`${name}: ${value}`] : [];
  });
}

function lineOf(record: Record<string, unknown>): string {
  return (
    Object.entries(record)
      // "false" alone says nothing.
      .flatMap(([name, value]) => (typeof value === "boolean" ? [`${name}: ${value}`] : saidIn(value)))
      .filter(isSaid)
      .join(" · ")
  );
}

/** The texts of a value, also of the things in a list of things. */
function saidIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => (isRecord(one) ? lineOf(one) : saidIn(one)));
  return [isRecord(value) ? linesOf(value).join("\n") : value];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isSaid = (value: unknown) => value !== null && value !== undefined && value !== "";

/** A line that poses as the next turn of the conversation, where a client shows the text without its quotes. */
const role = /(\n[ \t]*)(?=(?:human|assistant|system|user)\s*:)/gi;

/** The same data with every text in it made inert. */
export function inertData<T>(value: T): T {
  if (typeof value === "string")
    return value
      .split("\n")
      .map((line) => inertLine(line, maxLineLength))
      .join("\n")
      .replace(role, "$1| ") as T;
  if (Array.isArray(value)) return value.map(inertData) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inertData(one)])) as T;
}

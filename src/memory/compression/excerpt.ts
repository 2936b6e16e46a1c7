// What a model gets to read of an event: all of a short one, otherwise its beginning, informative lines and end.
// Pure; the event is already redacted.

import {
  countLines,
  field,
  pickLines,
  type Shortenable,
  said,
  scoredOutput,
  storable,
} from "../../../libs/shorten/index.ts";

/** About 1,500 tokens. */
export const maxCharacters = 6_000;
const maxInput = 2_400;
const maxField = 1_200;

export function excerptOf(event: Shortenable): string {
  return storable(event.type === "tool" ? ofTool(event) : inBrief(event.text, maxCharacters)).trim();
}

function ofTool(use: Extract<Shortenable, { type: "tool" }>): string {
  const head = `tool: ${use.tool} (${use.status})`;
  const input = cutMiddle(fieldsOf(use.input), maxInput);
  const room = maxCharacters - head.length - input.length - 20;
  return [head, input, "output:", inBrief(outputOf(use.output), room)].join("\n");
}

function fieldsOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return String(input ?? "");
  return Object.entries(input)
    .map(
      ([key, value]) => `${key}: ${cutMiddle(typeof value === "string" ? value : jsonOf(value), maxField)}`,
    )
    .join("\n");
}

/** A patch says more than the whole file. */
function outputOf(output: unknown): string {
  const patch = field(output, "structuredPatch");
  if (Array.isArray(patch) && patch.length > 0) return jsonOf(patch);
  return said(output) || (typeof output === "string" ? output : jsonOf(output));
}

function jsonOf(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** Cut only if the lost lines carry no information. */
function inBrief(text: string, max: number): string {
  if (text.length <= max) return text;
  const edge = Math.floor(max / 4);
  const head = text.slice(0, edge);
  const tail = text.slice(text.length - edge);
  const middle = text.slice(edge, text.length - edge);
  const informative = pickLines(scoredOutput(middle), max - 2 * edge - 80, 400).join("\n");
  return [`${head}…`, `(selected lines of ${countLines(text)})`, informative, `…${tail}`].join("\n");
}

function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const half = Math.floor((max - 3) / 2);
  return `${text.slice(0, half)}\n…\n${text.slice(text.length - half)}`.toWellFormed();
}

/** All text of the event, without field names: the reference for judging a compressor. */
export function wholeText(event: Shortenable): string {
  const texts = event.type === "tool" ? textsOf(event) : [event.text];
  return storable([...new Set(texts)].join("\n")).trim();
}

function textsOf({ input, output }: Extract<Shortenable, { type: "tool" }>): string[] {
  const text = said(output);
  return [...leavesOf(input), ...(text === "" ? leavesOf(output) : [text])];
}

function leavesOf(value: unknown, depth = 6): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || depth === 0) return [];
  return Object.values(value).flatMap((inner) => leavesOf(inner, depth - 1));
}

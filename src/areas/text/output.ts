// Output of the command line: text for people, JSON for programs, colours only in a terminal.

import { styleText } from "node:util";
import width from "fast-string-width";
import { allInShell, inShell, plainWord, typedWord } from "../../config/command-word.ts";
import { pathsOf } from "../../config/paths.ts";
import { errorCodes, TellbackError } from "../../protocol/errors.ts";
import { forTerminal, marked, measurable, oneLine, safeJson } from "./terminal.ts";

export { plural } from "../../protocol/plural.ts";

type Style = Parameters<typeof styleText>[0];

/** Coloured when stdout is a terminal and NO_COLOR is not set. */
export function style(kind: Style, text: string): string {
  return painted(kind, text, process.stdout);
}

function painted(kind: Style, text: string, stream: NodeJS.WriteStream): string {
  const [open = "", close = ""] = styleText(kind, "\0", { stream }).split("\0");
  return marked(open) + text + marked(close);
}

export const dim = (text: string) => style("dim", text);
export const bold = (text: string) => style("bold", text);
export const good = (text: string) => style("green", text);
export const bad = (text: string) => style("red", text);
export const warn = (text: string) => style("yellow", text);

/** Commands in backquotes are written as the user's shell finds them. */
export function say(text: string): void {
  process.stdout.write(`${forTerminal(inShell(text, wordIn(text)))}\n`);
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${safeJson(value, 2)}\n`);
}

/** Prints the error and returns the exit code. */
export function sayError(thrown: unknown, json: boolean): number {
  const error = TellbackError.from(thrown);
  if (json) {
    const text = safeJson({ error: error.toBody() });
    process.stderr.write(`${safeJson({ error: allInShell(error.toBody(), wordIn(text)) })}\n`);
  } else {
    const hint = error.hint ? [painted("dim", error.hint, process.stderr)] : [];
    sayAside([`${painted("red", "error", process.stderr)}: ${error.message}`, ...hint].join("\n"));
  }
  return errorCodes[error.code].exit;
}

/** Beside the output: a program that reads it must not find this there. */
export function sayAside(text: string): void {
  process.stderr.write(`${forTerminal(inShell(text, wordIn(text)))}\n`);
}

/** The word for the commands of a text. Most texts name none, and need no file to be read. */
function wordIn(text: string): string {
  if (!text.includes("`tellback ")) return plainWord;
  try {
    return typedWord(pathsOf());
  } catch {
    return plainWord;
  }
}

/** For `--debug`: where the error was thrown, and its causes. */
export function sayStack(thrown: unknown): void {
  process.stderr.write(`${forTerminal(stackOf(thrown))}\n`);
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? "" : `\ncause: ${stackOf(thrown.cause)}`;
  return (thrown.stack ?? thrown.message) + cause;
}

export function terminalWidth(): number {
  return process.stdout.columns || 100;
}

/** Rows as aligned columns; the last one takes the rest of the line if stdout is a terminal. */
export function columns(given: readonly (readonly string[])[]): string {
  const rows = given.map((row) =>
    row.map((cell) => measurable(cell).replace(/\s+/g, (space) => (/[\n\t]/.test(space) ? " " : space))),
  );
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) => Math.max(...rows.map((row) => width(row[i] ?? ""))));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell + " ".repeat((widths[i] ?? 0) - width(cell))))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Cut to fit into a terminal line, uncut in a pipe. */
export function fitted(text: string, used: number): string {
  const line = oneLine(text);
  if (!process.stdout.isTTY) return line;
  return wrapped(line, Math.max(20, terminalWidth() - used), 1)[0] ?? "";
}

/** At most this many lines of that width, cut between words if possible. */
export function wrapped(text: string, room: number, max: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== "" && lines.length < max) {
    const isLast = lines.length === max - 1;
    const taken = prefixWithin(rest, room);
    if (taken.length === rest.length) return [...lines, rest];
    const space = rest.lastIndexOf(" ", taken.length);
    const end = space > taken.length / 2 ? space : taken.length;
    lines.push(isLast ? `${prefixWithin(rest, room - 1).trimEnd()}…` : rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return lines;
}

function prefixWithin(text: string, room: number): string {
  let taken = "";
  for (const character of text) {
    if (width(taken + character) > room) break;
    taken += character;
  }
  return taken;
}

const letter = "[\\p{L}\\p{M}\\p{N}_$]";
const unspaced = /\p{Script=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u;

/** Highlights the words of a text that the user searched for. */
export function highlighted(text: string, words: readonly string[] = []): string {
  if (words.length === 0) return text;
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const patterns = longestFirst.map((word) =>
    unspaced.test(word) ? word : `(?<!${letter})${word.replace(/[$.]/g, "\\$&")}(?!${letter})`,
  );
  return text.replace(new RegExp(patterns.join("|"), "gu"), (word) => style("yellow", word));
}

export function bytes(n: number): string {
  if (n < 1024) return `${n} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = n;
  let unit = -1;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** 2026-11-15 21:04, in the user's own time zone; empty for code that has not changed since it was mapped. */
export function when(iso: string): string {
  if (iso === "") return "";
  const local = new Date(new Date(iso).getTime() - new Date(iso).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}

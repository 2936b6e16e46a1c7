// How the command line speaks: text for people, JSON for programs, colours only where they are wanted.

import { styleText } from "node:util";
import width from "fast-string-width";
import { EngramError, errorCodes } from "../../protocol/errors.ts";

type Style = Parameters<typeof styleText>[0];

/** Coloured when stdout is a terminal and NO_COLOR is not set. */
export function style(kind: Style, text: string): string {
  return styleText(kind, text, { stream: process.stdout });
}

export const dim = (text: string) => style("dim", text);
export const bold = (text: string) => style("bold", text);
export const good = (text: string) => style("green", text);
export const bad = (text: string) => style("red", text);
export const warn = (text: string) => style("yellow", text);

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function sayJson(value: unknown): void {
  say(JSON.stringify(value, null, 2));
}

/** Prints the error and gives the exit code. */
export function sayError(thrown: unknown, json: boolean): number {
  const error = EngramError.from(thrown);
  if (json) {
    process.stderr.write(`${JSON.stringify({ error: error.toBody() })}\n`);
  } else {
    const label = styleText("red", "error", { stream: process.stderr });
    process.stderr.write(`${label}: ${error.message}\n`);
    if (error.hint) process.stderr.write(`${styleText("dim", error.hint, { stream: process.stderr })}\n`);
  }
  return errorCodes[error.code].exit;
}

export function terminalWidth(): number {
  return process.stdout.columns || 100;
}

/** Rows as aligned columns; the last one takes what is left of the line when stdout is a terminal. */
export function columns(rows: readonly (readonly string[])[]): string {
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
  const oneLine = text.replace(/\s+/g, " ").trim();
  if (!process.stdout.isTTY) return oneLine;
  const room = Math.max(20, terminalWidth() - used);
  let taken = "";
  for (const character of oneLine) {
    if (width(taken) + width(character) > room - 1) return `${taken}…`;
    taken += character;
  }
  return taken;
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

/** 2026-11-15 21:04, in the user's own time zone. */
export function when(iso: string): string {
  const local = new Date(new Date(iso).getTime() - new Date(iso).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16).replace("T", " ");
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}

/** 1,234,567. Not by toLocaleString, which loads the data of languages first: 4 ms of a command. */
function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

// Reduces many lines to few: makes terminal output plain text and picks the best lines within a budget, in order.

import { cut } from "../../language/index.ts";
import { identifiers } from "../text/identifiers.ts";

/** `indent` is the indentation of a line of code; null for other lines. */
export type ScoredLine = { text: string; score: number; indent?: number };

/** Lines below this are filler: shown when there is room, never at the price of length. */
const INFORMATIVE = 45;

/** Lines below this are noise: shown only if the whole output is short. */
const NOISE = 20;

/** After this many repeated lines the filler contains nothing new. */
const REPEATS_MAX = 300;

/** More names than these would not fit into any budget. */
const SKIPPED_MAX = 100;

/** Longer lines are minified code or data; scoring their beginning is enough and keeps every pattern cheap. */
const LINE_MAX = 320;

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal control sequences are what is removed here
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
const HAS_WORD = /[\p{L}\p{N}]/u;
const RULER = /[=─━⎯_═-]{4,}/g;
/** Twelve characters of a commit's hash are enough to find it. */
const FULL_HASH = /\b(commit [0-9a-f]{12})[0-9a-f]{28}\b/;
const PATCH_HEAD = /^diff --git a\/(\S+) b\/\1$/;
const TREE = /^[│├└─┬ ]+/;
/** The target of a package link, which the package name already shows. */
const LINKED = / -> \S*node_modules\/\S+$/;
const SPINNER = /^\s*[⠁-⣿◐◓◑◒]/u;
const PERCENT =
  /^\W*\d{1,3}(?:\.\d+)?%\W*$|[#=█▓━■▰>╸] *[\]|│]? *\d{1,3}(?:\.\d+)?%|\d%[ |[]*[#=█▓━■▰]{3}|\d% \(\d+\/\d+\)/u;
const TRANSFER = /\d ?[KMG]?i?B ?\/ ?(?:s\b|\d[\d.]* ?[KMG]?i?B)/;

/** The final content of the terminal: no colours, no overwritten lines, no progress bars, no rulers. */
export function plainLines(raw: string): string[] {
  const text = raw.includes("\u001b") ? raw.replace(ANSI, "") : raw;
  const lines: string[] = [];
  for (const row of text.split("\n")) {
    const line = (row.includes("\r") ? lastWritten(row) : row).slice(0, LINE_MAX).trimEnd();
    if (line !== "" && HAS_WORD.test(line) && !isProgress(line)) lines.push(line);
  }
  return lines;
}

/** Runs for every line, so the cheap checks come first. */
function isProgress(line: string): boolean {
  if (line.includes("%") && PERCENT.test(line)) return true;
  return (line.includes("B") && TRANSFER.test(line)) || SPINNER.test(line);
}

/** A carriage return overwrites the text before it. */
function lastWritten(row: string): string {
  const end = row.endsWith("\r") ? row.length - 1 : row.length;
  return row.slice(row.lastIndexOf("\r", end - 1) + 1, end);
}

/** The best lines that fit, in their order; identifiers of informative lines that do not fit are listed. */
export function pickLines(
  lines: readonly ScoredLine[],
  budget: number,
  filler = budget * 0.45,
  maxLine = Math.max(90, budget * 0.4),
): string[] {
  const short = lengthOf(lines) <= filler;
  const least = short ? 1 : NOISE;
  const byScore = bestFirst(lines, least);
  const crowded = lengthOf(lines, Math.max(least, INFORMATIVE)) > budget;
  const room = crowded ? budget * 0.72 : budget;
  const picked: { index: number; text: string }[] = [];
  const seen = new Repeats();
  const skipped: string[] = [];
  let used = 0;
  let repeated = 0;
  for (const index of byScore) {
    const { text, score, indent = 0 } = lines[index] as ScoredLine;
    const isFiller = score < INFORMATIVE;
    const limit = isFiller ? Math.min(room, Math.max(filler, 0)) : room;
    if (limit - used < 12) {
      if (isFiller || skipped.length >= SKIPPED_MAX) break;
      skipped.push(text);
      continue;
    }
    if (seen.has(text, short ? Number.POSITIVE_INFINITY : isFiller ? 1 : 6)) {
      repeated += 1;
      if (!isFiller && skipped.length < SKIPPED_MAX) skipped.push(text);
      if (isFiller && repeated > REPEATS_MAX) break;
      continue;
    }
    const shown = cut(indented(tidy(text), indent), Math.min(isFiller ? 160 : 240, maxLine));
    if (used + shown.length + 1 > limit) {
      if (!isFiller) skipped.push(text);
      continue;
    }
    seen.add(text);
    picked.push({ index, text: shown });
    used += shown.length + 1;
  }
  picked.sort((a, b) => a.index - b.index);
  const chosen = picked.map(({ text }) => text);
  const also = namedIn(skipped, chosen.join("\n"), budget - used - 8);
  return also === "" ? chosen : [...chosen, `also: ${also}`];
}

/** The indices of the lines with at least this score. */
function bestFirst(lines: readonly ScoredLine[], least: number): number[] {
  const indices: number[] = [];
  for (const [index, { score }] of lines.entries()) if (score >= least) indices.push(index);
  // The sort is stable: equal lines stay in their order.
  return indices.sort((a, b) => (lines[b]?.score ?? 0) - (lines[a]?.score ?? 0));
}

function lengthOf(lines: readonly ScoredLine[], from = 0): number {
  let length = 0;
  for (const { text, score } of lines) if (score >= from) length += Math.min(text.length, 240) + 1;
  return length;
}

function tidy(line: string): string {
  const plain = line.replace(RULER, "").replace(FULL_HASH, "$1").replace(PATCH_HEAD, "diff $1");
  return plain
    .replace(TREE, "")
    .replace(LINKED, "")
    .trim()
    .replace(/\s{2,}/g, " ");
}

function indented(line: string, by: number): string {
  return by === 0 ? line : line.replace(/^(?:[+-] )?/, (sign) => sign + " ".repeat(by));
}

function namedIn(lines: readonly string[], alreadyShown: string, room: number): string {
  const names: string[] = [];
  let used = 0;
  let misfits = 0;
  let known = alreadyShown;
  for (const line of lines) {
    if (room - used < 10 || misfits > 8) break;
    for (const name of identifiers(line)) {
      if (known.includes(name)) continue;
      if (used + name.length + 2 > room) {
        misfits += 1;
        continue;
      }
      known += ` ${name}`;
      names.push(name);
      used += name.length + 2;
    }
  }
  return names.join(", ");
}

const TIMESTAMP = /^\W*(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[\d.,Z]*\W*\s/;
const MARKS = /^[\s×✗✖✕●❯>!*•-]+|\s+\(?\d+(?:\.\d+)? ?m?s\)?$/g;

/** Records what was chosen, so that nothing is repeated. */
class Repeats {
  readonly #exact = new Set<string>();
  readonly #shapes = new Map<string, number>();
  readonly #cores: string[] = [];

  /** Lines that differ only in numbers often come from a loop: a few of one shape are enough. */
  has(line: string, enough: number): boolean {
    const bare = line.replace(TIMESTAMP, "");
    if (this.#exact.has(bare)) return true;
    if ((this.#shapes.get(shape(bare)) ?? 0) >= enough) return true;
    const core = bare.replace(MARKS, "");
    return core.length > 8 && this.#cores.some((known) => known.includes(core));
  }

  add(line: string): void {
    const bare = line.replace(TIMESTAMP, "");
    this.#exact.add(bare);
    this.#shapes.set(shape(bare), (this.#shapes.get(shape(bare)) ?? 0) + 1);
    this.#cores.push(bare.replace(MARKS, ""));
  }
}

function shape(line: string): string {
  return line.replace(/\d+/g, "#");
}

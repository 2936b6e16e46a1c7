// Grep, Glob, LS: what was searched for, where, and which files matched.

import { cut, cutPath, oneLine } from "../../language/index.ts";
import { type Draft, failedUse } from "../draft.ts";
import type { ToolUse } from "../event.ts";
import { numberAt, said, textAt, textsAt } from "../output/json.ts";
import { plainLines } from "../output/lines.ts";
import { ABOUT_MAX, folded, foldersIn } from "../output/listing.ts";
import { foundFile, isFileWord, type PathBase, shownPath } from "../text/paths.ts";
import { count, joined, unique } from "../text/text.ts";

/** More files than this are listed by their folders. */
const FOLDED_FROM = 12;

type Matches = { files: string[]; lines: string[]; total: number; noun: string };

export function shortenFind(use: ToolUse, at: PathBase): Draft {
  const pattern = oneLine(textAt(use.input, "pattern", "query"), 120);
  const path = textAt(use.input, "path");
  const filter = textAt(use.input, "glob", "type");
  const where = joined(
    [path !== "" && cutPath(shownPath(path, at), 30), filter !== "" && cut(filter, 20)],
    " ",
  );
  const what = whatOf(use.tool, cut(pattern, 40), where === "" || where === "." ? "" : ` in ${where}`);
  if (use.status !== "ok") return failedUse(what, use, path === "" ? [] : [shownPath(path, at)]);

  const found = foundIn(use, at);
  const size = found.total === 0 ? "nothing" : count(found.total, found.noun, plural(found.noun));
  const shown = found.lines.length > 0 ? found.lines : found.files;
  const isLong = found.lines.length === 0 && found.files.length > FOLDED_FROM;
  const full = pattern.length > 40 ? `${what}: ${size} (${pattern})` : `${what}: ${size}`;
  return {
    title: `${what}: ${size}`,
    summary: joined([full, isLong ? foldersIn(found.files, 170) : fill(shown, 170, ", ")], " · "),
    detail: joined(
      [full, ...(isLong ? folded(found.files, 600) : describeMatches(shown, found.files))],
      "\n",
    ),
    files: found.files.length <= ABOUT_MAX ? found.files : [],
    symbols: [],
  };
}

function whatOf(tool: string, pattern: string, where: string): string {
  if (tool === "LS") return `Listed${where.replace(" in", "") || " the folder"}`;
  return tool === "Glob" ? `Looked for ${pattern}${where}` : `Searched "${pattern}"${where}`;
}

function foundIn(use: ToolUse, at: PathBase): Matches {
  const named = textsAt(use.output, "filenames");
  const text = textAt(use.output, "content") || (named.length > 0 ? "" : said(use.output));
  const lines = plainLines(text).filter(
    (line) => !/^(?:No (?:files|matches) found|Found \d+ \w+)/.test(line),
  );
  if (use.tool === "LS")
    return { files: [], lines: lines.map((line) => line.trim()), total: lines.length, noun: "entry" };
  const inLines = lines.slice(0, 2000).flatMap((line) => foundFile(line) ?? []);
  const files = unique([...named, ...inLines].slice(0, 2000).map((path) => shownPath(path, at)));
  const isContent = lines.length > 0 && lines.some((line) => !isFileWord(line.trim()));
  const total = isContent
    ? (numberAt(use.output, "numMatches") ?? numberAt(use.output, "numLines") ?? lines.length)
    : numberAt(use.output, "numFiles") || files.length;
  return { files, lines: isContent ? lines : [], total, noun: isContent ? "match" : "file" };
}

function plural(noun: string): string {
  return { match: "matches", entry: "entries" }[noun] ?? `${noun}s`;
}

/** The first matches in full; for the others, the files. */
function describeMatches(shown: readonly string[], files: readonly string[]): string[] {
  const fitting = fill(shown, 800, "\n");
  const others = files.filter((file) => !fitting.includes(file));
  return others.length === 0 ? [fitting] : [fitting, ...folded(others, 300)];
}

function fill(items: readonly string[], budget: number, between: string): string {
  const shown: string[] = [];
  let used = 0;
  for (const item of items) {
    const line = oneLine(item, 160);
    if (used + line.length + between.length > budget - 14) break;
    shown.push(line);
    used += line.length + between.length;
  }
  const left = items.length - shown.length;
  return joined([...shown, left > 0 && `… ${left} more`], between);
}

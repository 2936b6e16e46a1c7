// What a tool family returns to shorten: the three lengths before they are cut, with paths as the tool gave them.

import { cut, oneLine } from "../language/index.ts";
import type { Lengths, ToolUse } from "./event.ts";
import { brief, said } from "./output/json.ts";
import { scoredOutput } from "./output/line-scores.ts";
import { pickLines } from "./output/lines.ts";
import type { PathBase } from "./text/paths.ts";
import { CAPS, joined } from "./text/text.ts";

export type Draft = Lengths & { files: string[]; symbols: string[] };
export type Family = (use: ToolUse, at: PathBase) => Draft;

/** A failure must be visible in the title whatever is cut: first the subject is cut, then the end of the error. */
export function failureTitle(what: string, error: string): string {
  const subject = cut(what, 46);
  if (error === "") return `${subject} failed`;
  return cut(`${subject} failed: ${oneLine(error, CAPS.title)}`, CAPS.title);
}

/** A failed or interrupted tool use whose output is only an error text. */
export function failedUse(what: string, use: ToolUse, files: string[]): Draft {
  if (use.status === "interrupted") {
    const title = `${cut(what, CAPS.title - 18)} was interrupted`;
    return { title, summary: title, detail: `${title}\n${brief(use.input, 600)}`, files, symbols: [] };
  }
  const lines = scoredOutput(said(use.output));
  const error = strongest(lines);
  const summary = joined([`${what} failed`, pickLines(lines, 220).join(" · ")], ": ");
  const detail = joined([`${what} failed`, pickLines(lines, 700).join("\n"), brief(use.input, 400)], "\n");
  return { title: failureTitle(what, withoutLabel(error)), summary, detail, files, symbols: [] };
}

/** The most informative line, if there is room for only one. */
export function strongest(lines: readonly { text: string; score: number }[]): string {
  let best = { text: "", score: -1 };
  for (const line of lines) if (line.score > best.score) best = line;
  return best.text;
}

/** `Error: ` after `failed: ` would be a repetition. */
export function withoutLabel(line: string): string {
  return line
    .replace(/^\W*(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[\d.,Z]*\W*/, "")
    .replace(/^\s*(?:(?:error|fatal|fail(?:ed|ure)?):\s+)+/i, "")
    .replace(
      /^\s*(?:[×✗✖✕●❯]\s+|--- FAIL:\s+|FAIL(?:ED)?\s+|npm (?:ERR!|error)\s+|\d+\) |not ok \d+ - |test (?=.* FAILED$))+/,
      "",
    )
    .replace(/\s+(?:\.\.\. FAILED|\(?\d+(?:\.\d+)? ?m?s\)?)$/, "")
    .trim();
}

// Shortens `git blame`: the commits that a file consists of, and its definitions. For bash.

import { count } from "../text/text.ts";
import { outlined } from "./definitions.ts";
import type { ScoredLine } from "./lines.ts";

const LINE = /^\^?([0-9a-f]{7,40}) (?:\S+ +)?\((.+?) +(\d{4}-\d\d-\d\d) [\d:]+ [+-]\d{4} +(\d+)\) ?(.*)$/;
const MOST_COMMITS = 12;
const ROOM_FOR_CODE = 320;

/** The commits by number of lines, then the definitions; null if the output is not from git blame. */
export function blameIn(text: string): ScoredLine[] | null {
  const commits = new Map<string, { by: string; lines: number }>();
  const code: string[] = [];
  let first = 0;
  for (const line of text.trimEnd().split("\n")) {
    const [, hash = "", author, day, number, content = ""] = LINE.exec(line) ?? [];
    if (hash === "") return null;
    first ||= Number(number);
    const known = commits.get(hash) ?? { by: `${author} ${day}`, lines: 0 };
    commits.set(hash, { ...known, lines: known.lines + 1 });
    code.push(content);
  }
  const ranked = [...commits]
    .sort(([, a], [, b]) => b.lines - a.lines)
    .slice(0, MOST_COMMITS)
    .map(([hash, { by, lines }]) => ({
      text: `${hash.slice(0, 12)} ${by}: ${count(lines, "line")}`,
      score: 71,
    }));
  const { lines, names } = outlined(code.join("\n"), first, ROOM_FOR_CODE);
  return names.length === 0 ? ranked : [...ranked, ...lines.map((line) => ({ text: line, score: 60 }))];
}

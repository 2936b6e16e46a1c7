// Shortens `git log` and `git reflog`: hash and subject of each of the first commits, on one line. For bash.

import { cut } from "../../language/index.ts";
import { plainLines, type ScoredLine } from "./lines.ts";

const COMMIT = /^[*|\\/ ]*commit ([0-9a-f]{7})[0-9a-f]*/;
const ONE_LINE = /^[*|\\/ ]*([0-9a-f]{7,12}) ([^\s(].*|\([^)]+\) .+)/;
const SUBJECT = /^[*|\\/ ]* {4}(\S.*)/;
const PATCH = /^diff --git /;
const MOST = 15;
/** Above this number of commits each subject gets less room. */
const FEW = 8;

/** The commits as lines, or null if the output is not a history. */
export function historyIn(text: string): ScoredLine[] | null {
  const commits: { hash: string; subject: string }[] = [];
  const lines = plainLines(text);
  const isFull = COMMIT.test(lines[0] ?? "");
  if (!isFull && !ONE_LINE.test(lines[0] ?? "")) return null;
  for (const line of lines) {
    // A single commit with its patch is shortened as a patch.
    if (PATCH.test(line)) return null;
    const [, hash = "", subject = ""] = COMMIT.exec(line) ?? ONE_LINE.exec(line) ?? [];
    const last = commits.at(-1);
    if (hash !== "") commits.push({ hash, subject });
    else if (last?.subject === "") last.subject = SUBJECT.exec(line)?.[1] ?? "";
  }
  // Full entries may have any lines between them; a list of short entries contains nothing else.
  if (commits.length < 2 || (!isFull && commits.length < lines.length)) return null;
  const room = commits.length > FEW ? 42 : 90;
  return commits
    .slice(0, MOST)
    .map(({ hash, subject }) => ({ text: `${hash} ${cut(subject, room)}`, score: 71 }));
}

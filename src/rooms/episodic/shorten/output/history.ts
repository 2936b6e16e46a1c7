// What `git log` and `git reflog` say of commits: hash and subject of each, on one line, the first ones. For bash.

import { cut } from "../text/text.ts";
import { plainLines, type ScoredLine } from "./lines.ts";

const COMMIT = /^[*|\\/ ]*commit ([0-9a-f]{7})[0-9a-f]*/;
const ONE_LINE = /^[*|\\/ ]*([0-9a-f]{7,12}) ([^\s(].*|\([^)]+\) .+)/;
const SUBJECT = /^[*|\\/ ]* {4}(\S.*)/;
const PATCH = /^diff --git /;
const MOST = 15;
/** Of more commits than these, each subject gets less room. */
const FEW = 8;

/** The commits as lines, or null where the output is no history. */
export function historyIn(text: string): ScoredLine[] | null {
  const commits: { hash: string; subject: string }[] = [];
  const lines = plainLines(text);
  const isFull = COMMIT.test(lines[0] ?? "");
  if (!isFull && !ONE_LINE.test(lines[0] ?? "")) return null;
  for (const line of lines) {
    // One commit with its patch is told by the patch.
    if (PATCH.test(line)) return null;
    const [, hash = "", subject = ""] = COMMIT.exec(line) ?? ONE_LINE.exec(line) ?? [];
    const last = commits.at(-1);
    if (hash !== "") commits.push({ hash, subject });
    else if (last?.subject === "") last.subject = SUBJECT.exec(line)?.[1] ?? "";
  }
  // Between full entries anything may stand; a list of short ones is nothing but them.
  if (commits.length < 2 || (!isFull && commits.length < lines.length)) return null;
  const room = commits.length > FEW ? 42 : 90;
  return commits
    .slice(0, MOST)
    .map(({ hash, subject }) => ({ text: `${hash} ${cut(subject, room)}`, score: 71 }));
}

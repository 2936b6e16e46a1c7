// Which turns a later one supersedes: the newest statement about a subject counts. Pure.

import type { StatedValue } from "./values.ts";

export interface Statement extends StatedValue {
  turnId: string;
  at: string;
  branch: string | null;
  /** Files that the turn changed or read. */
  files: readonly string[];
}

/** Of each turn that speaks of one subject: the turn that supersedes it, or null if what it says still holds. */
export function supersededIn(statements: readonly Statement[]): Map<string, Statement | null> {
  const ordered = statements.toSorted((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : a.turnId < b.turnId ? -1 : 1,
  );
  return new Map(
    ordered.map((one, i) => {
      const later = ordered
        .slice(i + 1)
        .filter((other) => isSameSubject(one, other) && countsFor(one, other));
      const newest = later.at(-1);
      return [one.turnId, newest && newest.value !== one.value ? newest : null];
    }),
  );
}

/** A general word such as "timeout" means the same thing only in turns about the same files. */
function isSameSubject(one: Statement, other: Statement): boolean {
  const name = one.subject.replace(/^value:/, "");
  if (!one.subject.startsWith("value:") || /[\s_.#\d]/.test(name) || /^[a-z]+[A-Z]/.test(name)) return true;
  return one.files.some((file) => other.files.includes(file));
}

const MAIN = new Set(["main", "master", "trunk", "develop", "dev"]);

/** What was done on a branch changes nothing for the main one until it is merged. */
function countsFor(one: Statement, other: Statement): boolean {
  if (one.branch === null || other.branch === null || one.branch === other.branch) return true;
  return MAIN.has(other.branch) || !MAIN.has(one.branch);
}

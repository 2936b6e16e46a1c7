// Which turns a later one supersedes: the newest statement about a subject counts. Pure.

import type { StatedValue } from "../../../libs/language/index.ts";

export interface Statement extends StatedValue {
  turnId: string;
  /** False: the value is only in the code that the turn wrote. It replaces others, and there is nothing to replace. */
  isStated: boolean;
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
    ordered.flatMap((one, i) => {
      if (!one.isStated) return [];
      const later = ordered
        .slice(i + 1)
        .filter((other) => isSameSubject(one, other) && reaches(other.branch, one.branch));
      const newest = later.at(-1);
      return [[one.turnId, newest && newest.value !== one.value ? newest : null]];
    }),
  );
}

/** A general word such as "timeout" means the same thing only in turns about the same files. */
function isSameSubject(one: Statement, other: Statement): boolean {
  return isForOneThing(one.subject) || one.files.some((file) => other.files.includes(file));
}

/** Whether a subject means the same thing wherever it is named. */
export function isForOneThing(subject: string): boolean {
  return !subject.startsWith("value:") || /[\s_.#\d]/.test(subject.slice("value:".length));
}

const MAIN = new Set(["main", "master", "trunk", "develop", "dev"]);

/** What was done on a branch changes nothing for the main one until it is merged. */
export function reaches(from: string | null, to: string | null): boolean {
  if (from === null || to === null || from === to) return true;
  return MAIN.has(from) || !MAIN.has(to);
}

// The branch that a folder is on, read from git's own files: no process per event. For capture.

import { findGit, readText } from "./identity.ts";

const cachedMs = 2_000;
const maxFolders = 256;
const known = new Map<string, { branch: string | null; until: number }>();

/** Null outside of git, and where no branch is checked out. Cached for a moment: a session's events come in bursts. */
export function branchOf(folder: string, now = performance.now()): string | null {
  const cached = known.get(folder);
  if (cached && cached.until > now) return cached.branch;
  if (known.size >= maxFolders) known.clear();
  const branch = readBranch(folder);
  known.set(folder, { branch, until: now + cachedMs });
  return branch;
}

function readBranch(folder: string): string | null {
  const gitDir = findGit(folder)?.gitDir;
  if (gitDir === undefined) return null;
  const head = readText(gitDir, "HEAD") ?? "";
  return /^ref: refs\/heads\/(\S{1,250})\s*$/.exec(head)?.[1] ?? null;
}

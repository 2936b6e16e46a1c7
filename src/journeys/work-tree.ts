// What the user's working tree looks like now: its branch, and which files differ from the last commit. For recall.

import { execFile } from "node:child_process";

export interface WorkTree {
  branch: string | null;
  /** Paths from the root of the repository. */
  changed: string[];
}

const nothing: WorkTree = { branch: null, changed: [] };
const patienceMs = 400;
const mostFiles = 200;

/** Nothing where there is no git, no repository, or no answer in time. */
export function lookAt(folder: string, withinMs = patienceMs): Promise<WorkTree> {
  // A repository's own settings may name programs to run: not on our account.
  const safe = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-optional-locks"];
  const args = [...safe, "-C", folder, "status", "--porcelain=v2", "--branch", "-z", "--no-renames"];
  const options = { timeout: withinMs, maxBuffer: 4 * 1024 * 1024, windowsHide: true };
  return new Promise((resolve) => {
    execFile("git", args, options, (error, stdout) => resolve(error ? nothing : read(stdout)));
  });
}

/** Fields before the path: 8 of a changed file, 1 of one that git does not know, 10 of one in conflict. */
const fieldsBefore: Record<string, number> = { "1": 8, "?": 1, u: 10 };

export function read(status: string): WorkTree {
  let branch: string | null = null;
  const changed: string[] = [];
  for (const line of status.split("\0")) {
    if (line.startsWith("# branch.head ")) {
      const name = line.slice("# branch.head ".length);
      branch = name === "(detached)" ? null : name;
    }
    const before = fieldsBefore[line[0] ?? ""];
    if (before !== undefined && changed.length < mostFiles)
      changed.push(line.split(" ").slice(before).join(" "));
  }
  return { branch, changed: changed.sort() };
}

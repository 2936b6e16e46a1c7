// The user's checkout, for recall at a prompt: its branch, and what has been merged into it. Memory made on another
// branch counts as truth here only once it was merged. Kept for a short time: a prompt cannot wait for git.

import { gitIn } from "../../platform/git.ts";
import type { Turn } from "../../protocol/turns.ts";

export interface Checkout {
  branch: string | null;
  /** Branches that git knows here. */
  known: ReadonlySet<string>;
  /** Those whose last commit is part of this one. */
  merged: ReadonlySet<string>;
  /** Those whose last commit their remote branch has too. */
  pushed: ReadonlySet<string>;
  /** Files that differ from the last commit; null if nobody has looked. */
  changed: ReadonlySet<string> | null;
  /** Hashes of the newest commits of this branch. */
  commits: readonly string[];
}

export const nowhere: Checkout = {
  ...{ branch: null, known: new Set(), merged: new Set(), pushed: new Set(), changed: null, commits: [] },
};
const freshMs = 20_000;
const gitTimeoutMs = 1_000;
const maxKept = 50;
const commitsRead = 3_000;

interface CachedCheckout {
  readAt: number;
  reading: Promise<Checkout>;
  checkout: Checkout | null;
}

const kept = new Map<string, CachedCheckout>();

/** What was known a short time ago, if git needs longer than the caller can wait. */
export async function checkoutOf(folder: string, withinMs: number): Promise<Checkout> {
  let one = kept.get(folder);
  if (!one || performance.now() - one.readAt > freshMs) {
    if (kept.size >= maxKept) kept.clear();
    one = startReading(folder, one?.checkout ?? null);
    kept.set(folder, one);
  }
  const late = new Promise<Checkout>((resolve) => {
    setTimeout(() => resolve(one.checkout ?? nowhere), withinMs).unref();
  });
  return Promise.race([one.reading, late]);
}

function startReading(folder: string, checkout: Checkout | null): CachedCheckout {
  const started: CachedCheckout = { readAt: performance.now(), checkout, reading: readCheckout(folder) };
  started.reading.then((read) => {
    started.checkout = read;
  });
  return started;
}

export async function readCheckout(folder: string): Promise<Checkout> {
  const git = await gitIn(folder, performance.now() + gitTimeoutMs).catch(() => null);
  if (git === null) return nowhere;
  const refs = ["--format=%(refname:lstrip=2)", "refs/heads", "refs/remotes"];
  const tracked = ["--format=%(refname:lstrip=2) %(upstream) %(upstream:track)", "refs/heads"];
  const [branch, known, merged, tracking, commits] = await Promise.all([
    git("symbolic-ref", "--quiet", "--short", "HEAD"),
    git("for-each-ref", ...refs),
    git("for-each-ref", "--merged=HEAD", ...refs),
    git("for-each-ref", ...tracked),
    git("rev-list", `--max-count=${commitsRead}`, "HEAD"),
  ]);
  return {
    branch: branch?.trim() || null,
    known: branchesIn(known),
    merged: branchesIn(merged),
    pushed: new Set(linesOf(tracking).flatMap((line) => IN_STEP.exec(line)?.[1] ?? [])),
    changed: null,
    commits: linesOf(commits),
  };
}

/** `main refs/remotes/origin/main`, with nothing in brackets or only that the remote is ahead. */
const IN_STEP = /^(\S+) refs\/\S+ (?:\[behind \d+\])?$/;

/** A remote's branch also by its own name. */
function branchesIn(refs: string | null): Set<string> {
  return new Set(linesOf(refs).flatMap((name) => [name, name.replace(/^[^/]+\//, "")]));
}

function linesOf(text: string | null): string[] {
  return (text ?? "").split("\n").filter(Boolean);
}

/** Whether what was done in a turn is part of this checkout. Without a branch there is nothing to doubt. */
export function isMerged({ branch, commit }: Pick<Turn, "branch" | "commit">, here: Checkout): boolean {
  if (branch === null || here.branch === null || branch === here.branch) return true;
  if (commit !== null) return here.commits.some((hash) => hash.startsWith(commit));
  return here.merged.has(branch);
}

/** "on BRANCH, not merged" for what git knows not to be part of this checkout; of a branch that is gone nothing is known. */
export function elsewhere(turn: Pick<Turn, "branch" | "commit">, here: Checkout): string {
  const isKnown = turn.branch !== null && here.known.has(turn.branch);
  return isMerged(turn, here) || !isKnown ? "" : `on ${turn.branch}, not merged`;
}

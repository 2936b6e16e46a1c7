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
  /** Hashes of the newest commits of this branch. */
  commits: readonly string[];
}

export const nowhere: Checkout = { branch: null, known: new Set(), merged: new Set(), commits: [] };
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
  const [branch, known, merged, commits] = await Promise.all([
    git("symbolic-ref", "--quiet", "--short", "HEAD"),
    git("for-each-ref", ...refs),
    git("for-each-ref", "--merged=HEAD", ...refs),
    git("rev-list", `--max-count=${commitsRead}`, "HEAD"),
  ]);
  return {
    branch: branch?.trim() || null,
    known: branchesIn(known),
    merged: branchesIn(merged),
    commits: linesOf(commits),
  };
}

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

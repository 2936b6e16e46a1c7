// Foresight: the files that will most likely be needed, from those that were worked on before. Pure. The weights were
// chosen with `node bench/value.ts`: how recent and how frequent a file is says most; at a prompt, the turns that the
// prompt is about say more.

import type { Turn } from "../../protocol/turns.ts";

type Work = Pick<Turn, "sessionId" | "branch" | "files" | "looked">;

export interface Outlook {
  /** The newest first. */
  recent: readonly Work[];
  branch: string | null;
  /** Files that differ from the last commit. */
  changed?: readonly string[];
  /** Turns that the prompt is about, with weights from 0 to 1. */
  about?: readonly { work: Work; weight: number }[];
  /** How well a path itself fits the prompt, from 0 to 1. */
  fits?: (path: string) => number;
}

const weights = {
  /** Falls to a third after so many turns, and after so many sessions. */
  turnsFade: 20,
  sessionsFade: 3,
  turn: 0.5,
  session: 1,
  branch: 0.3,
  looked: 0.5,
  changed: 3,
  /** Recency beside what the prompt says. */
  besidePrompt: 0.5,
  lookedBesidePrompt: 0.3,
  fits: 0.5,
};

/** The likeliest first. */
export function likelyFiles({ recent, branch, changed = [], about = [], fits }: Outlook): string[] {
  const scores = new Map<string, number>();
  const add = (path: string, score: number) => {
    if (isInside(path)) scores.set(path, (scores.get(path) ?? 0) + score);
  };
  const note = ({ files, looked }: Work, weight: number, lookedWeight: number) => {
    for (const path of files) add(path, weight);
    for (const path of looked) add(path, weight * lookedWeight);
  };
  const sessions = [...new Set(recent.map(({ sessionId }) => sessionId))];
  const beside = about.length > 0 ? weights.besidePrompt : 1;
  for (const [age, work] of recent.entries()) {
    const sessionAge = sessions.indexOf(work.sessionId);
    const fresh = Math.exp(-sessionAge / weights.sessionsFade);
    const onBranch = branch !== null && work.branch === branch ? weights.branch * fresh : 0;
    const weight = weights.turn * Math.exp(-age / weights.turnsFade) + weights.session * fresh + onBranch;
    note(work, beside * weight, weights.looked);
  }
  for (const { work, weight } of about) note(work, weight, weights.lookedBesidePrompt);
  for (const path of changed) add(path, weights.changed);
  if (fits) for (const path of scores.keys()) add(path, weights.fits * fits(path));
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([path]) => path);
}

/** Files outside of the project are named by a path from the root or from home. */
function isInside(path: string): boolean {
  return path !== "" && !/^(?:[/~]|\.\.|[A-Za-z]:)/.test(path);
}

/** Paths in one line: `src/cli: index.ts, main.ts; docs: a.md`. A name that occurs in several folders keeps its folder. */
export function fileLine(paths: readonly string[], known: readonly string[] = paths): string {
  return groupsOf(paths, namesTwice(known)).join("; ");
}

/** One text for each folder, in the order of its likeliest file. */
function groupsOf(paths: readonly string[], shared: ReadonlySet<string>): string[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    // Of an ambiguous name the folder is shown with it, under the folder above.
    const isShared = shared.has(path.slice(path.lastIndexOf("/") + 1));
    const folder = isShared ? folderOf(folderOf(path)) : folderOf(path);
    folders.set(folder, [...(folders.get(folder) ?? []), path]);
  }
  return [...folders].map(([folder, own]) => {
    if (folder === "" || own.length === 1) return own.join(", ");
    return `${folder}: ${own.map((path) => path.slice(folder.length + 1)).join(", ")}`;
  });
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

function namesTwice(paths: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const path of new Set(paths)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}

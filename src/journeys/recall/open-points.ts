// The open points of a project: what turns left open and no later turn, no person, no model and not git know as done. The
// brief, the page, the command and "what is left" read this list.

import { createHash } from "node:crypto";
import type { OutputOf } from "../../areas/contracts.ts";
import type { Memory } from "../../memory/memory.ts";
import { readWorkTree } from "../../memory/work-tree.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { agentItself, offline } from "../../protocol/observations.ts";
import type { Turn } from "../../protocol/turns.ts";
import { findProject } from "../../rooms/projects/room.ts";
import { markPoint, recentTurns, toldPoints } from "../../rooms/turns/room.ts";
import { type Checkout, readCheckout } from "./checkout.ts";

/** Older turns have no weight. */
export const turnsRead = 150;

type OpenPoint = ReturnType<typeof toldPoints>[number];

export function openPoints(turns: readonly Turn[], here: Checkout): OpenPoint[] {
  return toldPoints(turns, (turn, step) => isDoneInGit(turn, step, here));
}

/** Git is asked when the point is said: what it cannot know stays. */
function isDoneInGit({ branch, files }: Turn, step: "commit" | "push" | "merge", here: Checkout): boolean {
  // Before the first commit, and in a folder without git, it knows nothing.
  if (here.commits.length === 0) return false;
  switch (step) {
    case "push":
      return branch !== null && here.pushed.has(branch) && isCommitted(files, here);
    case "merge":
      return branch !== null && branch !== here.branch && here.merged.has(branch);
    case "commit":
      return branch === here.branch && isCommitted(files, here);
  }
}

function isCommitted(files: readonly string[], { changed }: Checkout): boolean {
  return changed !== null && files.length > 0 && !files.some((file) => changed.has(file));
}

type Listed = OutputOf<"open-points">["points"][number];

export async function listPoints(memory: Memory, folder: string): Promise<Listed[]> {
  const project = await findProject(memory.db, folder);
  return project === null ? [] : (await pointsIn(memory, project.id, folder)).map(asListed);
}

async function pointsIn({ db }: Memory, projectId: string, folder: string): Promise<OpenPoint[]> {
  const [turns, here, tree] = await Promise.all([
    recentTurns(db, { projectId, limit: turnsRead }),
    readCheckout(folder),
    readWorkTree(folder),
  ]);
  return openPoints(turns, { ...here, changed: new Set(tree.changed) });
}

function asListed({ text, turn }: OpenPoint): Listed {
  const { sessionId, branch, endedAt: since, provider } = turn;
  const source = provider === offline ? "rules" : provider === agentItself ? "agent" : "model";
  return { id: idOf(text), text, source, sessionId, turnId: turn.id, branch, since };
}

/** The same words have the same id, on every machine. */
function idOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** `words`: null closes the point. Returns it as it was. */
export async function changePoint(
  memory: Memory,
  folder: string,
  typed: string,
  words: string | null,
): Promise<Listed> {
  const project = await findProject(memory.db, folder);
  const points = project === null ? [] : await pointsIn(memory, project.id, folder);
  const found = points.filter(({ text }) => idOf(text).startsWith(typed.toLowerCase()));
  const [point] = found;
  if (!project || !point || found.length > 1)
    throw new TellbackError("not_found", `no open point has the id "${typed}"`, {
      hint: "`tellback open-points` lists them.",
    });
  await markPoint(memory.db, {
    ...{ projectId: project.id, sessionId: point.turn.sessionId, point: point.text, words },
    ...{ saidBy: "user", at: new Date().toISOString() },
  });
  return asListed(point);
}

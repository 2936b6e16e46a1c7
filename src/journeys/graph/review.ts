// review: what a person is asked to decide, with where each statement comes from; and what the answer does. An answer is
// one transaction, stored with the state before and after, so that it can be undone.

import { oneLine } from "../../../libs/language/index.ts";
import { confirmLearning, rejectLearning } from "../../memory/knowledge/learnings.ts";
import { supersede } from "../../memory/knowledge/remember.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Learning } from "../../protocol/knowledge.ts";
import type { Reviewed, ReviewItem } from "../../protocol/review.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { changeNode, evidenceOf, getNode, nodeOf, noteChange } from "../../rooms/knowledge/room.ts";
import { projectNames } from "../../rooms/projects/room.ts";
import { listReview, type Question, questionOf } from "../../rooms/review/room.ts";
import { getSession } from "../../rooms/sessions/room.ts";
import type { Db } from "../../store/schema.ts";
import { refreshAnchors } from "./anchor.ts";

export async function reviewPage(
  memory: Memory,
  { projects, limit, offset }: { projects: ProjectScope; limit: number; offset: number },
): Promise<{ items: ReviewItem[]; total: number; waiting: number; contradictions: number }> {
  const all = await listReview(memory.db, projects);
  const names = await projectNames(memory.db);
  const items = await Promise.all(
    all.slice(offset, offset + limit).map(async ({ id, why, against }): Promise<ReviewItem> => {
      const others = await Promise.all(against.map((other) => reviewedOf(memory.db, other, names)));
      const one = await reviewedOf(memory.db, id, names);
      return { ...one, why, against: others, isNewer: others.every(({ at }) => at <= one.at) };
    }),
  );
  const waiting = all.filter(isWaiting).length;
  return { items, total: all.length, waiting, contradictions: all.length - waiting };
}

function isWaiting({ why }: Question): boolean {
  return why === "waiting";
}

async function reviewedOf(db: Db, id: string, names: ReadonlyMap<string, string>): Promise<Reviewed> {
  const node = await nodeOf(db, id);
  const first = (await evidenceOf(db, { nodeId: id })).find(({ kind }) => kind === "supports");
  const session = node.sessionId === null ? null : await getSession(db, node.sessionId).catch(() => null);
  const { content, type, category, confidence, timesSeen, saidBy, sessionId, observationId } = node;
  return {
    ...{ id, content, type, category, confidence, timesSeen, saidBy, sessionId, observationId },
    project: node.projectId === null ? null : (names.get(node.projectId) ?? node.projectId),
    words: first?.claim ?? null,
    at: first?.at ?? node.createdAt,
    host: session?.host ?? null,
  };
}

export interface Kept {
  content?: string | undefined;
  /** What it contradicts no longer holds. Otherwise both hold. */
  only?: boolean | undefined;
}

/** The person's answer settles what the statement seems to contradict, too. */
export async function keepByUser(
  memory: Memory,
  id: string,
  { content, only = false }: Kept = {},
): Promise<{ learning: Learning; replaced: string[]; beside: string[] }> {
  await refreshAnchors(memory, id);
  const at = new Date().toISOString();
  const text = content === undefined ? undefined : oneLine(content);
  return memory.db.transaction().execute(async (tx) => {
    const others = await questionOf(tx, id);
    const why = text === undefined ? "kept by the user" : "changed by the user";
    return noteChange(tx, why, [id, ...others], at, async () => {
      const learning = await confirmLearning(tx, id, { content: text }, at);
      const beside: string[] = [];
      for (const other of others) {
        if (only) await replace(tx, other, id, at);
        else if ((await getNode(tx, other)).state === "active") {
          await confirmLearning(tx, other, {}, at);
          beside.push(other);
        }
      }
      const edges = only ? others.map((other) => ({ from: id, to: other, type: "SUPERSEDES" })) : [];
      return {
        ids: [id, ...others],
        moved: { evidence: [], edges },
        learning,
        beside,
        replaced: only ? others : [],
      };
    });
  });
}

/** A replaced statement holds again when it is said again, also one that waited. */
async function replace(tx: Db, old: string, by: string, at: string): Promise<void> {
  await supersede(tx, old, by, at);
  await changeNode(tx, old, { state: "active", superseded_by: by, is_manual: 0 }, at);
}

export async function dropByUser(memory: Memory, id: string): Promise<Learning> {
  const at = new Date().toISOString();
  const { learning } = await memory.db.transaction().execute((tx) =>
    noteChange(tx, "dropped by the user", [id], at, async () => {
      return { ids: [id], learning: await rejectLearning(tx, id, at) };
    }),
  );
  return learning;
}

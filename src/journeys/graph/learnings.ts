// What users do to learnings: add, confirm, correct, reject and undo. Each is one transaction, stored with the state
// before and after.

import { oneLine } from "../../../libs/language/index.ts";
import { categoryOf } from "../../memory/knowledge/category.ts";
import { addLearning, confirmLearning, rejectLearning } from "../../memory/knowledge/learnings.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Learning, LearningCategory } from "../../protocol/knowledge.ts";
import { noteChange, undoChange } from "../../rooms/knowledge/room.ts";
import { openProjectAt } from "../../rooms/projects/room.ts";
import type { Db } from "../../store/schema.ts";
import { refreshAnchors } from "./anchor.ts";

export interface NewLearning {
  content: string;
  category?: LearningCategory | undefined;
  /** Null: valid in every project. */
  folder: string | null;
}

export async function addByUser(memory: Memory, said: NewLearning): Promise<Learning> {
  const content = oneLine(said.content);
  return changing(memory, "added by the user", [], async (tx, at) => {
    const projectId = said.folder === null ? null : await openProjectAt(tx, said.folder, at);
    return addLearning(tx, { projectId, category: said.category ?? categoryOf(content), content }, at);
  });
}

export async function confirmByUser(memory: Memory, id: string): Promise<Learning> {
  await refreshAnchors(memory, id);
  return changing(memory, "confirmed by the user", [id], (tx, at) => confirmLearning(tx, id, {}, at));
}

export function editByUser(
  memory: Memory,
  id: string,
  change: { content?: string | undefined; category?: LearningCategory | undefined },
): Promise<Learning> {
  const content = change.content === undefined ? undefined : oneLine(change.content);
  return changing(memory, "changed by the user", [id], (tx, at) =>
    confirmLearning(tx, id, { content, category: change.category }, at),
  );
}

export function rejectByUser(memory: Memory, id: string): Promise<Learning> {
  return changing(memory, "rejected by the user", [id], (tx, at) => rejectLearning(tx, id, at));
}

export function undo(memory: Memory, changeId: string | undefined): ReturnType<typeof undoChange> {
  return memory.db.transaction().execute((tx) => undoChange(tx, changeId, new Date().toISOString()));
}

function changing(
  memory: Memory,
  why: string,
  touched: readonly string[],
  work: (tx: Db, at: string) => Promise<Learning>,
): Promise<Learning> {
  const at = new Date().toISOString();
  return memory.db.transaction().execute(async (tx) => {
    const { learning } = await noteChange(tx, why, touched, at, async () => {
      const learning = await work(tx, at);
      return { ids: [learning.id], learning };
    });
    return learning;
  });
}

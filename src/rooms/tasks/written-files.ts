// What tellback last wrote to a task's files in each work tree: by it, a file that somebody else changed is recognised.

import type { Db, TaskFileRow } from "../../store/schema.ts";

export type FilePhase = TaskFileRow["phase"];
export type WrittenFile = Pick<TaskFileRow, "phase" | "bytes" | "hash" | "entries" | "written_at">;

export async function writtenFiles(
  db: Db,
  taskId: string,
  tree: string,
): Promise<Partial<Record<FilePhase, WrittenFile>>> {
  const rows = await db
    .selectFrom("task_files")
    .selectAll()
    .where("task_id", "=", taskId)
    .where("tree", "=", tree)
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.phase, { ...row, bytes: Number(row.bytes), entries: Number(row.entries) }]),
  );
}

export async function noteWritten(tx: Db, taskId: string, tree: string, file: WrittenFile): Promise<void> {
  const { phase, ...what } = file;
  await tx
    .insertInto("task_files")
    .values({ task_id: taskId, tree, phase, ...what })
    .onConflict((conflict) => conflict.columns(["task_id", "tree", "phase"]).doUpdateSet(what))
    .execute();
}

/** Every work tree in which the task has files. */
export async function treesOf(db: Db, taskId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("task_files")
    .select("tree")
    .distinct()
    .where("task_id", "=", taskId)
    .execute();
  return rows.map(({ tree }) => tree);
}

// Tasks as owners: how one is shown, found and indexed.

import type { Owner } from "../../indexes/owner.ts";
import { plural } from "../../protocol/plural.ts";
import type { Db } from "../../store/schema.ts";
import { indexTask, inFull, taskById } from "./tasks.ts";

const tasks = (db: Db) => db.selectFrom("tasks").select("id");

export const taskOwner: Owner<"task"> = {
  table: "tasks",
  read: async (db, id) => inFull(db, await taskById(db, id)),
  card({ task, plan, scratchpad, steps, entries }) {
    const done = steps.filter(({ doneBy }) => doneBy !== null).length;
    const progress = steps.length > 0 ? `, ${done} of ${plural(steps.length, "step")} done` : "";
    return {
      at: task.updatedAt,
      title: task.name,
      summary: `task, ${task.phase}${task.state === "closed" ? ", closed" : ""}${progress}`,
      detail: plan ?? scratchpad ?? "",
      items: entries.map(({ id, number, kind, text }) => ({ id, title: `${number} ${kind}: ${text}` })),
    };
  },
  projectOf: async (db, id) => (await taskById(db, id)).project_id,
  known: tasks,
  findable: tasks,
  async reindex(db, after, limit) {
    const rows = await db
      .selectFrom("tasks")
      .selectAll()
      .where("id", ">", after)
      .orderBy("id")
      .limit(limit)
      .execute();
    for (const row of rows) await indexTask(db, row);
    return { count: rows.length, last: rows.at(-1)?.id ?? after };
  },
  confidences: null,
};

// The current task of a session, started and ended by name: by a command of the user and by the agent's `<ctx:task/>`.

import { openTask, setState, takeUp } from "../../rooms/tasks/room.ts";
import type { Db, TaskRow } from "../../store/schema.ts";
import { endTask } from "../knowledge/current-tasks.ts";

/** Opens it again if it was closed. */
export async function startOrReopen(
  tx: Db,
  given: { projectId: string; name: string; sessionId: string | null; at: string },
): Promise<TaskRow> {
  const opened = await openTask(tx, given.projectId, given.name, given.at);
  const task = opened.state === "open" ? opened : await setState(tx, opened.id, "open", given.at);
  if (given.sessionId !== null) await takeUp(tx, given.sessionId, task.id, given.at);
  return task;
}

/** In the graph as well. */
export async function endNamed(tx: Db, projectId: string, task: TaskRow, at: string): Promise<void> {
  await endTask(tx, task.name, projectId, at);
  await setState(tx, task.id, "closed", at);
}

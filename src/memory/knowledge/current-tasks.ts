// Tasks of the graph that are open, and what happens to their nodes when they end.

import { TellbackError } from "../../protocol/errors.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { addTags, changeNode, dropTags, nodesOf, nodesTagged } from "../../rooms/knowledge/room.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { type NewKnowledge, remember } from "./remember.ts";

export const openTask = "status:open";
const doneTask = "status:done";

export async function startTask(db: Db, task: NewKnowledge): Promise<NodeRow> {
  const { row } = await remember(db, task);
  await dropTags(db, row.id, [doneTask]);
  const session = task.by ? [`session:${task.by.sessionId}`] : [];
  await addTags(db, row.id, [openTask, ...session], task.at);
  return changeNode(db, row.id, {}, task.at);
}

export interface EndedTask {
  name: string;
  reference: number;
  offContext: number;
}

/** Its working decisions become reference, its other working nodes leave the context. */
export async function endTask(db: Db, name: string, projectId: string, at: string): Promise<EndedTask> {
  const tasks = await taggedNodes(db, openTask, projectId);
  const open = tasks.filter(({ type, content }) => type === "task" && content === name).map(({ id }) => id);
  if (open.length === 0)
    throw new TellbackError("not_found", `no current task is called ${name}`, {
      hint: 'Start one with <ctx:task name="…" action="start"/>.',
    });
  for (const id of open) {
    await dropTags(db, id, [openTask]);
    await addTags(db, id, [doneTask], at);
  }
  const working = (await taggedNodes(db, taskTag(name), projectId)).filter(({ tags }) =>
    tags.includes("tier:working"),
  );
  const decisions = working.filter(({ type }) => type === "decision").map(({ id }) => id);
  const others = working.filter(({ type }) => type !== "decision").map(({ id }) => id);
  for (const id of decisions) await addTags(db, id, ["tier:reference"], at);
  for (const id of others) await addTags(db, id, ["tier:off-context"], at);
  return { name, reference: decisions.length, offContext: others.length };
}

/** A name as a tag. */
export function taskTag(name: string): string {
  return `task:${name.trim().replace(/[\s,"()]+/g, "-")}`.slice(0, 100);
}

async function taggedNodes(db: Db, tag: string, projectId: string): Promise<Node[]> {
  const nodes = await nodesOf(db, await nodesTagged(db, tag));
  return nodes.filter((node) => node.projectId === projectId);
}

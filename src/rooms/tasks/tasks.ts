// Tasks as rows: created by their first step, found by name, closed and reopened.

import { putDocument, removeDocument, scrubSoon } from "../../indexes/search/documents.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { newId } from "../../protocol/new-id.ts";
import { inProject, type ProjectScope } from "../../protocol/scope.ts";
import type { Task, TaskInFull } from "../../protocol/tasks.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db, TaskRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { timeOfChange } from "../../store/time-of-change.ts";
import { bury } from "../../store/tombstones.ts";
import { writerOf } from "../../store/writer.ts";
import { hashOf } from "./chain.ts";
import { stepsOf } from "./checklist.ts";
import { entriesOf } from "./entries.ts";
import { folderName, nameKey, taskName } from "./names.ts";
import { phaseOf, type TaskSoFar } from "./phases.ts";

export async function findTask(db: Db, projectId: string, typed: string): Promise<TaskRow | null> {
  const row = await db
    .selectFrom("tasks")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("name_key", "=", nameKey(taskName(typed)))
    .executeTakeFirst();
  return row ?? null;
}

/** Null if it was deleted. */
export async function taskWithId(db: Db, id: string): Promise<TaskRow | null> {
  return (await db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function taskById(db: Db, id: string): Promise<TaskRow> {
  return db.selectFrom("tasks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** Creates it if it does not exist. Another program may create the same one at the same moment. */
export async function openTask(db: Db, projectId: string, typed: string, at: string): Promise<TaskRow> {
  const known = await findTask(db, projectId, typed);
  if (known) return known;
  const name = taskName(typed);
  const id = newId("task");
  await db
    .insertInto("tasks")
    .values({
      id,
      project_id: projectId,
      name,
      name_key: nameKey(name),
      folder: await freeFolder(db, projectId, name),
      state: "open",
      scratchpad: null,
      scratchpad_at: null,
      plan: null,
      plan_hash: null,
      plan_at: null,
      plan_by: null,
      plans_before: null,
      head: null,
      ...writerOf(db),
      created_at: at,
      updated_at: at,
      closed_at: null,
    })
    .onConflict((conflict) => conflict.columns(["project_id", "name_key"]).doNothing())
    .execute();
  const row = await findTask(db, projectId, name);
  if (!row) throw new TellbackError("internal", `the task ${name} was not created`);
  return row;
}

/** The name of the folder for a new task's files: another task of the project may have the plain one. */
export async function freeFolder(db: Db, projectId: string, name: string): Promise<string> {
  const folder = folderName(name);
  const taken = await db
    .selectFrom("tasks")
    .select("id")
    .where("project_id", "=", projectId)
    .where("folder", "=", folder)
    .executeTakeFirst();
  return taken ? `${folder}-${hashOf(nameKey(name)).slice(0, 8)}` : folder;
}

/** Until the transaction ends nobody else changes the task. SQLite has one writer anyway. */
export async function lockTask(tx: Db, id: string): Promise<TaskRow> {
  const query = tx.selectFrom("tasks").selectAll().where("id", "=", id);
  const row = await (dialectOf(tx) === "postgres" ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new TellbackError("not_found", "the task was deleted meanwhile");
  return row;
}

export async function putScratchpad(tx: Db, id: string, text: string, at: string): Promise<TaskRow> {
  return tx
    .updateTable("tasks")
    .set({ scratchpad: text, scratchpad_at: at, updated_at: await timeOfChange(tx, "tasks", id, at) })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Until the first entry, which the caller has checked in the same transaction. The plan that it corrects is kept. */
export async function putPlan(
  tx: Db,
  before: TaskRow,
  plan: { text: string; by: string; at: string },
): Promise<TaskRow> {
  if (plan.text === before.plan) return before;
  return tx
    .updateTable("tasks")
    .set({
      plan: plan.text,
      plan_hash: hashOf(plan.text),
      plan_at: plan.at,
      plan_by: plan.by,
      plans_before: withEarlier(before),
      updated_at: await timeOfChange(tx, "tasks", before.id, plan.at),
    })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Earlier plans as text, the oldest first, each with its time and author. */
function withEarlier({ plan, plan_at, plan_by, plans_before }: TaskRow): string | null {
  if (plan === null) return plans_before;
  return `${plans_before ?? ""}Plan of ${(plan_at ?? "").slice(0, 16).replace("T", " ")} by ${plan_by}:\n\n${plan}\n`;
}

export async function setState(tx: Db, id: string, state: TaskRow["state"], at: string): Promise<TaskRow> {
  return tx
    .updateTable("tasks")
    .set({
      ...{ state, closed_at: state === "closed" ? at : null },
      updated_at: await timeOfChange(tx, "tasks", id, at),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTask(tx: Db, id: string): Promise<void> {
  const gone = await tx.deleteFrom("tasks").where("id", "=", id).returning("project_id").executeTakeFirst();
  if (gone) await bury(tx, { kind: "task", id, projectId: gone.project_id });
  await removeDocument(tx, { kind: "task", id });
  await scrubSoon(tx);
}

export interface TaskFilter {
  projects: ProjectScope;
  closed: boolean;
  limit: number;
}

/** The most recently changed first. */
export async function listTasks(db: Db, { projects, closed, limit }: TaskFilter): Promise<TaskRow[]> {
  let query = db
    .selectFrom("tasks")
    .selectAll()
    .where(belongsTo(projects, "project_id"))
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (!closed) query = query.where("state", "=", "open");
  return query.execute();
}

/** The task that a session has taken up itself. */
export async function ownTask(db: Db, sessionId: string): Promise<TaskRow | null> {
  const row = await db
    .selectFrom("tasks as t")
    .innerJoin("task_sessions as s", "s.task_id", "t.id")
    .selectAll("t")
    .where("s.session_id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/** The session's own task while it is open, otherwise the open task of the project that changed last. */
export async function currentTask(
  db: Db,
  projectId: string,
  sessionId: string | null,
): Promise<TaskRow | null> {
  const own = sessionId === null ? null : await ownTask(db, sessionId);
  if (own?.project_id === projectId && own.state === "open") return own;
  const [newest] = await listTasks(db, { projects: inProject(projectId), closed: false, limit: 1 });
  return newest ?? null;
}

/** From now on the session works on this task. False if it did before. */
export async function takeUp(tx: Db, sessionId: string, taskId: string, at: string): Promise<boolean> {
  const own = tx.selectFrom("task_sessions").select("task_id").where("session_id", "=", sessionId);
  if ((await own.executeTakeFirst())?.task_id === taskId) return false;
  await tx
    .insertInto("task_sessions")
    .values({ session_id: sessionId, task_id: taskId, at })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet({ task_id: taskId, at }))
    .execute();
  return true;
}

export async function hasTasksOf(db: Db, projectId: string): Promise<boolean> {
  const own = db.selectFrom("tasks").select("id").where("project_id", "=", projectId).limit(1);
  return (await own.executeTakeFirst()) !== undefined;
}

export function existingOf(row: TaskRow): TaskSoFar {
  const { name, state, scratchpad, plan, entries } = row;
  return { name, state, scratchpad, plan, entries: Number(entries) };
}

export function asTask(row: TaskRow): Task {
  return {
    id: row.id,
    name: row.name,
    projectId: row.project_id,
    folder: row.folder,
    state: row.state,
    phase: phaseOf(existingOf(row)),
    entries: Number(row.entries),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  };
}

export async function inFull(db: Db, row: TaskRow): Promise<TaskInFull> {
  const entries = await entriesOf(db, row.id);
  const { plan_hash: hash, plan_at: at, plan_by: by } = row;
  return {
    task: asTask(row),
    scratchpad: row.scratchpad,
    plan: row.plan,
    plansBefore: row.plans_before,
    seal: hash === null ? null : { hash, at: at ?? "", by: by ?? "" },
    steps: stepsOf(row.plan, entries),
    entries,
  };
}

const indexedLength = 2_000;
const entriesIndexed = 5;

/** Its search document: the plan, or the scratchpad while there is none, and the last progress. */
export async function indexTask(db: Db, row: TaskRow): Promise<void> {
  const last = await entriesOf(db, row.id, { last: entriesIndexed });
  const text = row.plan ?? row.scratchpad ?? "";
  await putDocument(db, {
    owner: { kind: "task", id: row.id },
    projectId: row.project_id,
    sessionId: null,
    title: row.name,
    summary: text.slice(0, 500),
    detail: [text, ...last.map((entry) => entry.text)].join("\n").slice(0, 2 * indexedLength),
    files: [],
    symbols: [],
    author: null,
    branch: null,
    happenedAt: row.updated_at,
  });
}

// How tasks and their entries become portable records, and how records from elsewhere are merged into them. Two
// machines may have added to one task: its entries are then ordered by time and sealed again.

import { ownProject, projectsThrough, type Records, type Row, through } from "../../store/portable.ts";
import type { Db, TaskEntryRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { brokenAt, entryHash, hashOf } from "./chain.ts";
import { entriesOf } from "./entries.ts";
import { nameKey, taskName } from "./names.ts";
import { deleteTask, freeFolder, indexTask, taskWithId } from "./tasks.ts";

const ofTask = { within: through("task_id", "tasks"), projectOf: projectsThrough("task_id", "tasks") };
const task = { kind: "task", is: "needed" } as const;

export const taskRecords: Records<"task" | "entry" | "work"> = {
  task: {
    table: "tasks",
    key: ["id"],
    natural: ["project_id", "name_key"],
    without: ["entries", "head", "folder"],
    times: ["updated_at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "project_id"),
    projectOf: ownProject,
    made: (data) => ({ ...data, name: taskName(String(data.name)) }),
    // The text may have lost a secret on its way in. The folder is made here, from the name.
    columns: async (db, data, before, projectId) => ({
      name_key: nameKey(String(data.name)),
      plan_hash: typeof data.plan === "string" ? hashOf(data.plan) : null,
      ...(before || projectId === null ? {} : { folder: await freeFolder(db, projectId, String(data.name)) }),
    }),
    written: async (db, row) => {
      await sealAgain(db, String(row.id));
      await indexed(db, String(row.id));
    },
    remove: (db, row) => deleteTask(db, String(row.id)),
  },
  entry: {
    table: "task_entries",
    key: ["id"],
    natural: ["task_id", "source_key"],
    json: ["ticks"],
    refs: { task_id: task, session_id: { kind: "session", is: "loose" } },
    times: ["at"],
    order: ["task_id", "number"],
    ...ofTask,
    columns: freeNumber,
    written: async (db, row) => {
      await sealAgain(db, String(row.task_id));
      await indexed(db, String(row.task_id));
    },
  },
  work: {
    table: "task_sessions",
    key: ["session_id"],
    refs: { task_id: task },
    times: ["at"],
    order: ["session_id"],
    ...ofTask,
  },
};

/** A number that another entry has is replaced by the next one until the entries are sealed again. */
async function freeNumber(db: Db, data: Row, before: Row | null): Promise<Row> {
  const taskId = String(data.taskId);
  const rows = await db
    .selectFrom("task_entries")
    .select(["id", "number"])
    .where("task_id", "=", taskId)
    .execute();
  const isTaken = rows.some(({ id, number }) => Number(number) === data.number && id !== before?.id);
  if (!isTaken) return {};
  return { number: 1 + Math.max(...rows.map(({ number }) => Number(number))) };
}

/** Seals tasks again whose texts a change of the store cut; one that was not intact before stays as it is. Returns their ids. */
export async function sealedAgainAfter(db: Db, change: () => void): Promise<string[]> {
  const all = await db.selectFrom("tasks").select("id").where("plan_hash", "is not", null).execute();
  const intact: string[] = [];
  for (const { id } of all) if (await isIntact(db, id)) intact.push(id);
  change();
  const sealed: string[] = [];
  for (const id of intact) {
    const task = await taskWithId(db, id);
    if (!task || (await isIntact(db, id))) continue;
    await db
      .updateTable("tasks")
      .set({ plan_hash: hashOf(task.plan ?? "") })
      .where("id", "=", id)
      .execute();
    await sealAgain(db, id);
    sealed.push(id);
  }
  return sealed;
}

async function isIntact(db: Db, taskId: string): Promise<boolean> {
  const task = await taskWithId(db, taskId);
  if (!task || hashOf(task.plan ?? "") !== task.plan_hash) return false;
  return brokenAt(task.plan_hash, await entriesOf(db, taskId), task.head) === null;
}

/** Keeps the seals of an intact chain; otherwise orders the entries by time, and seals them again. */
async function sealAgain(db: Db, taskId: string): Promise<void> {
  const row = await taskWithId(db, taskId);
  if (!row) return;
  const rows = await db
    .selectFrom("task_entries")
    .selectAll()
    .where("task_id", "=", taskId)
    .orderBy("number")
    .execute();
  const start = row.plan_hash ?? "";
  const sealed = rows.map((entry) => asSealed(entry));
  const head = sealed.at(-1)?.hash ?? null;
  if (brokenAt(start, sealed, head) === null) return noteHead(db, taskId, rows.length, head);
  const ordered = rows.toSorted((a, b) => (a.at === b.at ? compared(a.id, b.id) : compared(a.at, b.at)));
  // Numbers are unique: they are moved out of the way first.
  for (const { id, number } of ordered)
    await db
      .updateTable("task_entries")
      .set({ number: -Number(number) })
      .where("id", "=", id)
      .execute();
  let hash = start;
  for (const [i, entry] of ordered.entries()) {
    hash = entryHash(hash, asSealed({ ...entry, number: i + 1 }));
    await db
      .updateTable("task_entries")
      .set({ number: i + 1, hash })
      .where("id", "=", entry.id)
      .execute();
  }
  await noteHead(db, taskId, ordered.length, ordered.length === 0 ? null : hash);
}

async function noteHead(db: Db, taskId: string, entries: number, head: string | null): Promise<void> {
  await db.updateTable("tasks").set({ entries, head }).where("id", "=", taskId).execute();
}

function asSealed({ number, kind, text, ticks, agent, at, hash }: TaskEntryRow) {
  return { number: Number(number), kind, text, ticks: JSON.parse(ticks) as number[], agent, at, hash };
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function indexed(db: Db, taskId: string): Promise<void> {
  const row = await taskWithId(db, taskId);
  if (row) await indexTask(db, row);
}

// Progress as rows: each entry continues the chain of hashes, in one transaction with the lock on its task.

import { newId } from "../../protocol/new-id.ts";
import type { Entry, EntryKind } from "../../protocol/tasks.ts";
import type { Db, TaskEntryRow, TaskRow } from "../../store/schema.ts";
import { timeOfChange } from "../../store/time-of-change.ts";
import { entryHash } from "./chain.ts";
import { isRepeated } from "./likeness.ts";

export interface NewEntry {
  kind: EntryKind;
  text: string;
  ticks: readonly number[];
  agent: string;
  sessionId: string | null;
  /** The writer's own key: the same entry sent twice is stored once. */
  key: string | null;
  /** Store it although an earlier entry says the same. */
  repeat: boolean;
  at: string;
}

export type AppendResult =
  | { status: "stored"; entry: Entry }
  | { status: "known"; entry: Entry }
  | { status: "repeated"; of: Entry };

/** A longer look back would refuse what was worth repeating. */
const comparedWith = 30;

/** The caller holds the lock on the task, and has checked that it has a plan. */
export async function addEntry(tx: Db, task: TaskRow, given: NewEntry): Promise<AppendResult> {
  const known = given.key === null ? null : await entryByKey(tx, task.id, given.key);
  if (known) return { status: "known", entry: known };
  if (!given.repeat) {
    const recent = await entriesOf(tx, task.id, { last: comparedWith });
    const same = recent.findLast((one) => one.kind === given.kind && isRepeated(given.text, one.text));
    if (same) return { status: "repeated", of: same };
  }
  const number = Number(task.entries) + 1;
  const { kind, text, ticks, agent, at } = given;
  const hash = entryHash(task.head ?? task.plan_hash ?? "", { number, kind, text, ticks, agent, at });
  const row = await tx
    .insertInto("task_entries")
    .values({
      ...{ id: newId("entry"), task_id: task.id, number, kind, text, agent, at, hash },
      ticks: JSON.stringify(ticks),
      session_id: given.sessionId,
      source_key: given.key,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("tasks")
    .set({ entries: number, head: hash, updated_at: await timeOfChange(tx, "tasks", task.id, at) })
    .where("id", "=", task.id)
    .execute();
  return { status: "stored", entry: asEntry(row) };
}

async function entryByKey(db: Db, taskId: string, key: string): Promise<Entry | null> {
  const row = await db
    .selectFrom("task_entries")
    .selectAll()
    .where("task_id", "=", taskId)
    .where("source_key", "=", key)
    .executeTakeFirst();
  return row ? asEntry(row) : null;
}

/** In order: all, the last ones, or those after a number. */
export async function entriesOf(
  db: Db,
  taskId: string,
  { last, after = 0 }: { last?: number; after?: number } = {},
): Promise<Entry[]> {
  const all = db
    .selectFrom("task_entries")
    .selectAll()
    .where("task_id", "=", taskId)
    .where("number", ">", after);
  const rows =
    last === undefined
      ? await all.orderBy("number").execute()
      : (await all.orderBy("number", "desc").limit(last).execute()).reverse();
  return rows.map(asEntry);
}

function asEntry(row: TaskEntryRow): Entry {
  const { id, kind, text, agent, at, hash } = row;
  return {
    ...{ id, kind, text, agent, at, hash },
    number: Number(row.number),
    ticks: JSON.parse(row.ticks) as number[],
    sessionId: row.session_id,
  };
}

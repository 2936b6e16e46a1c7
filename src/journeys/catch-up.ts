// catch-up: what the hooks missed is read from the transcripts. Goes the same way as a hook's event and is keyed by
// the same ids, so that nothing is stored twice; how far each file was read is kept with the store.

import { dirname, join } from "node:path";
import { type Collected, collect } from "../agents/transcript.ts";
import { fingerprint, listTranscripts, readLines } from "../agents/transcript-file.ts";
import type { Memory } from "../memory.ts";
import { capture } from "./capture.ts";

export interface CaughtUp {
  stored: number;
  duplicates: number;
}

export interface CatchUpOptions {
  projectDir?: string | undefined;
  /** No more will be written to it: tools without a result count as interrupted. */
  ended?: boolean;
  onBatch?: (() => Promise<void> | void) | undefined;
}

/** Reads one transcript from where it was left to its end. */
export async function catchUp(memory: Memory, path: string, options: CatchUpOptions = {}): Promise<CaughtUp> {
  const total: CaughtUp = { stored: 0, duplicates: 0 };
  for (;;) {
    const step = await readOn(memory, path, options);
    total.stored += step.stored;
    total.duplicates += step.duplicates;
    if (step.done) break;
    await options.onBatch?.();
  }
  return total;
}

/** A session that nobody saw end: its last sign of life, if that is long ago, counts as its end. */
export async function closeIfSilent(memory: Memory, path: string, since: Date): Promise<void> {
  await memory.db
    .updateTable("sessions")
    .set((eb) => ({ status: "closed" as const, ended_at: eb.ref("last_seen_at") }))
    .where("status", "=", "active")
    .where("last_seen_at", "<", since.toISOString())
    .where("id", "in", (eb) =>
      eb
        .selectFrom("transcripts")
        .select("session_id")
        .where("path", "=", path)
        .$castTo<{ session_id: string }>(),
    )
    .execute();
}

/** A session's own transcript and those of its sub-agents. */
export async function catchUpSession(memory: Memory, path: string, projectDir?: string): Promise<CaughtUp> {
  const total = await catchUp(memory, path, { projectDir });
  const agents = await listTranscripts(join(dirname(path), sessionOf(path), "subagents"));
  for (const agent of agents) {
    const { stored, duplicates } = await catchUp(memory, agent.path, { projectDir });
    total.stored += stored;
    total.duplicates += duplicates;
  }
  return total;
}

function sessionOf(path: string): string {
  return path.replace(/^.*[\\/]/, "").replace(/\.jsonl$/, "");
}

async function readOn(
  memory: Memory,
  path: string,
  options: CatchUpOptions,
): Promise<CaughtUp & { done: boolean }> {
  const mark = await markOf(memory, path);
  const read = await readLines(path, mark.readTo, { fingerprint: mark.fingerprint });
  if (read.status === "vanished") return { stored: 0, duplicates: 0, done: true };
  if (read.status === "rewritten") {
    await memory.db.deleteFrom("transcripts").where("path", "=", path).execute();
    return { stored: 0, duplicates: 0, done: mark.readTo === 0 };
  }
  const collected = collect(read.lines, {
    transcriptPath: path,
    projectDir: mark.projectDir ?? options.projectDir,
    promptId: mark.promptId ?? undefined,
    from: mark.readTo,
    ended: options.ended && !read.more,
  });
  const firstUuid = mark.firstUuid ?? collected.events[0]?.uuid ?? null;
  const copied = await copiedFrom(memory, path, firstUuid, mark.readTo);
  const own = collected.events.filter(({ uuid }) => !copied.has(uuid)).map(({ event }) => event);
  const captured = await capture(memory, own);
  await saveMark(memory, path, {
    sessionId: own[0]?.sessionId ?? mark.sessionId,
    readTo: collected.resumeAt,
    fingerprint: await fingerprint(path),
    firstUuid,
    promptId: collected.promptId ?? null,
  });
  return { ...captured, done: !read.more || collected.resumeAt === mark.readTo };
}

/**
 * A fork begins as a copy of the session it came from: a record belongs to the transcript that brought it first.
 * Beyond the other file's length there can be no copies.
 */
async function copiedFrom(
  memory: Memory,
  path: string,
  firstUuid: string | null,
  from: number,
): Promise<Set<string>> {
  const uuids = new Set<string>();
  if (firstUuid === null) return uuids;
  const twins = await memory.db
    .selectFrom("transcripts")
    .select(["path", "read_to"])
    .where("first_uuid", "=", firstUuid)
    .where("path", "!=", path)
    .where("read_to", ">", from)
    .execute();
  for (const twin of twins) {
    for await (const { uuid } of eventsOf(twin.path)) uuids.add(uuid);
  }
  return uuids;
}

async function* eventsOf(path: string): AsyncGenerator<Collected["events"][number]> {
  let from = 0;
  for (;;) {
    const read = await readLines(path, from);
    if (read.status !== "read") return;
    const collected = collect(read.lines, { transcriptPath: path, from, ended: true });
    yield* collected.events;
    if (!read.more) return;
    from = read.end;
  }
}

interface Mark {
  sessionId: string | null;
  readTo: number;
  fingerprint: string | null;
  firstUuid: string | null;
  promptId: string | null;
}

async function markOf(memory: Memory, path: string): Promise<Mark & { projectDir: string | null }> {
  const row = await memory.db
    .selectFrom("transcripts as t")
    .leftJoin("sessions as s", "s.id", "t.session_id")
    .leftJoin("projects as p", "p.id", "s.project_id")
    .select([
      "t.session_id as sessionId",
      "t.read_to as readTo",
      "t.fingerprint",
      "t.first_uuid as firstUuid",
      "t.prompt_id as promptId",
      "p.root as projectDir",
    ])
    .where("t.path", "=", path)
    .executeTakeFirst();
  const unread = {
    sessionId: null,
    readTo: 0,
    fingerprint: null,
    firstUuid: null,
    promptId: null,
    projectDir: null,
  };
  return row ?? unread;
}

async function saveMark(memory: Memory, path: string, mark: Mark): Promise<void> {
  const row = {
    session_id: mark.sessionId,
    read_to: mark.readTo,
    fingerprint: mark.fingerprint,
    first_uuid: mark.firstUuid,
    prompt_id: mark.promptId,
    read_at: new Date().toISOString(),
  };
  await memory.db
    .insertInto("transcripts")
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column("path").doUpdateSet(row))
    .execute();
}

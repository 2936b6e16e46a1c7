// How far each transcript of a host has been read: one mark per file, so that reading resumes where it stopped.

import type { Db } from "../../store/schema.ts";

export interface TranscriptMark {
  sessionId: string | null;
  readTo: number;
  fingerprint: string | null;
  firstUuid: string | null;
  promptId: string | null;
}

/** Null if the file was never read. */
export async function transcriptMark(
  db: Db,
  path: string,
): Promise<(TranscriptMark & { projectDir: string | null }) | null> {
  const row = await db
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
  return row ?? null;
}

export async function saveTranscriptMark(db: Db, path: string, mark: TranscriptMark): Promise<void> {
  const row = {
    session_id: mark.sessionId,
    read_to: mark.readTo,
    fingerprint: mark.fingerprint,
    first_uuid: mark.firstUuid,
    prompt_id: mark.promptId,
    read_at: new Date().toISOString(),
  };
  await db
    .insertInto("transcripts")
    .values({ path, ...row })
    .onConflict((conflict) => conflict.column("path").doUpdateSet(row))
    .execute();
}

/** Registers a transcript before it is read: deleting its session then also covers the file's content. */
export async function noteTranscript(db: Db, path: string): Promise<void> {
  await db
    .insertInto("transcripts")
    .values({ path, read_to: 0 })
    .onConflict((conflict) => conflict.column("path").doNothing())
    .execute();
}

export async function dropTranscriptMark(db: Db, path: string): Promise<void> {
  await db.deleteFrom("transcripts").where("path", "=", path).execute();
}

export async function transcriptPaths(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("transcripts").select("path").orderBy("path").execute();
  return rows.map(({ path }) => path);
}

/** Transcripts that were read since a time, or never. */
export async function transcriptsReadSince(db: Db, since: string): Promise<string[]> {
  const rows = await db
    .selectFrom("transcripts")
    .select("path")
    .where((eb) => eb.or([eb("read_at", "is", null), eb("read_at", ">", since)]))
    .execute();
  return rows.map(({ path }) => path);
}

/** Transcripts that were read for a session, or that are named after it. The longest read comes first. */
export async function transcriptsOfSession(
  db: Db,
  sessionId: string,
): Promise<{ path: string; sessionId: string | null }[]> {
  return db
    .selectFrom("transcripts")
    .select(["path", "session_id as sessionId"])
    .where((eb) => eb.or([eb("session_id", "=", sessionId), eb("path", "like", `%${sessionId}.jsonl`)]))
    .orderBy("read_to", "desc")
    .execute();
}

export interface TranscriptTwin {
  path: string;
  readTo: number;
  sessionId: string | null;
}

/** Other transcripts that begin with one of these records, or whose path matches one of the LIKE patterns. */
export async function transcriptTwins(
  db: Db,
  path: string,
  { firstUuids, paths }: { firstUuids: readonly string[]; paths: readonly string[] },
): Promise<TranscriptTwin[]> {
  const rows = await db
    .selectFrom("transcripts")
    .select(["path", "read_to", "session_id"])
    .where((eb) =>
      eb.or([eb("first_uuid", "in", firstUuids), ...paths.map((pattern) => eb("path", "like", pattern))]),
    )
    .where("path", "!=", path)
    .execute();
  return rows.map((row) => ({ path: row.path, readTo: Number(row.read_to), sessionId: row.session_id }));
}

/** The session is gone: its transcript is known and belongs to none. */
export async function leaveTranscripts(db: Db, sessionId: string): Promise<void> {
  await db.updateTable("transcripts").set({ session_id: null }).where("session_id", "=", sessionId).execute();
}

// Projects and their sessions, with summaries, transcripts, and the sessions that callers switched to.

import type { Db } from "../../schema.ts";
import { columnsOf, index, partOf, primary, primaryPartOf, required, unique } from "./columns.ts";

export const tables = ["projects", "sessions", "session_summaries", "current_sessions", "transcripts"];

export async function create(db: Db): Promise<void> {
  const { text, count } = columnsOf(db);

  await db.schema
    .createTable("projects")
    .addColumn("id", text, primary)
    .addColumn("key", text, unique)
    .addColumn("name", text, required)
    .addColumn("root", text, required)
    .addColumn("remote", text)
    .addColumn("created_at", text, required)
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", text, primary)
    .addColumn("host", text, required)
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("name", text)
    .addColumn("status", text, required)
    .addColumn("started_at", text, required)
    .addColumn("last_seen_at", text, required)
    .addColumn("ended_at", text)
    .addColumn("tags", text, (c) => c.notNull().defaultTo(""))
    .addColumn("author", text)
    .addColumn("machine", text)
    .execute();
  await index(db, "sessions", ["project_id", "last_seen_at"]);

  await db.schema
    .createTable("session_summaries")
    .addColumn("session_id", text, primaryPartOf("sessions.id"))
    .addColumn("made_at", text, required)
    .addColumn("provider", text, required)
    .addColumn("note", text)
    .addColumn("up_to_seq", count, required)
    .addColumn("summary", text, required)
    .addColumn("written_to", text)
    .addColumn("written", text)
    .execute();

  await db.schema
    .createTable("current_sessions")
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("caller", text, required)
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("at", text, required)
    .addPrimaryKeyConstraint("current_sessions_once", ["project_id", "caller"])
    .execute();
  await index(db, "current_sessions", ["session_id"]);

  await db.schema
    .createTable("transcripts")
    .addColumn("path", text, primary)
    .addColumn("session_id", text)
    .addColumn("read_to", count, required)
    .addColumn("fingerprint", text)
    .addColumn("first_uuid", text)
    .addColumn("prompt_id", text)
    .addColumn("read_at", text)
    .execute();
  await index(db, "transcripts", ["first_uuid"]);
}

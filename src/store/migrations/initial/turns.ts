// Turns with their files and the values that they state, what was said about open points, compactions, and the ledger of injections.

import type { Db } from "../../schema.ts";
import { columnsOf, index, linkTo, partOf, primary, required, zero } from "./columns.ts";

export const tables = ["turns", "turn_files", "turn_values", "point_marks", "compactions", "injections"];

export async function create(db: Db): Promise<void> {
  const { text, count, numbered } = columnsOf(db);

  await db.schema
    .createTable("turns")
    .addColumn("id", text, primary)
    .addColumn("project_id", text, required)
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("prompt_id", text, required)
    .addColumn("up_to_seq", count, required)
    .addColumn("branch", text)
    .addColumn("started_at", text, required)
    .addColumn("ended_at", text, required)
    .addColumn("request", text, required)
    .addColumn("outcome", text, required)
    .addColumn("detail", text, required)
    .addColumn("decisions", text, required)
    .addColumn("open", text, required)
    .addColumn("files", text, required)
    .addColumn("looked", text, required)
    .addColumn("symbols", text, required)
    .addColumn("commands", text, required)
    .addColumn("commit_hash", text)
    .addColumn("tests_before", text)
    .addColumn("tests_after", text)
    .addColumn("superseded_by", text, linkTo("turns.id"))
    .addColumn("superseded_at", text)
    .addColumn("rejected_at", text)
    .addColumn("provider", text, required)
    .addUniqueConstraint("turns_once", ["session_id", "prompt_id"])
    .execute();
  await index(db, "turns", ["session_id", "started_at"]);
  await index(db, "turns", ["project_id", "ended_at"]);
  await index(db, "turns", ["superseded_by"]);

  await db.schema
    .createTable("turn_files")
    .addColumn("project_id", text, required)
    .addColumn("path", text, required)
    .addColumn("at", text, required)
    .addColumn("turn_id", text, partOf("turns.id"))
    .addColumn("is_changed", "integer", required)
    .addPrimaryKeyConstraint("turn_files_once", ["turn_id", "path"])
    .execute();
  await index(db, "turn_files", ["project_id", "path", "at"]);

  await db.schema
    .createTable("turn_values")
    .addColumn("turn_id", text, partOf("turns.id"))
    .addColumn("project_id", text, required)
    .addColumn("subject", text, required)
    .addColumn("value", text, required)
    .addPrimaryKeyConstraint("turn_values_once", ["turn_id", "subject"])
    .execute();
  await index(db, "turn_values", ["project_id", "subject"]);

  await db.schema
    .createTable("compactions")
    .addColumn("id", text, primary)
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("sequence", "integer", required)
    .addColumn("state", text, required)
    .addColumn("trigger", text, required)
    .addColumn("noted_at", text)
    .addColumn("at", text, required)
    .addColumn("message_id", text)
    .addColumn("tokens_before", count)
    .addColumn("tokens_after", count)
    .addColumn("messages", text)
    .addColumn("observations", count, zero)
    .addColumn("made_at", text)
    .addColumn("provider", text)
    .addColumn("note", text)
    .addColumn("summary", text)
    .addColumn("host_summary", text)
    .addUniqueConstraint("compactions_once", ["session_id", "message_id"])
    .execute();
  await index(db, "compactions", ["session_id", "at"]);

  await numbered("injections", "seq")
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("agent_id", text, required)
    .addColumn("moment", text, required)
    .addColumn("at", text, required)
    .addColumn("owner_kind", text, required)
    .addColumn("owner_id", text, required)
    .addColumn("length", text, required)
    .addColumn("tokens", count, required)
    .addColumn("why", text, required)
    .addColumn("cues", text, required)
    .addColumn("is_present", "integer", required)
    .addColumn("used_at", text)
    .addColumn("used_how", text)
    .addColumn("words", text, (c) => c.notNull().defaultTo(""))
    .execute();
  await index(db, "injections", ["session_id", "agent_id", "is_present"]);
  await index(db, "injections", ["owner_id"]);

  await db.schema
    .createTable("point_marks")
    .addColumn("id", text, primary)
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("point", text, required)
    .addColumn("words", text)
    .addColumn("said_by", text, required)
    .addColumn("at", text, required)
    .execute();
  await index(db, "point_marks", ["project_id"]);
}

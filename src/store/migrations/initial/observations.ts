// What happened, one row each; which files it touched; what a model still needs to compress it; what was said in full; and
// what was forgotten, as hashes with a key of this store.

import type { Db } from "../../schema.ts";
import { columnsOf, index, partOf, primary, primaryPartOf, required, unique, zero } from "./columns.ts";

export const tables = [
  "observations",
  "observation_files",
  "command_runs",
  "raw",
  "said",
  "forgotten",
  "forget_keys",
  "forgotten_phrases",
];

export async function create(db: Db): Promise<void> {
  const { text, count, numbered } = columnsOf(db);

  await numbered("observations", "seq")
    .addColumn("id", text, unique)
    .addColumn("session_id", text, partOf("sessions.id"))
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("host_key", text, required)
    .addColumn("kind", text, required)
    .addColumn("tool", text)
    .addColumn("status", text, required)
    .addColumn("title", text, required)
    .addColumn("summary", text, required)
    .addColumn("detail", text, required)
    .addColumn("files", text, required)
    .addColumn("symbols", text, required)
    .addColumn("agent_id", text)
    .addColumn("agent_type", text)
    .addColumn("prompt_id", text)
    .addColumn("branch", text)
    .addColumn("happened_at", text, required)
    .addColumn("raw_bytes", count, required)
    .addColumn("tokens", count, required)
    .addColumn("duration_ms", count)
    .addColumn("provider", text, required)
    .addColumn("edited_at", text)
    .addUniqueConstraint("observations_host_key", ["session_id", "host_key"])
    .execute();
  await index(db, "observations", ["project_id", "happened_at"]);
  // A report on all projects reads a day of many.
  await index(db, "observations", ["happened_at"]);
  // Positions, pages, the outline and the size of a long session are read from this index alone.
  await index(db, "observations", ["session_id", "happened_at", "seq", "kind", "tokens"]);

  await db.schema
    .createTable("observation_files")
    .addColumn("project_id", text, required)
    .addColumn("path", text, required)
    .addColumn("observation_id", text, partOf("observations.id"))
    .addPrimaryKeyConstraint("observation_files_once", ["project_id", "path", "observation_id"])
    .execute();
  await index(db, "observation_files", ["observation_id"]);

  await db.schema
    .createTable("command_runs")
    .addColumn("project_id", text, required)
    .addColumn("command", text, required)
    .addColumn("failure", text, required)
    .addColumn("observation_id", text, partOf("observations.id"))
    .addPrimaryKeyConstraint("command_runs_once", ["observation_id", "command"])
    .execute();
  await index(db, "command_runs", ["project_id", "failure", "observation_id"]);
  await index(db, "command_runs", ["project_id", "command", "failure", "observation_id"]);

  await db.schema
    .createTable("raw")
    .addColumn("observation_id", text, primaryPartOf("observations.id"))
    .addColumn("text", text, required)
    .addColumn("kept_at", text, required)
    .addColumn("tries", "integer", zero)
    .addColumn("trouble", text)
    .execute();

  await db.schema
    .createTable("said")
    .addColumn("observation_id", text, primaryPartOf("observations.id"))
    .addColumn("text", text, required)
    .execute();

  await db.schema
    .createTable("forgotten")
    .addColumn("session_id", text, required)
    .addColumn("host_key", text, required)
    .addPrimaryKeyConstraint("forgotten_once", ["session_id", "host_key"])
    .execute();

  await db.schema
    .createTable("forget_keys")
    .addColumn("key", text, primary)
    .addColumn("is_own", "integer", required)
    .execute();

  await db.schema
    .createTable("forgotten_phrases")
    .addColumn("hash", text, primary)
    .addColumn("words", "integer", required)
    .addColumn("at", text, required)
    .execute();
}

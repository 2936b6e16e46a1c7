// The code map: files, their symbols, what changed, calls between symbols, and vectors of the words of symbols. Derived
// from the files of a project.

import type { Db } from "../../schema.ts";
import {
  columnsOf,
  index,
  linkTo,
  optionalPartOf,
  partOf,
  primary,
  primaryPartOf,
  required,
  zero,
} from "./columns.ts";

export const tables = ["code_maps", "code_files", "symbols", "symbol_changes", "calls", "symbol_words"];

export async function create(db: Db): Promise<void> {
  const { text, count, bytes, numbered } = columnsOf(db);

  await db.schema
    .createTable("code_maps")
    .addColumn("project_id", text, primaryPartOf("projects.id"))
    .addColumn("tree", text, required)
    .addColumn("mapped_at", text)
    .addColumn("calls_at", text)
    .execute();

  await numbered("code_files", "id")
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("path", text, required)
    .addColumn("language", text)
    .addColumn("content_hash", text, required)
    .addColumn("lines", count, required)
    .addColumn("state", text, required)
    .addColumn("problem", text)
    .addColumn("broken_since", text)
    .addColumn("mapped_at", text, required)
    .addColumn("calls_hash", text)
    .addColumn("unresolved_calls", count, zero)
    .addUniqueConstraint("code_files_once", ["project_id", "path"])
    .execute();

  await db.schema
    .createTable("symbols")
    .addColumn("id", text, primary)
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("file_id", count, partOf("code_files.id"))
    .addColumn("position", count, required)
    .addColumn("name", text, required)
    .addColumn("qualified", text, required)
    .addColumn("kind", text, required)
    .addColumn("parent", text)
    .addColumn("signature", text, required)
    .addColumn("decorators", text, required)
    .addColumn("documentation", text, required)
    .addColumn("start_line", count, required)
    .addColumn("end_line", count, required)
    .addColumn("body_hash", text, required)
    .addColumn("own_hash", text, required)
    .addColumn("weight", count, required)
    .addColumn("terms", text, required)
    .addColumn("is_test", "integer", required)
    .addColumn("change", text, required)
    .addColumn("changed_at", text)
    .execute();
  await index(db, "symbols", ["file_id", "position"]);
  await index(db, "symbols", ["project_id", "name"]);
  await index(db, "symbols", ["project_id", "body_hash"]);

  await numbered("symbol_changes", "id")
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("symbol_id", text, linkTo("symbols.id"))
    .addColumn("path", text, required)
    .addColumn("qualified", text, required)
    .addColumn("kind", text, required)
    .addColumn("signature", text, required)
    .addColumn("change", text, required)
    .addColumn("was", text)
    .addColumn("body_hash", text, required)
    .addColumn("at", text, required)
    .addColumn("observation_id", text, linkTo("observations.id"))
    .addColumn("session_id", text, linkTo("sessions.id"))
    .execute();
  await index(db, "symbol_changes", ["project_id", "at"]);
  for (const column of ["symbol_id", "observation_id", "session_id"])
    await index(db, "symbol_changes", [column]);

  await numbered("calls", "id")
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("file_id", count, partOf("code_files.id"))
    .addColumn("caller_id", text, optionalPartOf("symbols.id"))
    .addColumn("written", text, required)
    .addColumn("target_id", text, linkTo("symbols.id"))
    .addColumn("target_name", text)
    .addColumn("resolution", text, required)
    .addColumn("confidence", "double precision", required)
    .addColumn("line", count, required)
    .addColumn("col", count, required)
    .addColumn("confirmed_at", text)
    .addColumn("led_to", text)
    .execute();
  await index(db, "calls", ["project_id", "led_to"]);
  for (const column of ["file_id", "caller_id", "target_id"]) await index(db, "calls", [column]);
  await index(db, "calls", ["project_id", "target_name"]);

  await numbered("symbol_words", "id")
    .addColumn("project_id", text, partOf("projects.id"))
    .addColumn("model", text, required)
    .addColumn("word", text, required)
    .addColumn("vector", bytes, required)
    .addUniqueConstraint("symbol_words_once", ["project_id", "model", "word"])
    .execute();
  // Words that another project has embedded are copied.
  await index(db, "symbol_words", ["word", "model"]);
}

// What a person or a model said about open points: closed, or said in other words.

import type { Db } from "../schema.ts";
import { columnsOf, index, partOf, primary, required } from "./initial/columns.ts";

export async function up(db: Db): Promise<void> {
  const { text } = columnsOf(db);
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

export async function down(db: Db): Promise<void> {
  await db.schema.dropTable("point_marks").execute();
}

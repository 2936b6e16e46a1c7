// The first tables, created room by room: what others name comes first.

import { sql } from "kysely";
import { dialectOf } from "../dialect.ts";
import type { Db } from "../schema.ts";
import * as codemap from "./initial/codemap.ts";
import * as functions from "./initial/functions.ts";
import * as knowledge from "./initial/knowledge.ts";
import * as observations from "./initial/observations.ts";
import * as search from "./initial/search.ts";
import * as sessions from "./initial/sessions.ts";
import * as tasks from "./initial/tasks.ts";
import * as turns from "./initial/turns.ts";
import * as upkeep from "./initial/upkeep.ts";

const rooms = [sessions, observations, turns, knowledge, tasks, functions, codemap, search, upkeep];

export async function up(db: Db): Promise<void> {
  for (const room of rooms) await room.create(db);
}

export async function down(db: Db): Promise<void> {
  for (const table of rooms.flatMap((room) => room.tables).toReversed())
    await db.schema.dropTable(table).execute();
  if (dialectOf(db) === "postgres") await sql`drop function note_document_changes()`.execute(db);
}

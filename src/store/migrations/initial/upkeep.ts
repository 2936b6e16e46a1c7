// Tables of the store itself: jobs, events, the costs of models, deletions, and where things came from or went to.

import { sql } from "kysely";
import type { Db } from "../../schema.ts";
import { columnsOf, index, primary, required, zero } from "./columns.ts";

export const tables = [
  "jobs",
  "events",
  "spend",
  "tombstones",
  "aliases",
  "sources",
  "sync_positions",
  "synced_records",
];

export async function create(db: Db): Promise<void> {
  const { text, count } = columnsOf(db);

  await db.schema
    .createTable("jobs")
    .addColumn("id", text, primary)
    .addColumn("kind", text, required)
    .addColumn("key", text, required)
    .addColumn("payload", text, required)
    .addColumn("state", text, required)
    .addColumn("attempts", "integer", required)
    // Ends of a daemon while the job ran: those are not failures of the job.
    .addColumn("deaths", "integer", zero)
    .addColumn("run_at", text, required)
    .addColumn("worker", text)
    .addColumn("lease_until", text)
    .addColumn("error", text)
    .addColumn("created_at", text, required)
    .addColumn("machine", text, (c) => c.notNull().defaultTo(""))
    .execute();
  await index(db, "jobs", ["state", "run_at"]);
  await sql`create unique index jobs_one_pending on jobs (kind, key, machine) where state = 'pending'`.execute(
    db,
  );

  await db.schema
    .createTable("events")
    .addColumn("id", text, primary)
    .addColumn("at", text, required)
    .addColumn("session_id", text)
    .addColumn("type", text, required)
    .addColumn("data", text, required)
    .addColumn("duration_ms", count)
    .addColumn("tokens_in", count)
    .addColumn("tokens_out", count)
    .execute();
  await index(db, "events", ["type", "at"]);
  await index(db, "events", ["at"]);

  await db.schema
    .createTable("spend")
    .addColumn("id", text, primary)
    .addColumn("at", text, required)
    .addColumn("provider", text, required)
    .addColumn("model", text, required)
    .addColumn("purpose", text, required)
    .addColumn("call_key", text, required)
    .addColumn("attempt", "integer", required)
    .addColumn("input", count, required)
    .addColumn("output", count, required)
    .addColumn("cost", count, required)
    .addColumn("state", text, required)
    .addUniqueConstraint("spend_once", ["call_key", "attempt"])
    .execute();
  await index(db, "spend", ["at"]);

  await db.schema
    .createTable("tombstones")
    .addColumn("kind", text, required)
    .addColumn("id", text, required)
    .addColumn("project_id", text)
    .addColumn("at", text, required)
    .addPrimaryKeyConstraint("tombstones_once", ["kind", "id"])
    .execute();

  await db.schema
    .createTable("aliases")
    .addColumn("alias", text, primary)
    .addColumn("id", text, required)
    .execute();
  await index(db, "aliases", ["id"]);

  await db.schema
    .createTable("sources")
    .addColumn("tool", text, required)
    .addColumn("key", text, required)
    .addColumn("owner_kind", text, required)
    .addColumn("owner_id", text, required)
    .addColumn("content_hash", text, required)
    .addColumn("place", text, required)
    .addColumn("at", text, required)
    .addPrimaryKeyConstraint("sources_once", ["tool", "key"])
    .execute();
  await index(db, "sources", ["owner_kind", "owner_id"]);
  await index(db, "sources", ["content_hash"]);

  await db.schema
    .createTable("sync_positions")
    .addColumn("vault", text, required)
    .addColumn("machine", text, required)
    .addColumn("number", "integer", required)
    .addColumn("hash", text, required)
    .addPrimaryKeyConstraint("sync_positions_key", ["vault", "machine"])
    .execute();

  await db.schema
    .createTable("synced_records")
    .addColumn("vault", text, required)
    .addColumn("mark", text, required)
    .addPrimaryKeyConstraint("synced_records_key", ["vault", "mark"])
    .execute();
}

// What was exchanged with each vault: how far each machine's parts were read, and which records the vault holds.

import type { Kysely } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sync_positions")
    .addColumn("vault", "text", (column) => column.notNull())
    .addColumn("machine", "text", (column) => column.notNull())
    .addColumn("number", "integer", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sync_positions_key", ["vault", "machine"])
    .execute();
  await db.schema
    .createTable("synced_records")
    .addColumn("vault", "text", (column) => column.notNull())
    .addColumn("mark", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("synced_records_key", ["vault", "mark"])
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable("synced_records").execute();
  await db.schema.dropTable("sync_positions").execute();
}

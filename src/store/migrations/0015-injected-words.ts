// The ledger of injections also knows what was said, as hashes of its words: one fact is injected once in a
// conversation, whatever it comes from.

import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable("injections")
    .addColumn("words", "text", (column) => column.notNull().defaultTo(""))
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.alterTable("injections").dropColumn("words").execute();
}

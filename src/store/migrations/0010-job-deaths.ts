// A job whose daemon was killed is not a failed job: the two are counted separately.

import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  await db.schema
    .alterTable("jobs")
    .addColumn("deaths", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.alterTable("jobs").dropColumn("deaths").execute();
}

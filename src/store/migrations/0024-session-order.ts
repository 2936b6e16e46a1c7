// One session in its order: positions, pages, the outline and the size of a long session are read from this index alone.
// Without it each of them reads all rows of the session, in no order.

import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  await db.schema
    .createIndex("observations_by_session_order")
    .on("observations")
    .columns(["session_id", "happened_at", "seq", "kind", "tokens"])
    .execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.dropIndex("observations_by_session_order").execute();
}

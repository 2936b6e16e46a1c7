// Whose words a node is: the user's count more than the agent's, and are not overruled by them.

import type { Db } from "../schema.ts";

export async function up(db: Db): Promise<void> {
  await db.schema.alterTable("nodes").addColumn("said_by", "text").execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.alterTable("nodes").dropColumn("said_by").execute();
}

// Plans that were corrected before the first entry are kept.

import type { Db } from "../schema.ts";
import { columnsOf } from "./initial/columns.ts";

export async function up(db: Db): Promise<void> {
  await db.schema.alterTable("tasks").addColumn("plans_before", columnsOf(db).text).execute();
}

export async function down(db: Db): Promise<void> {
  await db.schema.alterTable("tasks").dropColumn("plans_before").execute();
}

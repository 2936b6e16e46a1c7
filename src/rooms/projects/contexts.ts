// What was detected about a project, kept until the files that it was read from change.

import type { Db } from "../../store/schema.ts";

export interface KeptContext {
  hash: string;
  detected: string;
  at: string;
}

export async function keptContext(db: Db, projectId: string, tree: string): Promise<KeptContext | null> {
  const row = await db
    .selectFrom("project_contexts")
    .select(["hash", "detected", "at"])
    .where("project_id", "=", projectId)
    .where("tree", "=", tree)
    .executeTakeFirst();
  return row ?? null;
}

export async function keepContext(db: Db, projectId: string, tree: string, kept: KeptContext): Promise<void> {
  await db
    .insertInto("project_contexts")
    .values({ project_id: projectId, tree, ...kept })
    .onConflict((conflict) => conflict.columns(["project_id", "tree"]).doUpdateSet({ ...kept }))
    .execute();
}

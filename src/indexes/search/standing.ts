// How documents have stood the test so far: how sure their owners are, and whether showing them was of use.

import type { Db, DocumentRow } from "../../store/schema.ts";

export interface Standing {
  /** 0 to 1; null for what is no matter of belief. */
  confidence: number | null;
  shown: number;
  used: number;
}

export const untested: Standing = { confidence: null, shown: 0, used: 0 };

export async function standingsOf(db: Db, documents: readonly DocumentRow[]): Promise<Map<string, Standing>> {
  const ids = documents.map(({ owner_id }) => owner_id);
  if (ids.length === 0) return new Map();
  const nodes = documents.filter(({ owner_kind }) => owner_kind === "learning" || owner_kind === "node");
  const [uses, beliefs] = await Promise.all([
    db
      .selectFrom("injections")
      .select((eb) => [
        "owner_id as id",
        eb.fn.countAll<number>().as("shown"),
        eb.fn.count<number>("used_at").as("used"),
      ])
      .where("owner_id", "in", ids)
      .groupBy("owner_id")
      .execute(),
    nodes.length === 0
      ? []
      : db
          .selectFrom("nodes")
          .select(["id", "confidence"])
          .where(
            "id",
            "in",
            nodes.map(({ owner_id }) => owner_id),
          )
          .execute(),
  ]);
  const standings = new Map<string, Standing>();
  for (const { id, shown, used } of uses)
    standings.set(id, { ...untested, shown: Number(shown), used: Number(used) });
  for (const { id, confidence } of beliefs)
    standings.set(id, { ...(standings.get(id) ?? untested), confidence });
  return standings;
}

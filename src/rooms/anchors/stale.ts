// Nodes whose code has changed since they were written, and the reason for each.

import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";

/** Why each of these nodes is stale, in a few words; nodes that are not stale are missing. */
export async function staleReasons(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  if (ids.length === 0) return reasons;
  const rows = await db
    .selectFrom("anchors")
    .select(["node_id", "file", "symbol", "how", "broken_at"])
    .where("node_id", "in", ids)
    .where("broken_at", "is not", null)
    .orderBy("broken_at")
    .orderBy("file")
    .orderBy("symbol")
    .execute();
  for (const { node_id, file, symbol, how, broken_at } of rows) {
    if (reasons.has(node_id)) continue;
    const what = symbol === "" ? file : `${symbol} in ${file}`;
    const became = how === "gone" ? "is gone" : "has changed";
    reasons.set(node_id, `stale: ${what} ${became} since ${broken_at?.slice(0, 10)}`);
  }
  return reasons;
}

/** Ids of stale nodes, the newest first. */
export async function staleNodes(
  db: Db,
  filter: { projects: ProjectScope; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("nodes")
    .select("id")
    .where("stale_since", "is not", null)
    .where("state", "=", "active")
    .where("superseded_by", "is", null)
    .where(belongsTo(filter.projects, "project_id"))
    .orderBy("stale_since", "desc")
    .orderBy("id")
    .limit(filter.limit)
    .execute();
  return rows.map(({ id }) => id);
}

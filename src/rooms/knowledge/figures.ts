// How much the graph holds.

import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";

export interface GraphFigures {
  nodes: number;
  edges: number;
  /** Files and definitions that nodes are about. */
  code: number;
  tokens: number;
  stale: number;
  types: { type: string; nodes: number }[];
  tiers: { tier: string; nodes: number; tokens: number }[];
}

/** What of a project and what holds everywhere. */
export async function graphFigures(db: Db, projects: ProjectScope): Promise<GraphFigures> {
  const nodes = db
    .selectFrom("nodes as n")
    .where("n.state", "=", "active")
    .where("n.superseded_by", "is", null)
    .where(holdsIn(projects, "n.project_id"));
  const types = await nodes
    .select((eb) => [
      "n.type",
      eb.fn.countAll<number>().as("nodes"),
      eb.fn.sum<number>("n.tokens").as("tokens"),
      eb.fn.count<number>("n.stale_since").as("stale"),
    ])
    .groupBy("n.type")
    .orderBy("n.type")
    .execute();
  const tiers = await nodes
    .innerJoin("tags as t", "t.node_id", "n.id")
    .select((eb) => [
      "t.tag",
      eb.fn.countAll<number>().as("nodes"),
      eb.fn.sum<number>("n.tokens").as("tokens"),
    ])
    .where("t.tag", ">=", "tier:")
    .where("t.tag", "<", "tier;")
    .groupBy("t.tag")
    .orderBy("t.tag")
    .execute();
  const edges = await db
    .selectFrom("edges as e")
    .innerJoin("nodes as n", "n.id", "e.from_id")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where(holdsIn(projects, "n.project_id"))
    .executeTakeFirst();
  const code = await nodes
    .innerJoin("anchors as a", "a.node_id", "n.id")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  const sum = (of: "nodes" | "tokens" | "stale") => types.reduce((all, row) => all + Number(row[of] ?? 0), 0);
  return {
    nodes: sum("nodes"),
    edges: Number(edges?.n ?? 0),
    code: Number(code?.n ?? 0),
    tokens: sum("tokens"),
    stale: sum("stale"),
    types: types.map((row) => ({ type: row.type, nodes: Number(row.nodes) })),
    tiers: tiers.map((row) => ({
      tier: row.tag.slice("tier:".length),
      nodes: Number(row.nodes),
      tokens: Number(row.tokens ?? 0),
    })),
  };
}

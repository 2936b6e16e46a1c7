// Walks over the graph by recursive SQL. A level contains each node once, so that cycles end and hubs cost no more than
// their edges.

import { sql } from "kysely";
import type { EdgeType, Node } from "../../protocol/knowledge.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import { nodesOf } from "./find.ts";

export interface Walk {
  from: readonly string[];
  depth: number;
  /** `out` follows edges, `in` follows them backwards. */
  direction: "out" | "in" | "both";
  types?: readonly EdgeType[] | undefined;
  limit: number;
}

export interface ReachedNode {
  node: Node;
  depth: number;
}

const maxWalkDepth = 20;

/** The nearest first, without the starting nodes and without what waits for a person. */
export async function walk(db: Db, { from, depth, direction, types, limit }: Walk): Promise<ReachedNode[]> {
  if (from.length === 0) return [];
  const start = sql`select id, 0 as depth from nodes where id in (${sql.join(from)})`;
  const isOfType = types ? sql`and e.type in (${sql.join(types)})` : sql``;
  // PostgreSQL reads two indexes one after the other quicker than it joins their bitmaps; SQLite has no lateral joins.
  const around =
    dialectOf(db) === "postgres"
      ? sql`select e.id, w.depth + 1 from walked w cross join lateral (
          select to_id as id, type from edges where from_id = w.id
          union all select from_id, type from edges where to_id = w.id) e`
      : sql`select case when e.from_id = w.id then e.to_id else e.from_id end, w.depth + 1
          from walked w join edges e on (e.from_id = w.id or e.to_id = w.id)`;
  const step = {
    out: sql`select e.to_id, w.depth + 1 from walked w join edges e on e.from_id = w.id`,
    in: sql`select e.from_id, w.depth + 1 from walked w join edges e on e.to_id = w.id`,
    both: around,
  }[direction];
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive walked (id, depth) as (
      ${start}
      union
      ${step} where w.depth < ${Math.min(depth, maxWalkDepth)} ${isOfType}
    )
    select walked.id as id, min(walked.depth) as depth
    from walked join nodes on nodes.id = walked.id
    where nodes.state <> 'waiting'
    group by walked.id
    having min(walked.depth) > 0
    order by 2, 1
    limit ${limit}`.execute(db);
  const nodes = new Map(
    (
      await nodesOf(
        db,
        rows.map(({ id }) => id),
      )
    ).map((node) => [node.id, node]),
  );
  return rows.flatMap(({ id, depth: far }) => {
    const node = nodes.get(id);
    return node ? [{ node, depth: Number(far) }] : [];
  });
}

// Walks over the graph by recursive SQL. A level holds each node once, so that cycles end and hubs cost no more than
// their edges.

import { sql } from "kysely";
import type { EdgeType, Node } from "../../protocol/semantic.ts";
import type { Db } from "../../store/schema.ts";
import { nodesOf } from "./find.ts";

export interface Walk {
  from: readonly string[];
  depth: number;
  /** `out` follows edges, `in` goes against them. */
  direction: "out" | "in" | "both";
  types?: readonly EdgeType[] | undefined;
  limit: number;
}

export interface Reached {
  node: Node;
  depth: number;
}

export const deepestWalk = 20;

/** The nearest first; the nodes it began at are not among them. */
export async function walk(db: Db, { from, depth, direction, types, limit }: Walk): Promise<Reached[]> {
  if (from.length === 0) return [];
  const start = sql`select id, 0 as depth from nodes where id in (${sql.join(from)})`;
  const isOfType = types ? sql`and e.type in (${sql.join(types)})` : sql``;
  const next = sql`case when e.from_id = w.id then e.to_id else e.from_id end`;
  const step = {
    out: sql`select e.to_id, w.depth + 1 from walked w join edges e on e.from_id = w.id`,
    in: sql`select e.from_id, w.depth + 1 from walked w join edges e on e.to_id = w.id`,
    both: sql`select ${next}, w.depth + 1 from walked w join edges e on (e.from_id = w.id or e.to_id = w.id)`,
  }[direction];
  const { rows } = await sql<{ id: string; depth: number }>`
    with recursive walked (id, depth) as (
      ${start}
      union
      ${step} where w.depth < ${Math.min(depth, deepestWalk)} ${isOfType}
    )
    select walked.id as id, min(walked.depth) as depth
    from walked
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

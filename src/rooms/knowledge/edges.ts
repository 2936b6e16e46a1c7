// Edges of the graph: at most one of each type between two nodes, in one direction.

import type { Edge, EdgeType, Link } from "../../protocol/knowledge.ts";
import type { Db } from "../../store/schema.ts";
import { bury, exhume } from "../../store/tombstones.ts";

const idsAtOnce = 400;

export async function linkNodes(db: Db, from: string, to: string, type: EdgeType, at: string): Promise<void> {
  await db
    .insertInto("edges")
    .values({ from_id: from, to_id: to, type, created_at: at })
    .onConflict((conflict) => conflict.columns(["from_id", "to_id", "type"]).doNothing())
    .execute();
  await exhume(db, "edge", `${from} ${to} ${type}`);
}

/** Without those to nodes that wait for a person. */
export async function linksOf(db: Db, id: string): Promise<Link[]> {
  const rows = await db
    .selectFrom("edges as e")
    .innerJoin("nodes as n", (join) =>
      join.on((eb) =>
        eb.or([
          eb.and([eb("e.from_id", "=", id), eb("n.id", "=", eb.ref("e.to_id"))]),
          eb.and([eb("e.to_id", "=", id), eb("n.id", "=", eb.ref("e.from_id"))]),
        ]),
      ),
    )
    .select(["e.type", "e.from_id", "n.id", "n.content"])
    .where("n.state", "!=", "waiting")
    .orderBy("e.created_at")
    .orderBy("n.id")
    .execute();
  return rows.map(({ type, from_id, id: other, content }) => ({
    type,
    direction: from_id === id ? "from" : "to",
    id: other,
    content,
  }));
}

/** The same for several nodes. */
export async function linksAmong(db: Db, ids: readonly string[]): Promise<Map<string, Link[]>> {
  const links = new Map<string, Link[]>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce);
    for (const direction of ["from", "to"] as const) {
      const [own, other] =
        direction === "from" ? (["e.from_id", "e.to_id"] as const) : (["e.to_id", "e.from_id"] as const);
      const rows = await db
        .selectFrom("edges as e")
        .innerJoin("nodes as n", "n.id", other)
        .select([`${own} as own`, "e.type", "n.id", "n.content"])
        .where(own, "in", some)
        .where("n.state", "!=", "waiting")
        .orderBy("e.created_at")
        .orderBy("n.id")
        .execute();
      for (const { own: id, ...row } of rows)
        links.set(id, [...(links.get(id) ?? []), { ...row, direction }]);
    }
  }
  return links;
}

/** False if there was none. */
export async function unlinkNodes(db: Db, from: string, to: string, type?: EdgeType): Promise<boolean> {
  const gone = await db
    .deleteFrom("edges")
    .where("from_id", "=", from)
    .where("to_id", "=", to)
    .$if(type !== undefined, (query) => query.where("type", "=", type as EdgeType))
    .returning("type")
    .execute();
  for (const { type: one } of gone)
    await bury(db, { kind: "edge", id: `${from} ${to} ${one}`, projectId: null });
  return gone.length > 0;
}

/** Edges between any number of nodes, read in parts that fit into a statement. */
export async function edgesAmong(db: Db, ids: readonly string[]): Promise<Edge[]> {
  const known = new Set(ids);
  const sorted = ids.toSorted();
  const edges: Edge[] = [];
  for (let from = 0; from < sorted.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom("edges")
      .selectAll()
      .where("from_id", "in", sorted.slice(from, from + idsAtOnce))
      .orderBy("from_id")
      .orderBy("to_id")
      .orderBy("type")
      .execute();
    for (const { from_id, to_id, type, created_at } of rows)
      if (known.has(to_id)) edges.push({ from: from_id, to: to_id, type, createdAt: created_at });
  }
  return edges;
}

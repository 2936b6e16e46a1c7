// Finds the nodes of a query: those of a project and those valid everywhere, as they are now or as they were.

import { TellbackError } from "../../protocol/errors.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { conditionsIn, type Query } from "../../protocol/node-query/query.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";
import { rowsAsOf } from "./changes.ts";
import { type LookedUp, testOf } from "./compile-query.ts";
import { asNode } from "./nodes.ts";
import { tagsByNode } from "./tags.ts";

export interface FindNodes {
  query: Query;
  /** With what holds everywhere. */
  projects: ProjectScope;
  /** Only of these. */
  among?: readonly string[] | undefined;
  /** The state at this time. */
  asOf?: string | undefined;
  limit: number;
  offset?: number | undefined;
  now?: Date | undefined;
}

/** The newest first; search results, the best first. */
export async function findNodes(
  db: Db,
  wanted: FindNodes,
  found: LookedUp["found"] = new Map(),
): Promise<Node[]> {
  const { query, asOf, limit, offset = 0 } = wanted;
  const order = orderOf(query, found);
  const rows = await (await matching(db, wanted, found))
    .select("n.id")
    .orderBy("n.created_at", "desc")
    .orderBy("n.id", "desc")
    .limit(order ? Math.max(offset + limit, order.size) : limit)
    .offset(order ? 0 : offset)
    .execute();
  if (order) rows.sort((a, b) => (order.get(a.id) ?? order.size) - (order.get(b.id) ?? order.size));
  const chosen = (order ? rows.slice(offset, offset + limit) : rows).map(({ id }) => id);
  if (asOf === undefined) return nodesOf(db, chosen);
  const then = await nodesOf(db, chosen, await rowsAsOf(db, asOf));
  return then.filter(({ state }) => state !== "waiting" || asksFor(query, "waiting"));
}

export async function countNodes(
  db: Db,
  wanted: FindNodes,
  found: LookedUp["found"] = new Map(),
): Promise<number> {
  const { n } = await (await matching(db, wanted, found))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function matching(
  db: Db,
  { query, projects, among, asOf, now = new Date() }: FindNodes,
  found: LookedUp["found"],
) {
  const known: LookedUp = { now, found, ids: await idsIn(db, query) };
  return db
    .selectFrom("nodes as n")
    .$if(query !== null, (select) => select.where((eb) => testOf(eb, query as NonNullable<Query>, known)))
    .$if(among !== undefined, (select) => select.where("n.id", "in", among ?? []))
    .where(holdsIn(projects, "n.project_id"))
    .$if(asOf !== undefined, (select) =>
      select
        .where("n.valid_from", "<=", asOf ?? "")
        .where((eb) => eb.or([eb("n.valid_until", "is", null), eb("n.valid_until", ">", asOf ?? "")])),
    )
    .$if(!asksFor(query, "waiting"), (select) => select.where("n.state", "!=", "waiting"))
    .$if(asOf === undefined && !asksFor(query, "archived", "rejected", "superseded", "waiting"), (select) =>
      select.where("n.state", "=", "active"),
    )
    .$if(asOf === undefined && !asksFor(query, "superseded"), (select) =>
      select.where("n.superseded_by", "is", null),
    );
}

const idsAtOnce = 500;

/** In the order of the ids; where `then` has a row, the node as it was at that time. */
export async function nodesOf(
  db: Db,
  ids: readonly string[],
  then: ReadonlyMap<string, NodeRow> | null = null,
): Promise<Node[]> {
  const [rows, tags] = await Promise.all([rowsOf(db, ids), tagsByNode(db, ids)]);
  return ids.flatMap((id) => {
    const row = then?.get(id) ?? rows.get(id);
    return row && rows.has(id) ? [asNode(row, tags.get(id) ?? [])] : [];
  });
}

async function rowsOf(db: Db, ids: readonly string[]): Promise<Map<string, NodeRow>> {
  const rows = new Map<string, NodeRow>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce);
    for (const row of await db.selectFrom("nodes").selectAll().where("id", "in", some).execute())
      rows.set(row.id, row);
  }
  return rows;
}

export async function nodeOf(db: Db, id: string): Promise<Node> {
  const [node] = await nodesOf(db, [id]);
  if (!node) throw new TellbackError("not_found", `no node with the id ${id}`);
  return node;
}

/** Archived and waiting nodes are found only if the query asks for them. */
function asksFor(query: Query, ...states: string[]): boolean {
  return conditionsIn(query).some(
    (one) => one.kind === "is" && one.key === "is" && states.includes(one.value),
  );
}

async function idsIn(db: Db, query: Query): Promise<Map<string, string>> {
  const typed = conditionsIn(query).flatMap((one) =>
    one.kind === "is" && (one.key === "from" || one.key === "to") ? [one.value] : [],
  );
  const ids = new Map<string, string>();
  for (const id of typed) ids.set(id, await resolveId(db, "nodes", id));
  return ids;
}

/** By relevance if the query requires the words, not if they are one alternative. */
function orderOf(query: Query, found: LookedUp["found"]): Map<string, number> | null {
  const parts = query?.kind === "and" ? query.of : query === null ? [] : [query];
  const words = parts.find((one) => one.kind === "words");
  const ids = words && found.get(words);
  return ids ? new Map(ids.map((id, rank) => [id, rank])) : null;
}

// Tags on nodes, including tiers. Adding a tag twice has no further effect.

import { TellbackError } from "../../protocol/errors.ts";
import { tiers } from "../../protocol/knowledge.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { nearestOf } from "../../protocol/suggest.ts";
import type { Db } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";
import { bury, exhume } from "../../store/tombstones.ts";

const shape = /^[^\s,"()]{1,100}$/;
const maxAtOnce = 100;

/** Tags as people list them: separated by commas or spaces. */
export function readTags(text: string): string[] {
  const tags = [...new Set(text.split(/[\s,]+/).filter(Boolean))];
  if (tags.length > maxAtOnce) {
    throw new TellbackError("invalid_input", `too many tags: ${tags.length}`, {
      hint: `Give at most ${maxAtOnce} at once.`,
    });
  }
  for (const tag of tags) check(tag);
  return tags;
}

function check(tag: string): void {
  if (!shape.test(tag)) throw new TellbackError("invalid_input", `invalid tag \`${tag.slice(0, 100)}\``);
  const tier = /^tier:(.*)$/.exec(tag)?.[1];
  if (tier === undefined || (tiers as readonly string[]).includes(tier)) return;
  const meant = nearestOf(tier, tiers);
  throw new TellbackError(
    "invalid_input",
    `unknown tier \`${tier}\`${meant ? `, did you mean \`${meant}\`?` : ""}`,
    { hint: `Tiers are ${tiers.join(", ")}.` },
  );
}

/** A node has one tier: a new one replaces the old one. */
export async function addTags(db: Db, id: string, tags: readonly string[], at: string): Promise<void> {
  if (tags.length === 0) return;
  for (const tag of tags) check(tag);
  const tier = tags.find((tag) => tag.startsWith("tier:"));
  if (tier)
    await dropTags(
      db,
      id,
      (await tagsOf(db, id)).filter((tag) => tag.startsWith("tier:")),
    );
  await db
    .insertInto("tags")
    .values([...new Set(tags)].map((tag) => ({ node_id: id, tag, created_at: at })))
    .onConflict((conflict) => conflict.columns(["node_id", "tag"]).doNothing())
    .execute();
  for (const tag of tags) await exhume(db, "tag", `${id} ${tag}`);
}

export async function dropTags(db: Db, id: string, tags: readonly string[]): Promise<number> {
  if (tags.length === 0) return 0;
  const gone = await db
    .deleteFrom("tags")
    .where("node_id", "=", id)
    .where("tag", "in", tags)
    .returning("tag")
    .execute();
  for (const { tag } of gone) await bury(db, { kind: "tag", id: `${id} ${tag}`, projectId: null });
  return gone.length;
}

async function tagsOf(db: Db, id: string): Promise<string[]> {
  return (await tagsByNode(db, [id])).get(id) ?? [];
}

const idsAtOnce = 500;

export async function tagsByNode(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const tags = new Map<string, string[]>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom("tags")
      .select(["node_id", "tag"])
      .where("node_id", "in", ids.slice(from, from + idsAtOnce))
      .orderBy("tag")
      .execute();
    for (const { node_id, tag } of rows) tags.set(node_id, [...(tags.get(node_id) ?? []), tag]);
  }
  return tags;
}

/** The newest nodes with a tag. */
export async function nodesTagged(db: Db, tag: string, limit?: number): Promise<string[]> {
  const rows = await db
    .selectFrom("tags")
    .select("node_id")
    .where("tag", "=", tag)
    .orderBy("node_id", "desc")
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ node_id }) => node_id);
}

/** Every tag in use with its number of nodes, the most used first. */
export async function listTags(
  db: Db,
  filter: { projects: ProjectScope; prefix?: string | undefined; limit: number },
): Promise<{ tag: string; nodes: number }[]> {
  const rows = await db
    .selectFrom("tags as t")
    .innerJoin("nodes as n", "n.id", "t.node_id")
    .select((eb) => ["t.tag", eb.fn.countAll<number>().as("nodes")])
    .where("n.state", "=", "active")
    .where(holdsIn(filter.projects, "n.project_id"))
    .$if(filter.prefix !== undefined, (query) =>
      query.where("t.tag", ">=", filter.prefix ?? "").where("t.tag", "<", `${filter.prefix}\uffff`),
    )
    .groupBy("t.tag")
    .orderBy("nodes", "desc")
    .orderBy("t.tag")
    .limit(filter.limit)
    .execute();
  return rows.map(({ tag, nodes }) => ({ tag, nodes: Number(nodes) }));
}

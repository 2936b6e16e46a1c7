// Nodes as owners, and those of them that are learnings: how one is shown, found and indexed.

import type { Owner, OwnerRow } from "../../indexes/owner.ts";
import type { Link } from "../../protocol/knowledge.ts";
import type { Db } from "../../store/schema.ts";
import { sourcesOf } from "../../store/sources.ts";
import { linksOf } from "./edges.ts";
import { evidenceOf } from "./evidence.ts";
import { asLearning, getNode, indexNodes } from "./nodes.ts";

export const learningOwner: Owner<"learning"> = {
  table: "nodes",
  read: async (db, id) => ({
    learning: asLearning(await getNode(db, id)),
    evidence: await evidenceOf(db, { nodeId: id }),
    links: await linksOf(db, id),
    sources: await sourcesOf(db, "node", id),
  }),
  card({ learning: { updatedAt: at, content, category, confidence, staleSince }, evidence, links }) {
    return {
      at,
      title: content,
      summary: `${category}, confidence ${confidence.toFixed(2)}${staleSince ? ", stale" : ""}`,
      detail: evidence.map(({ kind, claim }) => `${kind}: ${claim}`).join("\n"),
      items: itemsOf(links),
    };
  },
  projectOf,
  known: (db) => learnings(db),
  findable: (db) => learnings(db).where("state", "=", "active").where("superseded_by", "is", null),
  reindex: (db, after, limit) => indexNodes(db, after, limit, "learning"),
  confidences,
};

export const nodeOwner: OwnerRow<"node"> = {
  table: "nodes",
  card({ node: { updatedAt: at, type, content, summary, tags, staleSince }, anchors, links }) {
    return {
      at,
      title: summary ?? content.split("\n", 1)[0]?.slice(0, maxTitleLength) ?? "",
      summary: [type, ...tags, ...(staleSince ? ["stale"] : [])].join(" "),
      detail: content,
      files: anchors.map(({ file }) => file),
      items: itemsOf(links),
    };
  },
  projectOf,
  known: (db) => plainNodes(db),
  findable: (db) => plainNodes(db).where("state", "=", "active").where("superseded_by", "is", null),
  reindex: (db, after, limit) => indexNodes(db, after, limit, "node"),
  confidences,
};

const maxTitleLength = 200;

const learnings = (db: Db) => db.selectFrom("nodes").select("id").where("category", "is not", null);
const plainNodes = (db: Db) => db.selectFrom("nodes").select("id").where("category", "is", null);

async function confidences(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom("nodes").select(["id", "confidence"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, confidence }) => [id, confidence]));
}

async function projectOf(db: Db, id: string): Promise<string | null> {
  return (await getNode(db, id)).project_id;
}

function itemsOf(links: readonly Link[]): { id: string; title: string }[] {
  return links.map(({ id, type, content }) => ({ id, title: `${type} ${content}` }));
}

// Nodes that come from another tool or from a file: entered once, merged with a node that says the same.

import { sql } from "kysely";
import type { WrittenType } from "../../protocol/knowledge.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { confidenceOf } from "./judge.ts";
import { addNode } from "./nodes.ts";
import { addTags, tagsOf } from "./tags.ts";

export interface ImportedNode {
  type: WrittenType;
  content: string;
  summary: string | null;
  tags: readonly string[];
  /** Null: valid everywhere. */
  projectId: string | null;
  at: string;
  /** A person wrote it. */
  isByUser: boolean;
  /** Where it was said, if that is known. */
  by?: { sessionId: string; observationId: string | null } | undefined;
}

export async function enterImported(db: Db, node: ImportedNode): Promise<NodeRow> {
  const row = await addNode(db, {
    projectId: node.projectId,
    type: node.type,
    category: null,
    content: node.content,
    summary: node.summary,
    confidence: node.isByUser ? confidenceOf.confirmed : confidenceOf.new,
    isManual: node.isByUser,
    sessionId: node.by?.sessionId ?? null,
    observationId: node.by?.observationId ?? null,
    saidBy: node.isByUser ? "user" : null,
    at: node.at,
  });
  await addTags(db, row.id, node.tags, node.at);
  return row;
}

/** A node with the same text, of whatever type. One that was superseded is not it. */
export async function nodeSaying(db: Db, content: string, projectId: string | null): Promise<NodeRow | null> {
  const row = await db
    .selectFrom("nodes")
    .selectAll()
    .where(sql<string>`substr(content, 1, 64)`, "=", sql<string>`substr(${content}, 1, 64)`)
    .where("content", "=", content)
    .where("superseded_by", "is", null)
    .where("project_id", "is not distinct from", projectId)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The tags of a second source are added; the tier stays as it is. */
export async function mergeTags(db: Db, id: string, tags: readonly string[], at: string): Promise<void> {
  const hasTier = (await tagsOf(db, id)).some((tag) => tag.startsWith("tier:"));
  await addTags(db, id, hasTier ? tags.filter((tag) => !tag.startsWith("tier:")) : tags, at);
}

// Nodes of the knowledge graph as rows: added, changed, linked, listed. Each active one has its search document.

import { putDocument, removeDocument } from "../../indexes/search/documents.ts";
import { newId } from "../../protocol/ids.ts";
import type { EdgeType, Learning, LearningCategory, Link, NodeType } from "../../protocol/semantic.ts";
import type { Db, NodeRow } from "../../store/schema.ts";

export interface NewNode {
  projectId: string | null;
  type: NodeType;
  category: LearningCategory | null;
  content: string;
  confidence: number;
  isManual: boolean;
  sessionId: string | null;
  observationId: string | null;
  at: string;
}

export type NodeChange = Partial<
  Pick<
    NodeRow,
    | "type"
    | "category"
    | "content"
    | "confidence"
    | "times_seen"
    | "shown_when_lowered"
    | "is_manual"
    | "state"
    | "superseded_by"
    | "stale_since"
    | "valid_until"
  >
>;

export async function addNode(db: Db, node: NewNode): Promise<NodeRow> {
  const row = await db
    .insertInto("nodes")
    .values({
      id: newId("node"),
      project_id: node.projectId,
      type: node.type,
      category: node.category,
      content: node.content,
      summary: null,
      confidence: node.confidence,
      times_seen: node.sessionId === null ? 0 : 1,
      is_manual: Number(node.isManual),
      state: "active",
      superseded_by: null,
      stale_since: null,
      anchors: JSON.stringify(filesIn(node.content).map((file) => ({ file }))),
      tokens: Math.ceil(node.content.length / 4),
      session_id: node.sessionId,
      observation_id: node.observationId,
      message: null,
      created_at: node.at,
      updated_at: node.at,
      valid_from: node.at,
      valid_until: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await index(db, row);
  return row;
}

export async function changeNode(db: Db, id: string, change: NodeChange, at: string): Promise<NodeRow> {
  const text = change.content;
  const made =
    text === undefined
      ? {}
      : {
          anchors: JSON.stringify(filesIn(text).map((file) => ({ file }))),
          tokens: Math.ceil(text.length / 4),
        };
  const row = await db
    .updateTable("nodes")
    .set({ ...change, ...made, updated_at: at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // Making a document anew costs its vector: only what it shows is a reason.
  if (text !== undefined || change.state !== undefined || change.category !== undefined) await index(db, row);
  return row;
}

export async function getNode(db: Db, id: string): Promise<NodeRow> {
  return db.selectFrom("nodes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  const row = await db.deleteFrom("nodes").where("id", "=", id).returningAll().executeTakeFirst();
  if (row) await removeDocument(db, ownerOf(row));
}

/** Puts a row back as it was. */
export async function restoreNode(db: Db, row: NodeRow): Promise<void> {
  const { id, ...columns } = row;
  await db.updateTable("nodes").set(columns).where("id", "=", id).execute();
  await index(db, row);
}

export async function linkNodes(db: Db, from: string, to: string, type: EdgeType, at: string): Promise<void> {
  await db
    .insertInto("edges")
    .values({ from_id: from, to_id: to, type, created_at: at })
    .onConflict((conflict) => conflict.columns(["from_id", "to_id", "type"]).doNothing())
    .execute();
}

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

/** Makes the documents of some nodes anew, in the order of their ids. */
export async function indexNodes(
  db: Db,
  after: string,
  limit: number,
): Promise<{ count: number; last: string }> {
  const rows = await db
    .selectFrom("nodes")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  for (const row of rows) await index(db, row);
  return { count: rows.length, last: rows.at(-1)?.id ?? after };
}

async function index(db: Db, row: NodeRow): Promise<void> {
  if (row.state !== "active") return removeDocument(db, ownerOf(row));
  await putDocument(db, {
    owner: ownerOf(row),
    projectId: row.project_id,
    // It belongs to all sessions it was seen in, and has no place among what happened in one of them.
    sessionId: null,
    title: row.content,
    summary: row.summary ?? row.content,
    detail: "",
    files: filesIn(row.content),
    symbols: [],
    author: null,
    branch: null,
    happenedAt: row.created_at,
  });
}

function ownerOf({ id, category }: NodeRow): { kind: "learning" | "node"; id: string } {
  return { kind: category === null ? "node" : "learning", id };
}

/** Paths that a sentence names. */
function filesIn(content: string): string[] {
  const found = content.match(
    /(?:[\w@.-]+\/)+[\w@.-]*\w|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|json|ya?ml|toml|md|sql|sh)\b/g,
  );
  return [...new Set(found ?? [])].slice(0, 20);
}

export function asLearning(row: NodeRow): Learning {
  return {
    id: row.id,
    projectId: row.project_id,
    type: row.type,
    category: row.category ?? "convention",
    content: row.content,
    confidence: row.confidence,
    timesSeen: row.times_seen,
    isManual: row.is_manual === 1,
    state: row.state,
    supersededBy: row.superseded_by,
    staleSince: row.stale_since,
    sessionId: row.session_id,
    observationId: row.observation_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

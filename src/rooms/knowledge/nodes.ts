// Nodes of the knowledge graph as rows: added, changed, restored. Each active one has its search document.

import { sql } from "kysely";
import { filesNamedIn, namesCode } from "../../../libs/language/index.ts";
import type { IndexStep } from "../../indexes/owner.ts";
import { putDocument, removeDocument, scrubSoon } from "../../indexes/search/documents.ts";
import type { Learning, LearningCategory, Node, NodeType, SaidBy } from "../../protocol/knowledge.ts";
import { newId } from "../../protocol/new-id.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { timeOfChange } from "../../store/time-of-change.ts";
import { bury } from "../../store/tombstones.ts";
import { writerOf } from "../../store/writer.ts";

export interface NewNode {
  projectId: string | null;
  type: NodeType;
  category: LearningCategory | null;
  content: string;
  confidence: number;
  isManual: boolean;
  sessionId: string | null;
  observationId: string | null;
  /** The reply that contained it. */
  messageId?: string | null;
  summary?: string | null;
  saidBy?: SaidBy | null;
  /** Default: active. */
  state?: "active" | "waiting";
  at: string;
}

export type NodeChange = Partial<
  Pick<
    NodeRow,
    | "type"
    | "category"
    | "content"
    | "summary"
    | "project_id"
    | "confidence"
    | "times_seen"
    | "shown_when_lowered"
    | "is_manual"
    | "said_by"
    | "state"
    | "superseded_by"
    | "stale_since"
    | "valid_until"
    | "scope"
    | "author"
    | "machine"
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
      summary: node.summary ?? null,
      confidence: node.confidence,
      times_seen: node.sessionId === null ? 0 : 1,
      is_manual: Number(node.isManual),
      state: node.state ?? "active",
      superseded_by: null,
      stale_since: null,
      tokens: tokensOf(node.content),
      session_id: node.sessionId,
      observation_id: node.observationId,
      message: node.messageId ?? null,
      said_by: node.saidBy ?? null,
      created_at: node.at,
      updated_at: node.at,
      valid_from: node.at,
      valid_until: null,
      ...writerOf(db),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await index(db, row);
  await anchorSoon(db, row);
  return row;
}

export async function changeNode(db: Db, id: string, change: NodeChange, at: string): Promise<NodeRow> {
  const text = change.content;
  const made = text === undefined ? {} : { tokens: tokensOf(text) };
  const updated_at = await timeOfChange(db, "nodes", id, at);
  const row = await db
    .updateTable("nodes")
    .set({ ...validityOf(change, at), ...change, ...made, updated_at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // A rebuilt document loses its vector, so it is rebuilt only if its text changes.
  if (
    row.scope !== "private" &&
    (text !== undefined || change.state !== undefined || change.superseded_by !== undefined)
  )
    await giveBackSoon(db, row);
  const isShown = (["content", "summary", "state", "category", "project_id", "superseded_by"] as const).some(
    (column) => change[column] !== undefined,
  );
  if (isShown) await index(db, row);
  if (text !== undefined) {
    await anchorSoon(db, row);
    await scrubSoon(db);
  }
  return row;
}

/** The end of validity of an archived or superseded node. */
function validityOf({ state, superseded_by }: NodeChange, at: string): NodeChange {
  if (typeof superseded_by === "string" || state === "archived" || state === "rejected")
    return { valid_until: at };
  return state === "active" || superseded_by === null ? { valid_until: null } : {};
}

export async function getNode(db: Db, id: string): Promise<NodeRow> {
  return db.selectFrom("nodes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

export async function findNode(db: Db, id: string): Promise<NodeRow | null> {
  return (await db.selectFrom("nodes").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Of a session: whether it has said anything that is in the graph, first or as evidence. */
export async function hasNodes(
  db: Db,
  of: { projectId: string } | { state: NodeRow["state"] } | { sessionId: string },
): Promise<boolean> {
  const some = db
    .selectFrom("nodes as n")
    .select("n.id")
    .where((eb) => {
      if ("state" in of) return eb("n.state", "=", of.state);
      if ("projectId" in of) return eb("n.project_id", "=", of.projectId);
      const said = eb
        .selectFrom("evidence as e")
        .select("e.node_id")
        .where("e.session_id", "=", of.sessionId);
      return eb.or([eb("n.session_id", "=", of.sessionId), eb("n.id", "in", said)]);
    })
    .limit(1);
  return (await some.executeTakeFirst()) !== undefined;
}

/** Since when its code is no longer as it was; null if it is. True if the node became stale by it. */
export async function setStale(db: Db, id: string, since: string | null): Promise<boolean> {
  const before = await findNode(db, id);
  await db.updateTable("nodes").set({ stale_since: since }).where("id", "=", id).execute();
  return since !== null && before?.stale_since === null;
}

/** The log of changes keeps what it says about the node. */
export async function removeNode(db: Db, id: string): Promise<void> {
  const row = await db.deleteFrom("nodes").where("id", "=", id).returningAll().executeTakeFirst();
  if (!row) return;
  await bury(db, { kind: "node", id, projectId: row.project_id });
  if (row.scope !== "private") await giveBackSoon(db, row);
  await removeDocument(db, ownerOf(row));
  await scrubSoon(db);
}

/** Its file in the repository says what it says here. */
async function giveBackSoon(db: Db, { project_id: projectId }: NodeRow): Promise<void> {
  if (projectId !== null) await enqueue(db, { kind: "give-back", key: projectId, payload: { projectId } });
}

/** Restores a row to an earlier state. */
export async function restoreNode(db: Db, row: NodeRow): Promise<void> {
  const { id, ...columns } = row;
  await db.updateTable("nodes").set(columns).where("id", "=", id).execute();
  await index(db, row);
}

/** Writes the documents of the next nodes that are learnings, or that are not, in the order of their ids. */
export async function indexNodes(
  db: Db,
  after: string,
  limit: number,
  kind: "learning" | "node",
): Promise<IndexStep> {
  const rows = await db
    .selectFrom("nodes")
    .selectAll()
    .where("id", ">", after)
    .where("category", kind === "learning" ? "is not" : "is", null)
    .orderBy("id")
    .limit(limit)
    .execute();
  for (const row of rows) await index(db, row);
  return { count: rows.length, last: rows.at(-1)?.id ?? after };
}

export async function index(db: Db, row: NodeRow): Promise<void> {
  if (row.state !== "active" || row.superseded_by !== null) return removeDocument(db, ownerOf(row));
  await putDocument(db, {
    owner: ownerOf(row),
    projectId: row.project_id,
    // It belongs to all sessions that support it, so it has no position among the observations of one.
    sessionId: null,
    title: row.content,
    summary: row.summary ?? row.content,
    detail: "",
    files: filesNamedIn(row.content),
    symbols: [],
    author: null,
    branch: null,
    happenedAt: row.created_at,
  });
}

async function anchorSoon(db: Db, row: NodeRow): Promise<void> {
  if (row.project_id === null || !namesCode(row.content)) return;
  await enqueue(db, { kind: "anchor", key: row.id, payload: { id: row.id } });
}

/** An estimate; the exact cost is counted where the node is injected. */
export function tokensOf(content: string): number {
  return Math.ceil(content.length / 4);
}

function ownerOf({ id, category }: NodeRow): { kind: "learning" | "node"; id: string } {
  return { kind: category === null ? "node" : "learning", id };
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
    saidBy: row.said_by,
    author: row.author,
    machine: row.machine,
    scope: row.scope,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function asNode(row: NodeRow, tags: readonly string[]): Node {
  return {
    id: row.id,
    projectId: row.project_id,
    type: row.type,
    category: row.category,
    content: row.content,
    summary: row.summary,
    tags: [...tags],
    confidence: row.confidence,
    timesSeen: Number(row.times_seen),
    isManual: row.is_manual === 1,
    state: row.state,
    supersededBy: row.superseded_by,
    staleSince: row.stale_since,
    tokens: Number(row.tokens),
    sessionId: row.session_id,
    observationId: row.observation_id,
    messageId: row.message,
    saidBy: row.said_by,
    author: row.author,
    machine: row.machine,
    scope: row.scope,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  };
}

/** A node with the same text, of any type unless one is given. One that was superseded is not it. */
export async function nodeSaying(
  db: Db,
  content: string,
  projectId: string | null,
  type?: NodeType,
): Promise<NodeRow | null> {
  const row = await db
    .selectFrom("nodes")
    .selectAll()
    .where(sql<string>`substr(content, 1, 64)`, "=", sql<string>`substr(${content}, 1, 64)`)
    .where("content", "=", content)
    .$if(type !== undefined, (query) => query.where("type", "=", type ?? "fact"))
    .where("superseded_by", "is", null)
    .where("project_id", "is not distinct from", projectId)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

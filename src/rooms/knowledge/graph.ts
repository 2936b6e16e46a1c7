// What agents and users write into the graph: nodes, repeated, linked, summarised, superseded.

import { sql } from "kysely";
import { TellbackError } from "../../protocol/errors.ts";
import type { WrittenType } from "../../protocol/knowledge.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { holdsIn } from "../../store/scope.ts";
import { linkNodes } from "./edges.ts";
import { addEvidence } from "./evidence.ts";
import { confidenceOf, reinforced } from "./judge.ts";
import { addNode, changeNode, getNode } from "./nodes.ts";
import { addTags, dropTags, setTier, tagsOf } from "./tags.ts";

export interface Remembered {
  type: WrittenType;
  content: string;
  summary?: string | null | undefined;
  tags: readonly string[];
  /** Null: valid everywhere. */
  projectId: string | null;
  /** Null: stated by the user. */
  by: { sessionId: string; observationId: string | null; messageId: string | null } | null;
  at: string;
}

/** The same text of the same type is the same node: its tags are merged, and another session raises its confidence. */
export async function remember(db: Db, said: Remembered): Promise<{ row: NodeRow; isNew: boolean }> {
  const known = await sameAs(db, said);
  const row = known ?? (await enter(db, said));
  await addTags(db, row.id, said.tags, said.at);
  if (!known) return { row, isNew: true };
  return { row: await mergeRepeated(db, known, said), isNew: false };
}

async function enter(db: Db, said: Remembered): Promise<NodeRow> {
  const row = await addNode(db, {
    projectId: said.projectId,
    type: said.type,
    category: null,
    content: said.content,
    summary: said.summary ?? null,
    confidence: said.by === null ? confidenceOf.confirmed : confidenceOf.new,
    isManual: said.by === null,
    sessionId: said.by?.sessionId ?? null,
    observationId: said.by?.observationId ?? null,
    messageId: said.by?.messageId ?? null,
    at: said.at,
  });
  if (said.by) await addEvidence(db, evidenceOf(row.id, said, said.by));
  return row;
}

async function mergeRepeated(db: Db, known: NodeRow, said: Remembered): Promise<NodeRow> {
  if (said.by === null)
    return changeNode(
      db,
      known.id,
      { is_manual: 1, confidence: confidenceOf.confirmed, ...back(known) },
      said.at,
    );
  const isFirst = await addEvidence(db, evidenceOf(known.id, said, said.by));
  if (!isFirst && known.state === "active") return known;
  const surer = known.is_manual === 1 ? {} : { confidence: reinforced(known.confidence) };
  return changeNode(
    db,
    known.id,
    { ...(isFirst ? { times_seen: Number(known.times_seen) + 1, ...surer } : {}), ...back(known) },
    said.at,
  );
}

/** A node that consolidation archived becomes active again when it is repeated; one that the user rejected does not. */
function back({ state }: NodeRow): { state?: "active" } {
  return state === "archived" ? { state: "active" } : {};
}

function evidenceOf(nodeId: string, said: Remembered, by: NonNullable<Remembered["by"]>) {
  return {
    nodeId,
    kind: "supports" as const,
    sessionId: by.sessionId,
    observationId: by.observationId,
    claim: said.content,
    at: said.at,
  };
}

async function sameAs(db: Db, { type, content, projectId }: Remembered): Promise<NodeRow | null> {
  const row = await db
    .selectFrom("nodes")
    .selectAll()
    .where(sql<string>`substr(content, 1, 64)`, "=", sql<string>`substr(${content}, 1, 64)`)
    .where("content", "=", content)
    .where("type", "=", type)
    .where("superseded_by", "is", null)
    .where("project_id", "is not distinct from", projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** Sets superseded_by and the edge; refuses a cycle, in which no node would stay active. */
export async function supersede(db: Db, old: string, by: string, at: string): Promise<NodeRow> {
  if (old === by) throw new TellbackError("invalid_input", "a node cannot supersede itself");
  for (
    let row = await getNode(db, by);
    row.superseded_by !== null;
    row = await getNode(db, row.superseded_by)
  ) {
    if (row.superseded_by === old)
      throw new TellbackError("conflict", `${old} already supersedes ${by}, directly or through others`);
  }
  await linkNodes(db, by, old, "SUPERSEDES", at);
  return changeNode(db, old, { superseded_by: by }, at);
}

export async function summarise(
  db: Db,
  summary: Remembered,
  sources: readonly string[],
  archive: boolean,
): Promise<NodeRow> {
  const { row } = await remember(db, summary);
  for (const id of sources) if (id !== row.id) await linkNodes(db, row.id, id, "DERIVED_FROM", summary.at);
  if (archive) {
    await setTier(
      db,
      sources.filter((id) => id !== row.id),
      "off-context",
      summary.at,
    );
  }
  return row;
}

export const openTask = "status:open";
const doneTask = "status:done";

export async function startTask(db: Db, task: Remembered): Promise<NodeRow> {
  const { row } = await remember(db, task);
  await dropTags(db, row.id, [doneTask]);
  const session = task.by ? [`session:${task.by.sessionId}`] : [];
  await addTags(db, row.id, [openTask, ...session], task.at);
  return changeNode(db, row.id, {}, task.at);
}

export interface EndedTask {
  name: string;
  reference: number;
  offContext: number;
}

/** Its working decisions become reference, its other working nodes leave the context. */
export async function endTask(db: Db, name: string, projectId: string, at: string): Promise<EndedTask> {
  const tasks = await db
    .selectFrom("nodes")
    .select("id")
    .where("type", "=", "task")
    .where("content", "=", name)
    .where("project_id", "=", projectId)
    .execute();
  const open: string[] = [];
  for (const { id } of tasks) if ((await tagsOf(db, id)).includes(openTask)) open.push(id);
  if (open.length === 0)
    throw new TellbackError("not_found", `no current task is called ${name}`, {
      hint: 'Start one with <ctx:task name="…" action="start"/>.',
    });
  for (const id of open) {
    await dropTags(db, id, [openTask]);
    await addTags(db, id, [doneTask], at);
  }
  const working = await db
    .selectFrom("nodes as n")
    .innerJoin("tags as task", (join) =>
      join.onRef("task.node_id", "=", "n.id").on("task.tag", "=", taskTag(name)),
    )
    .innerJoin("tags as tier", (join) =>
      join.onRef("tier.node_id", "=", "n.id").on("tier.tag", "=", "tier:working"),
    )
    .select(["n.id", "n.type"])
    .where("n.project_id", "=", projectId)
    .execute();
  const decisions = working.filter(({ type }) => type === "decision").map(({ id }) => id);
  const others = working.filter(({ type }) => type !== "decision").map(({ id }) => id);
  await setTier(db, decisions, "reference", at);
  await setTier(db, others, "off-context", at);
  return { name, reference: decisions.length, offContext: others.length };
}

/** A name as a tag. */
export function taskTag(name: string): string {
  return `task:${name.trim().replace(/[\s,"()]+/g, "-")}`.slice(0, 100);
}

export interface GraphFigures {
  nodes: number;
  edges: number;
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
  const sum = (of: "nodes" | "tokens" | "stale") => types.reduce((all, row) => all + Number(row[of] ?? 0), 0);
  return {
    nodes: sum("nodes"),
    edges: Number(edges?.n ?? 0),
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

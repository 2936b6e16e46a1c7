// What agents and users write into the graph: nodes, repeated, linked, summarised, superseded.

import { firstSentence } from "../../../libs/shorten/index.ts";
import { countTokens } from "../../context/tokens.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { WrittenType } from "../../protocol/knowledge.ts";
import {
  addEvidence,
  addNode,
  addTags,
  changeNode,
  getNode,
  linkNodes,
  nodeSaying,
  nodesOf,
  nodesTagged,
} from "../../rooms/knowledge/room.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { confidenceOf, reinforced } from "./confidence.ts";

export interface NewKnowledge {
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
export async function remember(db: Db, said: NewKnowledge): Promise<{ row: NodeRow; isNew: boolean }> {
  const known = await nodeSaying(db, said.content, said.projectId, said.type);
  const row = known ?? (await enter(db, said));
  await addTags(db, row.id, said.tags, said.at);
  if (!known) {
    await foldWorking(db, said);
    return { row, isNew: true };
  }
  return { row: await mergeRepeated(db, known, said), isNew: false };
}

/** What a session gets of a task's notes; beyond it the older ones become one summary. */
const maxWorkingTokens = 1_200;
const keptWhole = 6;
const foldedAtOnce = 3;
const maxSentence = 200;
const maxSummary = 1_600;
/** Decisions outlive their task. */
const staysWhole: ReadonlySet<string> = new Set(["task", "decision"]);

/** A growing working tier is summarised by itself: the older notes of the task stay findable, and leave the context. */
async function foldWorking(db: Db, said: NewKnowledge): Promise<void> {
  const task = said.tags.find((tag) => tag.startsWith("task:"));
  if (!said.tags.includes("tier:working") || task === undefined) return;
  const working = (await nodesOf(db, await nodesTagged(db, task)))
    .filter(({ projectId, tags }) => projectId === said.projectId && tags.includes("tier:working"))
    .filter(({ type }) => !staysWhole.has(type))
    .sort((a, b) => (`${a.createdAt} ${a.id}` < `${b.createdAt} ${b.id}` ? -1 : 1));
  const tokens = working.reduce((sum, { content }) => sum + countTokens(content), 0);
  const notes = working.filter(({ type }) => type !== "summary").slice(0, -keptWhole);
  if (tokens <= maxWorkingTokens || notes.length < foldedAtOnce) return;
  const summaries = working.filter(({ type }) => type === "summary");
  const lines = [
    ...summaries.flatMap(({ content }) => content.split("\n")),
    ...notes.map(({ content }) => `- ${firstSentence(content, maxSentence)}`),
  ];
  // The newest lines are the ones that still matter.
  while (lines.join("\n").length > maxSummary) lines.shift();
  const content = lines.join("\n");
  const older = [...summaries, ...notes];
  const tags = ["tier:working", task];
  const sources = older.map(({ id }) => id);
  await summarise(db, { ...said, type: "summary", summary: null, content, tags }, sources, true);
}

async function enter(db: Db, said: NewKnowledge): Promise<NodeRow> {
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

async function mergeRepeated(db: Db, known: NodeRow, said: NewKnowledge): Promise<NodeRow> {
  if (said.by === null)
    return changeNode(
      db,
      known.id,
      { is_manual: 1, confidence: confidenceOf.confirmed, ...back(known), ...kept(known) },
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

/** What waits is kept by the user's own word, not by an agent's. */
function kept({ state }: NodeRow): { state?: "active" } {
  return state === "waiting" ? { state: "active" } : {};
}

function evidenceOf(nodeId: string, said: NewKnowledge, by: NonNullable<NewKnowledge["by"]>) {
  return {
    nodeId,
    kind: "supports" as const,
    sessionId: by.sessionId,
    observationId: by.observationId,
    claim: said.content,
    at: said.at,
  };
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
  summary: NewKnowledge,
  sources: readonly string[],
  archive: boolean,
): Promise<NodeRow> {
  const { row } = await remember(db, summary);
  for (const id of sources) if (id !== row.id) await linkNodes(db, row.id, id, "DERIVED_FROM", summary.at);
  if (archive) {
    for (const id of sources) if (id !== row.id) await addTags(db, id, ["tier:off-context"], summary.at);
  }
  return row;
}

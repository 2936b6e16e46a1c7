// What is known about the topic of a question, by stems, short forms and the code that a statement speaks of: "what did we
// decide about authentication" finds the decision about auth. For a question about us that no search answers.

import { asksUs, clearlyAsksMemory } from "../../../libs/language/index.ts";
import { aboutTopic } from "../../memory/knowledge/topics.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Node, NodeType } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import { anchorsAmong, staleReasons } from "../../rooms/anchors/room.ts";
import { findNodes } from "../../rooms/knowledge/room.ts";
import type { PromptQuestion } from "./about.ts";
import { type Candidate, ofStatement } from "./candidates.ts";
import type { Reader } from "./plan.ts";
import { topicOf } from "./subject.ts";

const maxKnown = 4;
/** A longer prompt has a subject of many words. */
const maxLength = 300;
/** The newest. */
const maxRead = 1_000;
/** Statements that hold; the others say what was done or is to be done. */
const holding: ReadonlySet<NodeType> = new Set(["fact", "decision", "pattern", "learning"]);

export async function knownOfTopic(
  { db }: Memory,
  reader: Reader,
  { text, windowSince }: PromptQuestion,
): Promise<Candidate[]> {
  if (text.length > maxLength) return [];
  const topic = asksUs(text) || clearlyAsksMemory(text) ? topicOf(text) : "";
  if (topic === "") return [];
  const projects = inProject(reader.projectId);
  const all = await findNodes(db, { query: null, projects, limit: maxRead });
  const isOutside = (node: Node) => node.sessionId !== reader.sessionId || node.createdAt < windowSince;
  const nodes = all.filter((node) => holding.has(node.type) && isOutside(node));
  const ids = nodes.map(({ id }) => id);
  const code = await anchorsAmong(db, ids);
  const about = aboutTopic(
    nodes.map((node) => ({ ...node, code: code.get(node.id) ?? [] })),
    topic,
    { isWhole: true },
  );
  const known = nodes
    .filter(({ id }) => about.has(id))
    .sort((a, b) => b.confidence - a.confidence || (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, maxKnown);
  const stale = await staleReasons(
    db,
    known.map(({ id }) => id),
  );
  return known.map((node, rank) =>
    ofStatement(node, stale.get(node.id), {
      ...{ section: "found", priority: -rank },
      why: { reason: `is about ${topic}` },
    }),
  );
}

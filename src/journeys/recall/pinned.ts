// What recall injects from the graph at session start without a query: pinned nodes always, working nodes while their
// task is current, and the newest reference nodes; or what the user's view `default` selects, within its budget.

import type { Section } from "../../context/compose.ts";
import { frame } from "../../context/quote.ts";
import { openTask, taskTag } from "../../memory/knowledge/current-tasks.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Node, View } from "../../protocol/knowledge.ts";
import { parseQuery } from "../../protocol/node-query/parse.ts";
import { inProject } from "../../protocol/scope.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import { findNodes } from "../../rooms/knowledge/room.ts";
import { currentTask } from "../../rooms/tasks/room.ts";
import { editedStartView } from "../../rooms/views/room.ts";
import type { Db } from "../../store/schema.ts";
import { type Candidate, ofNode } from "./candidates.ts";

const pinnedShown = 50;
const workingShown = 15;
const referenceShown = 10;
/** Nodes that the user added without a tier are injected too; learnings have their own section. */
const forReference =
  "tag:tier:reference OR (is:manual AND NOT tag:tier:* AND NOT type:learning AND NOT type:task)";

export interface Tiers {
  /** Before everything else. */
  first: Section[];
  /** After the observations. */
  last: Section[];
  candidates: Candidate[];
  /** Of a view of the user: its budget, besides that of the rest. */
  ownTokens: number;
}

export async function gatherTiers(
  { db }: Memory,
  { projectId, sessionId }: { projectId: string; sessionId: string },
  tokens: number,
): Promise<Tiers> {
  const view = await editedStartView(db);
  if (view !== null) return gatherView(db, projectId, view);
  const find = (query: string, limit: number) =>
    findNodes(db, { query: parseQuery(query), projects: inProject(projectId), limit });
  const task = (await currentTask(db, projectId, sessionId || null))?.name ?? null;
  const [pinned, working, reference] = await Promise.all([
    find("tag:tier:pinned", pinnedShown),
    task === null ? [] : find(workingOn(task), workingShown),
    find(forReference, referenceShown),
  ]);
  const stale = await staleReasons(
    db,
    [...pinned, ...working, ...reference].map(({ id }) => id),
  );
  const of = (nodes: readonly Node[], section: string, reason: string) =>
    nodes.map((node, i) => {
      // Stale nodes come after valid ones.
      const caution = stale.get(node.id);
      return ofNode(node, caution, { section, priority: -i - (caution ? 100 : 0), why: { reason } });
    });
  return {
    first: [
      { name: "pinned", heading: frame`Pinned:`, tokens },
      { name: "working", heading: frame`The current task:`, tokens: Math.round(tokens / 5) },
    ],
    last: [{ name: "reference", heading: frame`For reference:`, tokens: Math.round(tokens / 8) }],
    candidates: [
      ...of(pinned, "pinned", "pinned"),
      ...of(
        working.filter(({ type, content }) => type !== "task" || content === task),
        "working",
        `noted for the task ${task ?? ""}`,
      ),
      ...of(reference, "reference", "kept for reference"),
    ],
    ownTokens: 0,
  };
}

const viewShown = 200;
const pinnedFirst = 1_000;

async function gatherView(db: Db, projectId: string, { name, query, budget }: View): Promise<Tiers> {
  const nodes = await findNodes(db, {
    query: parseQuery(query),
    projects: inProject(projectId),
    limit: viewShown,
  });
  const stale = await staleReasons(
    db,
    nodes.map(({ id }) => id),
  );
  const why = { reason: `selected by the view ${name}` };
  const candidates = nodes.map((node, i) => {
    const caution = stale.get(node.id);
    const isPinned = node.tags.includes("tier:pinned");
    const priority = (isPinned ? pinnedFirst : 0) - i - (caution ? viewShown : 0);
    return ofNode(node, caution, { section: "view", priority, why });
  });
  return {
    first: [{ name: "view", heading: frame`Chosen for every session:`, tokens: budget }],
    last: [],
    candidates,
    ownTokens: budget,
  };
}

/** The task node and the nodes noted for it. */
function workingOn(task: string): string {
  return `(type:task AND tag:${openTask}) OR (tag:tier:working AND tag:"${taskTag(task)}")`;
}

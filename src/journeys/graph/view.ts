// view: nodes → text within a token budget, through the composer. Pinned nodes first, then reference, working and the
// others, the newest first in each group.

import { compose, type Section } from "../../context/compose.ts";
import { nodeTexts } from "../../context/node-texts.ts";
import { frame, inert } from "../../context/quote.ts";
import type { Memory } from "../../memory/memory.ts";
import { queryNodes } from "../../memory/query-nodes.ts";
import type { Inert } from "../../protocol/inert.ts";
import type { Node, ViewTemplate } from "../../protocol/knowledge.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import { staleReasons } from "../../rooms/anchors/room.ts";
import { nodesTagged } from "../../rooms/knowledge/room.ts";

export interface ComposedView {
  text: string;
  tokens: number;
  told: string[];
  left: number;
}

export interface ViewOptions {
  heading: Inert;
  budget: number;
  template: ViewTemplate;
}

const groups = ["pinned", "reference", "working", "other"] as const;
type Group = (typeof groups)[number];

const headings: Record<Group, Inert> = {
  pinned: frame`Pinned`,
  reference: frame`Reference`,
  working: frame`Work in progress`,
  other: frame`Other`,
};

const maxPinned = 200;

/** The results of a query, with all pinned ones however old; more than the budget can hold is not read. */
export async function nodesToCompose(
  memory: Memory,
  query: string,
  projects: ProjectScope,
  budget: number,
): Promise<Node[]> {
  const [first, all] = await Promise.all([
    nodesTagged(memory.db, "tier:pinned", maxPinned).then((among) =>
      queryNodes(memory, { query, projects, among, limit: maxPinned }),
    ),
    queryNodes(memory, { query, projects, limit: 2 * maxNodesIn(budget) }),
  ]);
  return [...new Map([...first, ...all].map((node) => [node.id, node])).values()];
}

/** No line costs less than this, which limits how many nodes need to be considered. */
const tokensPerLine = 20;

function maxNodesIn(budget: number): number {
  return Math.ceil(budget / tokensPerLine);
}

export async function composeNodes(
  memory: Memory,
  all: readonly Node[],
  { heading, budget, template }: ViewOptions,
): Promise<ComposedView> {
  const ordered = groups.flatMap((group) => all.filter((node) => groupOf(node) === group));
  const nodes = ordered.slice(0, maxNodesIn(budget));
  const stale = await staleReasons(
    memory.db,
    nodes.map(({ id }) => id),
  );
  const items = nodes.map((node, i) => ({
    ...nodeTexts(node, stale.get(node.id)),
    section: groupOf(node),
    priority: nodes.length - i,
  }));
  // Pinned nodes may use the whole budget; the others share the rest.
  const sections: Section[] = groups.map((name) => ({
    name,
    heading: headings[name],
    tokens: name === "pinned" ? budget : 0,
  }));
  const composed = compose(heading, sections, items, {
    tokens: budget,
    characters: Number.POSITIVE_INFINITY,
  });
  const included = composed?.included.map(({ item }) => item.id) ?? [];
  const text =
    composed === null ? "" : template === "default" ? composed.text : documentOf(nodes, new Set(included));
  return { text, tokens: composed?.tokens ?? 0, told: included, left: all.length - included.length };
}

function groupOf(node: Node): Group {
  const tier = node.tags.find((tag) => tag.startsWith("tier:"))?.slice("tier:".length);
  if (tier === "off-context") return "other";
  return groups.find((group) => group === tier) ?? "other";
}

const chapters: Record<string, string> = {
  decision: "Decisions",
  pattern: "Patterns",
  fact: "Facts",
  learning: "Learnings",
  hypothesis: "Hypotheses",
  observation: "Observations",
  task: "Tasks",
  summary: "Summaries",
  source: "Sources",
  "open-question": "Open questions",
};

/** For people: the same nodes by type, in markdown. Their text is escaped: no tags survive. */
function documentOf(nodes: readonly Node[], included: ReadonlySet<string>): string {
  const shown = nodes.filter(({ id }) => included.has(id));
  return Object.entries(chapters)
    .flatMap(([type, title]) => {
      const own = shown.filter((node) => node.type === type);
      if (own.length === 0) return [];
      const entries = own.map((node) => {
        const text = node.content
          .split("\n")
          .map((line) => inert(line, 10_000))
          .join("\n  ");
        const tags = node.tags.length > 0 ? ` — ${node.tags.map((tag) => inert(tag)).join(", ")}` : "";
        const stale = node.staleSince ? " **(stale)**" : "";
        return `- ${text}${stale}\n  *${node.createdAt.slice(0, 10)} · ${node.id}${tags}*`;
      });
      return [`## ${title}\n\n${entries.join("\n")}`];
    })
    .join("\n\n");
}

// query: a query in the graph's language → nodes. Search answers free words, the store everything else.

import { loadingWaitMs } from "../indexes/search/search.ts";
import type { Node, Tie } from "../protocol/knowledge.ts";
import { parseQuery } from "../protocol/node-query/parse.ts";
import { askedFor, type Words, wordsIn } from "../protocol/node-query/query.ts";
import { worthShowing } from "../protocol/recall.ts";
import type { ProjectScope } from "../protocol/scope.ts";
import { countNodes, findNodes } from "../rooms/knowledge/room.ts";
import { tiesOf } from "./knowledge/ties.ts";
import type { Memory } from "./memory.ts";

export interface NodeQuery {
  query: string;
  /** With what holds everywhere. */
  projects: ProjectScope;
  /** Only of these. */
  among?: readonly string[] | undefined;
  asOf?: string | undefined;
  limit: number;
  offset?: number | undefined;
}

/** The most search results that a query can use. */
const maxFound = 100;
/** A loaded model may be busy. */
const modelWaitMs = 500;

export async function queryNodes(memory: Memory, asked: NodeQuery): Promise<Node[]> {
  return findNodes(memory.db, ...(await lookedUp(memory, asked)));
}

/** Some of the nodes with their edges, and how many there are. */
export async function queryPage(
  memory: Memory,
  asked: NodeQuery,
): Promise<{ nodes: (Node & { ties: Tie[] })[]; total: number }> {
  const wanted = await lookedUp(memory, asked);
  const nodes = await findNodes(memory.db, ...wanted);
  const ties = await tiesOf(memory.db, nodes);
  return {
    nodes: nodes.map((node) => ({ ...node, ties: ties.get(node.id) ?? [] })),
    total: await countNodes(memory.db, ...wanted),
  };
}

async function lookedUp(memory: Memory, { query: text, ...asked }: NodeQuery) {
  const query = parseQuery(text);
  const found = new Map<Words, string[]>();
  for (const words of wordsIn(query)) found.set(words, await searchNodes(memory, words, asked.projects));
  return [{ query, ...asked }, found] as const;
}

async function searchNodes(memory: Memory, words: Words, projects: ProjectScope): Promise<string[]> {
  const of = (kind: string) =>
    memory.search.find(askedFor(words), {
      scope: { projects, kind },
      limit: maxFound,
      minRelevance: worthShowing,
      embeddingWithinMs: modelWaitMs,
      loadingWithinMs: loadingWaitMs,
    });
  const [nodes, learnings] = await Promise.all([of("node"), of("learning")]);
  return [...nodes, ...learnings]
    .sort((a, b) => b.relevance - a.relevance)
    .map(({ document }) => document.owner_id);
}

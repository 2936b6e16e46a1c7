// Operations on the knowledge graph: nodes, edges, tags, views, and what is known of a project.

import { z } from "zod";
import {
  anchor,
  edge,
  edgeType,
  link,
  node,
  nodeType,
  view,
  viewTemplate,
  writtenType,
} from "../semantic.ts";
import { shownForms } from "../shown.ts";
import { allProjects, deleted, folder, force, id, limit, operation, path, tags } from "./operation.ts";

const query = z
  .string()
  .max(10_000)
  .describe(
    "type: tag: created: updated: tokens: has: from: to: kind: category: is: file:, AND OR NOT, or words",
  );
const asOf = z.string().optional().describe("what was believed then: a date, or 24h, 7d, 2w ago");
const budget = z.number().int().min(50).max(200_000).default(2_000).describe("most tokens");
const template = viewTemplate.default("default").describe("as an agent sees it, or as a document to read");
const depth = (steps: number) => z.number().int().min(1).max(20).default(steps).describe("most steps away");
const scope = { folder, allProjects };

const nodes = z.object({ nodes: z.array(node) });
const oneNode = z.object({ node });
const reached = z.object({ reached: z.array(z.object({ node, depth: z.number().int() })) });
const composed = z.object({
  text: z.string(),
  tokens: z.number().int(),
  told: z.array(z.string()).describe("ids of the nodes in it"),
  left: z.number().int().describe("nodes that did not fit"),
});

const entry = z.object({
  id: z.string(),
  statement: z.string(),
  rationale: z.string().nullable(),
  topics: z.array(z.string()),
  files: z.array(z.string()),
  confidence: z.number(),
  sessions: z.number().int().describe("in how many it was seen"),
  since: z.string(),
  stale: z.string().nullable().describe("why it may no longer hold"),
});
export type KnowledgeEntry = z.infer<typeof entry>;

const knowledge = z.object({
  project: z.string(),
  topic: z.string().nullable(),
  topics: z.array(z.object({ topic: z.string(), entries: z.number().int() })),
  decisions: z.array(entry),
  patterns: z.array(entry),
  conventions: z.array(entry),
  gotchas: z.array(entry),
  architecture: z.array(entry),
  dependencies: z.array(entry),
  facts: z.array(entry),
  openQuestions: z.array(entry),
});
export type Knowledge = z.infer<typeof knowledge>;
const topic = z.string().max(500).optional().describe("only what is about this");

export const graphOperations = {
  remember: operation(
    "Remember something as a node of the graph",
    "memory",
    z.object({
      content: z.string().min(1).max(20_000).describe("what to remember"),
      type: writtenType.default("fact").describe("what it is"),
      tags: tags.optional(),
      summary: z.string().max(2_000).optional().describe("the same in short"),
      folder,
      global: z.boolean().default(false).describe("holds in every project"),
    }),
    z.object({ node, isNew: z.boolean() }),
    ["content"],
  ),
  recall: operation(
    "Show what a query finds as an agent would be told it",
    "nothing",
    z.object({ query, budget, ...scope }),
    composed,
    ["query"],
  ),
  query: operation(
    "List the nodes that a query asks for",
    "nothing",
    z.object({ query: query.default(""), limit: limit(50), asOf, ...scope }),
    nodes,
    ["query"],
  ),
  link: operation(
    "Link one node to another",
    "memory",
    z.object({ from: id, to: id, type: edgeType.default("RELATES_TO").describe("how they are related") }),
    z.object({ edge }),
    ["from", "to"],
  ),
  "node.show": operation(
    "Show one node with its edges, its evidence and the code it speaks of",
    "nothing",
    z.object({ id }),
    shownForms.node,
    ["id"],
  ),
  "node.list": operation(
    "List nodes, the newest first",
    "nothing",
    z.object({
      type: nodeType.optional().describe("only this type"),
      tag: z.string().optional().describe("only with this tag"),
      limit: limit(50),
      ...scope,
    }),
    nodes,
  ),
  "node.update": operation(
    "Change a node",
    "memory",
    z.object({
      id,
      content: z.string().min(1).max(20_000).optional().describe("new text"),
      type: writtenType.optional().describe("new type"),
      summary: z.string().max(2_000).optional().describe("the same in short"),
    }),
    oneNode,
    ["id"],
  ),
  "node.delete": operation(
    "Delete a node with its edges and tags",
    "memory",
    z.object({ id }),
    deleted,
    ["id"],
    "node.show",
  ),
  "node.confirm": operation(
    "Say that a node still holds: it is sure, and anchored to the code as it is now",
    "memory",
    z.object({ id }),
    oneNode,
    ["id"],
  ),
  "node.anchor": operation(
    "Anchor a node to code: when that changes, the node is marked stale",
    "memory",
    z.object({ id, place: z.string().min(1).describe("a file, or a definition in it: src/auth.ts#login") }),
    z.object({ node, anchors: z.array(anchor) }),
    ["id", "place"],
  ),
  "node.supersede": operation(
    "Put a newer node in the place of an older one",
    "memory",
    z.object({ old: id, new: id }),
    z.object({ old: node, new: node }),
    ["old", "new"],
  ),
  "node.summarize": operation(
    "Add a summary of some nodes",
    "memory",
    z.object({
      content: z.string().min(1).max(20_000).describe("the summary"),
      nodes: z.string().min(1).describe("ids, or a query"),
      archive: z.boolean().default(false).describe("take its sources out of the context"),
      tags: tags.optional(),
      folder,
    }),
    z.object({ node, sources: z.number().int() }),
    ["content"],
  ),
  "node.related": operation(
    "List what is near a node in the graph",
    "nothing",
    z.object({
      id,
      depth: depth(2),
      type: edgeType.optional().describe("only by such edges"),
      limit: limit(50),
    }),
    reached,
    ["id"],
  ),
  "node.trace": operation(
    "Follow a node to what it comes from, or to what came of it",
    "nothing",
    z.object({
      id,
      reverse: z.boolean().default(false).describe("what came of it instead"),
      type: edgeType.default("DERIVED_FROM").describe("by which edges"),
      depth: depth(10),
      limit: limit(100),
    }),
    reached,
    ["id"],
  ),
  "edge.list": operation(
    "List the edges of a node",
    "nothing",
    z.object({ id }),
    z.object({ links: z.array(link) }),
    ["id"],
  ),
  "edge.remove": operation(
    "Remove edges between two nodes",
    "memory",
    z.object({ from: id, to: id, type: edgeType.optional().describe("only of this type") }),
    z.object({ removed: z.boolean() }),
    ["from", "to"],
  ),
  "tag.add": operation("Add tags to a node", "memory", z.object({ id, tags }), oneNode, ["id", "tags"]),
  "tag.remove": operation("Remove tags from a node", "memory", z.object({ id, tags }), oneNode, [
    "id",
    "tags",
  ]),
  "tag.list": operation(
    "List the tags in use",
    "nothing",
    z.object({
      prefix: z.string().optional().describe("only those that begin so"),
      limit: limit(100),
      ...scope,
    }),
    z.object({ tags: z.array(z.object({ tag: z.string(), nodes: z.number().int() })) }),
  ),
  "view.create": operation(
    "Keep a query with a token budget under a name",
    "memory",
    z.object({
      name: z
        .string()
        .regex(/^[\w.-]{1,60}$/, "letters, digits, dots and dashes")
        .describe("its name"),
      query,
      budget,
      template,
    }),
    z.object({ view }),
    ["name", "query"],
  ),
  "view.list": operation("List the views", "nothing", z.object({}), z.object({ views: z.array(view) })),
  "view.render": operation(
    "Render a view",
    "nothing",
    z.object({ name: z.string().describe("its name"), ...scope }),
    composed,
    ["name"],
  ),
  "view.delete": operation(
    "Delete a view; the nodes stay",
    "memory",
    z.object({ name: z.string().describe("its name") }),
    deleted,
    ["name"],
    "view.list",
  ),
  compose: operation(
    "Compose context from a query, from nodes, or from what is around a node",
    "nothing",
    z.object({
      query: query.optional(),
      ids: z.string().optional().describe("nodes, between commas or spaces"),
      seed: z.string().optional().describe("a node to begin at"),
      depth: depth(1).describe("most steps away from the seed"),
      budget,
      template,
      ...scope,
    }),
    composed,
    ["query"],
  ),
  stale: operation(
    "List nodes whose code has changed since they were true",
    "nothing",
    z.object({ limit: limit(50), ...scope }),
    z.object({ stale: z.array(z.object({ node, reason: z.string() })) }),
  ),
  "graph.draw": operation(
    "Draw what is around a node",
    "nothing",
    z.object({
      id,
      depth: depth(2),
      as: z.enum(["mermaid", "dot"]).default("mermaid").describe("language of the drawing"),
      limit: limit(60),
    }),
    z.object({ text: z.string(), nodes: z.number().int(), edges: z.number().int() }),
    ["id"],
  ),
  "graph.status": operation(
    "Count nodes, edges and tiers",
    "nothing",
    z.object({ ...scope }),
    z.object({
      nodes: z.number().int(),
      edges: z.number().int(),
      tokens: z.number().int(),
      stale: z.number().int(),
      types: z.array(z.object({ type: z.string(), nodes: z.number().int() })),
      tiers: z.array(z.object({ tier: z.string(), nodes: z.number().int(), tokens: z.number().int() })),
      task: z.string().nullable().describe("the task under way"),
    }),
  ),
  knowledge: operation(
    "Show what is known of a project: decisions, patterns, conventions, gotchas",
    "nothing",
    z.object({ topic, folder }),
    knowledge,
  ),
  "knowledge.export": operation(
    "Write what is known to knowledge_graph.json, patterns.json and conventions.json",
    "nothing",
    z.object({ path: path(z.string().describe("folder to write to")), force, ...scope }),
    z.object({ files: z.array(z.string()), nodes: z.number().int(), edges: z.number().int() }),
    ["path"],
  ),
  "knowledge.import": operation(
    "Merge what another engram has exported",
    "memory",
    z.object({ path: path(z.string().describe("folder to read")), folder }),
    z.object({ added: z.number().int(), merged: z.number().int(), edges: z.number().int() }),
    ["path"],
  ),
} as const;

// Operations on the knowledge graph: nodes, edges, tags and views.

import { z } from "zod";
import {
  anchor,
  changedCode,
  edge,
  edgeType,
  link,
  node,
  nodeType,
  tie,
  view,
  viewTemplate,
  writtenType,
} from "../../protocol/knowledge.ts";
import { cut, pageOf, reach } from "../../protocol/paging.ts";
import { shownForms } from "../../protocol/shown.ts";
import {
  allProjects,
  deleted,
  folder,
  id,
  limit,
  nextCursor,
  offset,
  operation,
  pageInputs,
  rounded,
  tags,
  total,
} from "../operation.ts";

const query = z
  .string()
  .max(10_000)
  .describe(
    "type: tag: created: updated: tokens: has: from: to: kind: category: is: file:, AND OR NOT, or words",
  );
const asOf = z.string().optional().describe("the state at that time: a date, or 24h, 7d, 2w ago");
const budget = z.number().int().min(50).max(200_000).default(2_000).describe("maximum tokens");
const template = viewTemplate
  .default("default")
  .describe("default: as an agent sees it; document: for people to read");
const depth = (steps: number) =>
  z.number().int().min(1).max(20).default(steps).describe("maximum distance in steps");
const scope = { folder, allProjects };

export const ties = z
  .array(tie)
  .describe("its edges: to other nodes, to code, to the turn in which it was said");
const nodes = z.object({ nodes: z.array(node.extend({ ties })), total });
const oneNode = z.object({ node });
const reached = z.object({ reached: z.array(z.object({ node, depth: z.number().int() })) });
const composed = z.object({
  text: z.string(),
  tokens: z.number().int(),
  told: z.array(z.string()).describe("ids of the nodes in it"),
  left: z.number().int().describe("nodes that did not fit"),
});

const writtenContent = z.string().min(1).max(20_000);
const global = z.boolean().default(false).describe("valid in every project");
export const operations = {
  remember: operation(
    "Store something as a node of the graph",
    "memory",
    z.object({
      content: writtenContent.describe("the text to store"),
      type: writtenType.default("fact").describe("the node's type"),
      tags: tags.optional(),
      summary: z.string().max(2_000).optional().describe("a short version"),
      folder,
      global,
    }),
    z.object({ node, isNew: z.boolean() }),
    ["content"],
    {
      cli: { aliases: ["node add"] },
      forAgents: {
        tool: "remember",
        description: "Keep what later sessions should know.",
        input: z.strictObject({
          content: writtenContent,
          type: writtenType.default("fact"),
          tags: tags.optional().meta({ description: undefined }),
          global,
        }),
        output: z.object({ id: z.string(), content: z.string(), is_new: z.boolean() }),
        // A client outside any project asks about every project.
        asks: ({ global, ...said }, { folder }) => ({
          ...said,
          folder,
          global: global || folder === undefined,
        }),
        answers: ({ node: { id, content }, isNew }) => ({ id, content, is_new: isNew }),
      },
    },
  ),
  recall: operation(
    "Show the nodes of the graph that match a query, as an agent would see them; search finds everything",
    "nothing",
    z.object({ query, budget, ...scope }),
    composed,
    ["query"],
    { cli: { aliases: ["node recall"] } },
  ),
  query: operation(
    "List the nodes of the graph that match a query; search finds everything, also outside the graph",
    "nothing",
    z.object({ query: query.default(""), limit: limit(50), offset, asOf, ...scope }),
    nodes,
    ["query"],
    {
      cli: { aliases: ["node query", "node search"] },
      forAgents: {
        tool: "recall",
        description:
          "List knowledge by words or a query: `type:decision AND NOT (tag:auth OR is:stale) AND created:>7d`",
        input: z.strictObject({ query: z.string().max(10_000).default(""), ...pageInputs(20) }),
        output: z.object({
          nodes: z.array(
            z.object({
              id: z.string(),
              type: z.string(),
              content: z.string(),
              tags: z.array(z.string()),
              confidence: z.number(),
              stale: z.boolean(),
            }),
          ),
          ...nextCursor,
        }),
        asks: ({ query, limit, cursor }, { folder }) => ({
          query,
          folder,
          limit: reach(pageOf(limit, cursor)),
        }),
        answers({ nodes }, { limit, cursor }) {
          const { items, ...rest } = cut(nodes, pageOf(limit, cursor));
          return {
            nodes: items.map(({ id, type, content, tags, confidence, staleSince }) => ({
              ...{ id, type, content, tags },
              ...{ confidence: rounded(confidence), stale: staleSince !== null },
            })),
            ...rest,
          };
        },
      },
    },
  ),
  link: operation(
    "Link one node to another",
    "memory",
    z.object({ from: id, to: id, type: edgeType.default("RELATES_TO").describe("type of the link") }),
    z.object({ edge }),
    ["from", "to"],
    { cli: { aliases: ["edge add"] } },
  ),
  "node.show": operation(
    "Show one node with its edges, its evidence and its anchored code",
    "nothing",
    z.object({ id }),
    shownForms.node,
    ["id"],
  ),
  "node.list": operation(
    "List nodes, newest first",
    "nothing",
    z.object({
      type: nodeType.optional().describe("only this type"),
      tag: z.string().optional().describe("only with this tag"),
      limit: limit(50),
      offset,
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
      summary: z.string().max(2_000).optional().describe("a short version"),
    }),
    oneNode,
    ["id"],
  ),
  "node.delete": operation(
    "Delete a node, its edges and its tags",
    "memory",
    z.object({ id }),
    deleted,
    ["id"],
    { lossShownBy: "node.show" },
  ),
  "node.confirm": operation(
    "Confirm that a node is still true: full confidence, anchored to the current code",
    "memory",
    z.object({ id }),
    oneNode,
    ["id"],
  ),
  "node.anchor": operation(
    "Anchor a node to code: the node is marked stale when that code changes",
    "memory",
    z.object({ id, place: z.string().min(1).describe("a file, or a definition in it: src/auth.ts#login") }),
    z.object({ node, anchors: z.array(anchor) }),
    ["id", "place"],
  ),
  "node.supersede": operation(
    "Replace an older node by a newer one",
    "memory",
    z.object({ old: id, new: id }),
    z.object({ old: node, new: node }),
    ["old", "new"],
  ),
  "node.summarize": operation(
    "Store a summary of several nodes",
    "memory",
    z.object({
      content: z.string().min(1).max(20_000).describe("the summary"),
      nodes: z.string().min(1).describe("ids, or a query"),
      archive: z.boolean().default(false).describe("archive the summarised nodes"),
      tags: tags.optional(),
      folder,
    }),
    z.object({ node, sources: z.number().int() }),
    ["content"],
  ),
  "node.related": operation(
    "List the nodes near a node in the graph",
    "nothing",
    z.object({
      id,
      depth: depth(2),
      type: edgeType.optional().describe("only along edges of this type"),
      limit: limit(50),
    }),
    reached,
    ["id"],
  ),
  "node.trace": operation(
    "Trace a node to its sources, or to what was derived from it",
    "nothing",
    z.object({
      id,
      reverse: z.boolean().default(false).describe("show what was derived from it"),
      type: edgeType.default("DERIVED_FROM").describe("type of the edges to follow"),
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
      prefix: z.string().optional().describe("only tags with this prefix"),
      limit: limit(100),
      ...scope,
    }),
    z.object({ tags: z.array(z.object({ tag: z.string(), nodes: z.number().int() })) }),
  ),
  "view.create": operation(
    "Save a query with a token budget under a name",
    "memory",
    z.object({
      name: z
        .string()
        .regex(/^[\w.-]{1,60}$/, "letters, digits, dots and dashes")
        .describe("name of the view"),
      query,
      budget,
      template,
    }),
    z.object({ view }),
    ["name", "query"],
  ),
  "view.edit": operation(
    "Change a view; `default` decides which nodes a session starts with",
    "memory",
    z.object({
      name: z.string().describe("name of the view"),
      query: query.optional(),
      budget: budget.unwrap().optional().describe("maximum tokens"),
      template: template.unwrap().optional().describe("default or document"),
    }),
    z.object({ view }),
    ["name", "query"],
  ),
  "view.list": operation("List the views", "nothing", z.object({}), z.object({ views: z.array(view) })),
  "view.render": operation(
    "Render a view",
    "nothing",
    z.object({ name: z.string().describe("name of the view"), ...scope }),
    composed,
    ["name"],
  ),
  "view.delete": operation(
    "Delete a view; the nodes stay",
    "memory",
    z.object({ name: z.string().describe("name of the view") }),
    deleted,
    ["name"],
    { lossShownBy: "view.list" },
  ),
  compose: operation(
    "Compose context from nodes of the graph: by a query, by ids, or around a node; search finds everything",
    "nothing",
    z.object({
      query: query.optional(),
      ids: z.string().optional().describe("node ids, separated by commas or spaces"),
      seed: z.string().optional().describe("the node to start from"),
      depth: depth(1).describe("maximum distance from the seed in steps"),
      budget,
      template,
      ...scope,
    }),
    composed,
    ["query"],
  ),
  "command.try": operation(
    "Run the <ctx:*> commands in a text, as if an agent had replied it, and show their answers",
    "memory",
    z.object({
      text: z.string().min(1).max(100_000).describe("the reply"),
      session: z.string().optional().describe("act in this session (default: a session of its own)"),
      folder,
    }),
    z.object({
      commands: z.array(z.object({ name: z.string(), line: z.number().int() })),
      answers: z.array(z.object({ isError: z.boolean(), about: z.string(), texts: z.array(z.string()) })),
    }),
    ["text"],
    { cli: { within: "hook" } },
  ),
  stale: operation(
    "List nodes whose anchored code has changed",
    "nothing",
    z.object({ limit: limit(50), ...scope }),
    z.object({ stale: z.array(z.object({ node, reason: z.string() })) }),
  ),
  "stale.code": operation(
    "Show the code of a stale node as it was and as it is now",
    "nothing",
    z.object({ id }),
    z.object({ changes: z.array(changedCode) }),
    ["id"],
  ),
  "graph.draw": operation(
    "Draw the neighbourhood of a node",
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
      edges: z.number().int().describe("between nodes"),
      code: z.number().int().describe("files and definitions that nodes are about"),
      tokens: z.number().int(),
      stale: z.number().int(),
      types: z.array(z.object({ type: z.string(), nodes: z.number().int() })),
      tiers: z.array(z.object({ tier: z.string(), nodes: z.number().int(), tokens: z.number().int() })),
      task: z.string().nullable().describe("the current task"),
    }),
  ),
} as const;

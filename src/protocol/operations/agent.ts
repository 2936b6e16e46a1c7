// Operations for agents over MCP: each one is a tool. Answers are small and paged. Every session that loads the tools
// pays for each word of a summary and an input: `bench/mcp-cost.ts` prints the cost.

import { z } from "zod";
import { summaryFile } from "../compaction.ts";
import { sessionSummary } from "../episodic.ts";
import { graphOperations } from "./graph.ts";
import { folder, type Operation, operation, tags } from "./operation.ts";
import { worthShowing } from "./search.ts";

const cursor = z.string().optional();
const next_cursor = z.string().optional();
const page = (size: number) => ({ limit: z.number().int().min(1).max(100).default(size), cursor });
const text = z.string().max(10_000);
/** A subset of the times that people may type: a model reads the format from the pattern. */
const since = z.string().regex(/^\d+[hdw]$|^\d{4}(-\d\d){2}/, "write 24h, 7d, 2w or 2026-03-01");
const { content, type, global } = graphOperations.remember.input.shape;
/** Without a description: the name is enough. */
const undescribed = { description: undefined };

export const agentOperations = {
  search_memory: tool(
    "search_memory",
    "Search what earlier sessions did, decided and learned.",
    "nothing",
    z.object({
      query: text,
      session_id: z.string().optional(),
      file: z.string().optional(),
      since: since.optional(),
      min_relevance: z.number().min(0).max(1).default(worthShowing),
      ...page(5),
      folder,
    }),
    z.object({
      results: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          title: z.string(),
          summary: z.string(),
          at: z.string(),
          relevance: z.number(),
        }),
      ),
      note: z.string().optional().describe("what was not searched, and why"),
      next_cursor,
    }),
  ),
  get: tool(
    "get",
    "Show anything by its id.",
    "nothing",
    z.object({
      id: z.string(),
      length: z.enum(["title", "summary", "full"]).default("full"),
      cursor,
    }),
    z.object({
      id: z.string(),
      kind: z.string(),
      at: z.string(),
      title: z.string(),
      summary: z.string().optional(),
      detail: z.string().optional(),
      files: z.array(z.string()).optional(),
      items: z.array(z.object({ id: z.string(), title: z.string() })).optional(),
      next_cursor,
    }),
  ),
  get_summary: tool(
    "get_summary",
    "Summary of a session and its compactions.",
    "nothing",
    z.object({
      session_id: z.string().describe("default: this session"),
      summary_id: z.string().optional(),
    }),
    z.object({
      session_id: z.string(),
      summary: sessionSummary.nullable().describe("of the whole session, once it exists"),
      compactions: z.array(summaryFile).describe("the newest first"),
    }),
  ),
  get_project_knowledge: tool(
    "get_project_knowledge",
    "Decisions, conventions, gotchas and architecture of this project.",
    "nothing",
    z.object({ topic: z.string().max(500).optional(), ...page(30), folder }),
    z.object({
      known: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          statement: z.string(),
          rationale: z.string().optional(),
          confidence: z.number(),
          stale: z.string().optional().describe("why it may no longer hold"),
        }),
      ),
      next_cursor,
    }),
  ),
  "agent.recall": tool(
    "recall",
    "List knowledge by words or a query: `type:decision AND NOT (tag:auth OR is:stale) AND created:>7d`",
    "nothing",
    z.object({ query: text.default(""), ...page(20), folder }),
    z.object({
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
      next_cursor,
    }),
  ),
  "agent.remember": tool(
    "remember",
    "Keep what later sessions should know.",
    "memory",
    z.object({
      content: content.meta(undescribed),
      type: type.meta(undescribed),
      tags: tags.optional().meta(undescribed),
      global,
      folder,
    }),
    z.object({ id: z.string(), content: z.string(), is_new: z.boolean() }),
  ),
  list_sessions: tool(
    "list_sessions",
    "List earlier sessions, newest first.",
    "nothing",
    z.object({ ...page(10), folder }),
    z.object({
      sessions: z.array(
        z.object({ id: z.string(), at: z.string(), about: z.string(), observations: z.number().int() }),
      ),
      next_cursor,
    }),
  ),
} as const;

function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  name: string,
  summary: string,
  changes: Operation["changes"],
  input: Input,
  output: Output,
) {
  return { ...operation(summary, changes, input, output), tool: name };
}

// Operations for agents over MCP: each one is a tool. Answers are small and paged. Every session pays for the name of
// each listed tool, and one that loads the tools for each word of a summary and an input: `bench/mcp-cost.ts`.

import { z } from "zod";
import { summaryFile } from "../../protocol/compaction.ts";
import { functionLanguage, runStatus, testResult } from "../../protocol/functions.ts";
import { worthShowing } from "../../protocol/recall.ts";
import { sessionSummary } from "../../protocol/sessions.ts";
import { entryKind } from "../../protocol/tasks.ts";
import { operations as graphOperations } from "../graph/contract.ts";
import { folder, type Operation, operation, path, tags } from "../operation.ts";
import { evidence } from "../search/contract.ts";

const cursor = z.string().optional();
const next_cursor = z.string().optional();
const page = (size: number) => ({ limit: z.number().int().min(1).max(100).default(size), cursor });
const text = z.string().max(10_000);
/** A subset of the times that people may type: a model reads the format from the pattern. */
const since = z.string().regex(/^\d+[hdw]$|^\d{4}(-\d\d){2}/, "write 24h, 7d, 2w or 2026-03-01");
const { content, type, global } = graphOperations.remember.input.shape;
const taskName = z.string().min(1).max(2_000);
const taskText = z.string().max(50_000);
const agentName = z.string().max(100).optional();
/** The calling session; filled in where it is known. */
const session = z.string().optional();
/** Without a description: the name is enough. */
const undescribed = { description: undefined };

export const operations = {
  search_memory: tool(
    "search_memory",
    "Search what earlier sessions did, decided and learned. Without a query: the last sessions.",
    "nothing",
    z.object({
      query: text.default(""),
      session_id: z.string().optional(),
      file: z.string().optional(),
      since: since.optional(),
      min_relevance: z.number().min(0).max(1).default(worthShowing),
      ...page(5),
      except_session: z.string().optional(),
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
          evidence,
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
  code_map: tool(
    "code_map",
    "Show the code's most important symbols with signatures, or the callers of one.",
    "nothing",
    z.object({
      mention: text.optional(),
      path: path(z.string().optional()),
      callers_of: z.string().optional(),
      budget: z.number().int().min(100).max(10_000).default(1_500),
      folder,
    }),
    z.object({
      text: z.string(),
      left: z.number().int().describe("symbols or calls left out"),
      note: z.string().describe("how complete it is"),
    }),
  ),
  "agent.task": {
    ...tool(
      "task",
      "Work over several sessions: notes (scratchpad), a plan that is sealed once written, reports (append). Without text: read. context: what a sub-agent needs for the text.",
      "memory",
      z.object({
        action: z.enum(["scratchpad", "plan", "append", "status", "context"]).default("status"),
        task: taskName.optional(),
        text: taskText.optional(),
        from_scratchpad: z.boolean().optional(),
        kind: entryKind.default("progress"),
        ticks: z.array(z.number().int()).optional().describe("steps of the plan that are done"),
        agent: agentName,
        session,
        folder,
      }),
      z.object({
        task: z.string(),
        phase: z.string(),
        next: z.string(),
        text: z.string().optional().describe("the scratchpad or the context"),
        plan: z.string().optional(),
        entry: z.number().int().optional(),
        open_tasks: z.array(z.string()).optional(),
        steps: z
          .array(z.object({ number: z.number().int(), text: z.string(), done: z.boolean() }))
          .optional(),
        entries: z
          .array(
            z.object({ number: z.number().int(), kind: z.string(), agent: z.string(), text: z.string() }),
          )
          .optional(),
      }),
    ),
    onlyReads: ({ action = "status" }: Record<string, unknown>) =>
      action === "status" || action === "context",
  },
  save_function: tool(
    "save_function",
    "Keep a tested function for later sessions.",
    "memory",
    z.object({
      name: z.string(),
      language: functionLanguage,
      code: z.string().max(200_000),
      description: z.string().max(2000),
      // The whole form of a test would cost every session 250 tokens.
      tests: z.array(z.record(z.string(), z.unknown())).default([]).describe("{args, value|error|property}"),
      needs: z.array(z.string()).optional(),
    }),
    z.object({
      name: z.string(),
      version: z.number().int(),
      held_back: z.string().optional(),
      refused: z.string().optional(),
      failed: z.array(z.object({ test: z.string(), expected: z.string(), got: z.string() })),
    }),
  ),
  search_functions: tool(
    "search_functions",
    "Find saved functions by what they do.",
    "nothing",
    z.object({ query: text, ...page(5) }),
    z.object({
      functions: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          language: functionLanguage,
          signature: z.string(),
          tests_pass: z.boolean().nullable(),
          relevance: z.number(),
        }),
      ),
      next_cursor,
    }),
  ),
  run_function: tool(
    "run_function",
    "Run a saved function in the sandbox.",
    "memory",
    z.object({ name: z.string(), args: z.array(z.unknown()).default([]) }),
    z.object({ status: runStatus, value: z.json(), stdout: z.string(), error: z.string(), ms: z.number() }),
  ),
  test_function: tool(
    "test_function",
    "Run the tests of a saved function.",
    "memory",
    z.object({ name: z.string() }),
    z.object({ passed: z.boolean().nullable(), results: z.array(testResult) }),
  ),
  list_sessions: {
    ...tool(
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
    isListed: false,
  },
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

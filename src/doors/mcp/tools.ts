// The tools that engram offers over MCP. Every token of this table is paid by each session that loads it:
// few tools, short words. `bench/mcp-cost.ts` prints what it costs.

import { z } from "zod";
import { learningCategory } from "../../protocol/semantic.ts";
import { getTool } from "./get.ts";
import { cut, pageOf, reach } from "./page.ts";
import { type Tool, tool } from "./tool.ts";

const cursor = z.string().optional().describe("next_cursor of the page before");
const next_cursor = z.string().optional();
const day = (iso: string) => iso.slice(0, 10);

const searchMemory = tool({
  name: "search_memory",
  operation: "search_memory",
  description: "Search what was done, decided and learned in earlier sessions. `get` shows a result in full.",
  effect: "reads",
  input: z.object({
    query: z.string().min(1).max(10_000),
    limit: z.number().int().min(1).max(50).default(5),
    session: z.string().optional().describe("only this session"),
    min_relevance: z.number().min(0).max(1).default(0).describe("0 to 1"),
    cursor,
  }),
  output: z.object({
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
    next_cursor,
  }),
  ask: ({ query, limit, session, min_relevance, cursor }, { folder }) => ({
    query,
    limit: Math.min(reach(pageOf(limit, cursor)), 100),
    ...(session && { session }),
    min_relevance,
    ...(folder && { folder }),
  }),
  tell({ results }, { limit, cursor }) {
    const { items, ...rest } = cut(results, pageOf(limit, cursor));
    return {
      results: items.map(({ id, kind, title, summary, happenedAt: at, relevance }) => ({
        id,
        kind,
        title,
        summary,
        at,
        relevance: Math.round(relevance * 100) / 100,
      })),
      ...rest,
    };
  },
  heading: "Found in memory:",
  lines: ({ results }) =>
    results.map(
      ({ id, at, title, summary, relevance }) =>
        `${id} · ${day(at)} · ${relevance} · ${summary.startsWith(title) ? summary : `${title}: ${summary}`}`,
    ),
});

const listSessions = tool({
  name: "list_sessions",
  operation: "session.list",
  description: "List earlier sessions of this project, the newest first.",
  effect: "reads",
  input: z.object({ limit: z.number().int().min(1).max(100).default(10), cursor }),
  output: z.object({
    sessions: z.array(
      z.object({ id: z.string(), at: z.string(), about: z.string(), observations: z.number() }),
    ),
    next_cursor,
  }),
  ask: ({ limit, cursor }, { folder }) => ({
    limit: Math.min(reach(pageOf(limit, cursor)), 1000),
    ...(folder ? { folder } : { allProjects: true }),
  }),
  tell({ sessions }, { limit, cursor }) {
    const { items, ...rest } = cut(sessions, pageOf(limit, cursor));
    return {
      sessions: items.map(({ id, lastSeenAt, name, firstPrompt, observations }) => ({
        id,
        at: lastSeenAt,
        about: name ?? firstPrompt ?? "",
        observations,
      })),
      ...rest,
    };
  },
  heading: "Sessions:",
  lines: ({ sessions }) =>
    sessions.map(({ id, at, about, observations }) => `${id} · ${day(at)} · ${about} · ${observations}`),
});

const getSummary = tool({
  name: "get_summary",
  operation: "session.show",
  description: "What a session was about: request, done, decisions, open ends.",
  effect: "reads",
  input: z.object({ session_id: z.string().optional().describe("default: this session") }),
  output: z.object({
    session: z.string(),
    request: z.string(),
    done: z.array(z.string()),
    decisions: z.array(z.string()),
    learned: z.array(z.string()),
    open: z.array(z.string()),
    files: z.array(z.string()),
  }),
  ask: async ({ session_id }, where) => ({ id: session_id ?? (await where.session()) ?? "", limit: 1 }),
  tell({ session, summary }) {
    const { request, done, decisions, learned, open, files } = summary ?? {
      ...{ request: session.firstPrompt ?? "", done: [], decisions: [], learned: [], open: [], files: [] },
    };
    return { session: session.id, request, done, decisions, learned, open, files };
  },
  heading: "Summary of the session:",
  lines: ({ request, done, decisions, learned, open, files }) => [
    `request: ${request}`,
    ...Object.entries({ done, decisions, learned, open, files }).flatMap(([name, items]) =>
      items.map((item) => `${name}: ${item}`),
    ),
  ],
});

const getProjectKnowledge = tool({
  name: "get_project_knowledge",
  operation: "learnings",
  description: "What is known about this project: conventions, architecture, pitfalls, the surest first.",
  effect: "reads",
  input: z.object({
    topic: learningCategory.optional(),
    limit: z.number().int().min(1).max(100).default(20),
    cursor,
  }),
  output: z.object({
    known: z.array(
      z.object({
        id: z.string(),
        category: z.string(),
        content: z.string(),
        confidence: z.number(),
        stale: z.boolean(),
      }),
    ),
    next_cursor,
  }),
  ask: ({ topic, limit, cursor }, { folder }) => ({
    limit: Math.min(reach(pageOf(limit, cursor)), 1000),
    ...(topic && { category: topic }),
    ...(folder ? { folder } : { allProjects: true }),
  }),
  tell({ learnings }, { limit, cursor }) {
    const { items, ...rest } = cut(learnings, pageOf(limit, cursor));
    return {
      known: items.map(({ id, category, content, confidence, staleSince }) => ({
        id,
        category,
        content,
        confidence: Math.round(confidence * 100) / 100,
        stale: staleSince !== null,
      })),
      ...rest,
    };
  },
  heading: "Known about this project:",
  lines: ({ known }) =>
    known.map(
      ({ id, category, content, confidence, stale }) =>
        `${id} · ${category} · ${confidence}${stale ? " · stale" : ""} · ${content}`,
    ),
});

const remember = tool({
  name: "remember",
  operation: "learnings.add",
  description: "Keep one sentence that later sessions of this project should know.",
  effect: "adds",
  input: z.object({
    content: z.string().min(3).max(1000),
    category: learningCategory.optional(),
    global: z.boolean().default(false).describe("holds in every project"),
  }),
  output: z.object({ id: z.string(), content: z.string() }),
  ask: ({ content, category, global }, { folder }) => ({
    content,
    global: global || folder === undefined,
    ...(category && { category }),
    ...(folder && { folder }),
  }),
  tell: ({ learning }) => ({ id: learning.id, content: learning.content }),
  heading: "Remembered:",
  lines: ({ id, content }) => [`${id} · ${content}`],
});

export const tools: readonly Tool[] = [
  searchMemory,
  getTool,
  getSummary,
  getProjectKnowledge,
  remember,
  listSessions,
];

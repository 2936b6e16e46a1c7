// The tools that engram offers over MCP. Every token of this table is paid by each session that loads it:
// few tools, short words. `bench/mcp-cost.ts` prints what it costs.

import { z } from "zod";
import { writtenType } from "../../protocol/semantic.ts";
import { getTool } from "./get.ts";
import { getProjectKnowledge } from "./knowledge.ts";
import { cut, pageOf, reach } from "./page.ts";
import { getSummary } from "./summary.ts";
import { rounded, type Tool, tool } from "./tool.ts";

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
        relevance: rounded(relevance),
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
  operation: "list_sessions",
  description: "List earlier sessions of this project, the newest first.",
  effect: "reads",
  input: z.object({ limit: z.number().int().min(1).max(50).default(10), cursor }),
  output: z.object({
    sessions: z.array(
      z.object({ id: z.string(), at: z.string(), about: z.string(), observations: z.number() }),
    ),
    next_cursor,
  }),
  ask: ({ limit, cursor }, { folder }) => ({
    limit: Math.min(reach(pageOf(limit, cursor)), 100),
    ...(folder && { folder }),
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

const remember = tool({
  name: "remember",
  operation: "remember",
  description: "Keep something that later sessions of this project should know.",
  effect: "adds",
  input: z.object({
    content: z.string().min(1).max(20_000),
    type: writtenType.default("fact"),
    tags: z.string().max(2_000).optional().describe("between commas; tier:pinned is always shown"),
    global: z.boolean().default(false).describe("holds in every project"),
  }),
  output: z.object({ id: z.string(), content: z.string(), is_new: z.boolean() }),
  ask: ({ content, type, tags, global }, { folder }) => ({
    content,
    type,
    global: global || folder === undefined,
    ...(tags && { tags }),
    ...(folder && { folder }),
  }),
  tell: ({ node, isNew }) => ({ id: node.id, content: node.content, is_new: isNew }),
  heading: "Remembered:",
  lines: ({ id, content }) => [`${id} · ${content}`],
});

const recall = tool({
  name: "recall",
  operation: "query",
  description:
    "List knowledge by a query: type: tag: created: updated: tokens: has: from: to: kind: file: is:, AND OR NOT ( ), or words. `type:decision AND created:>7d`",
  effect: "reads",
  input: z.object({
    query: z.string().max(10_000).default(""),
    limit: z.number().int().min(1).max(100).default(20),
    cursor,
  }),
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
    next_cursor,
  }),
  ask: ({ query, limit, cursor }, { folder }) => ({
    query,
    limit: Math.min(reach(pageOf(limit, cursor)), 1000),
    ...(folder ? { folder } : { allProjects: true }),
  }),
  tell({ nodes }, { limit, cursor }) {
    const { items, ...rest } = cut(nodes, pageOf(limit, cursor));
    return {
      nodes: items.map(({ id, type, content, tags, confidence, staleSince }) => ({
        id,
        type,
        content,
        tags,
        confidence: rounded(confidence),
        stale: staleSince !== null,
      })),
      ...rest,
    };
  },
  heading: "Known:",
  lines: ({ nodes }) =>
    nodes.map(
      ({ id, type, content, tags, stale }) =>
        `${id} · ${[type, ...tags].join(" ")}${stale ? " · stale" : ""} · ${content}`,
    ),
});

export const tools: readonly Tool[] = [
  searchMemory,
  getTool,
  getSummary,
  getProjectKnowledge,
  recall,
  remember,
  listSessions,
];

// Operations that search and show.

import { z } from "zod";
import { cut, pageOf, reach } from "../../protocol/paging.ts";
import { retrieverScore } from "../../protocol/recall.ts";
import { shownOwner } from "../../protocol/shown.ts";
import {
  agentOperation,
  allProjects,
  folder,
  id,
  limit,
  nextCursor,
  operation,
  pageInputs,
  rounded,
} from "../operation.ts";

const found = z.object({
  id: z.string().describe("id of what was found, e.g. an observation"),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  sessionId: z.string().nullable(),
  project: z.string(),
  happenedAt: z.string(),
  relevance: z.number().describe("how likely it answers the question, 0 to 1; never rises along the results"),
  isWeak: z.boolean().describe("hardly an answer: it fills the limit, and would never be injected"),
  outcome: z.string().optional().describe("what came of the turn that it belongs to"),
  open: z.string().optional().describe("the first point that this turn left open"),
  why: z
    .object({
      text: retrieverScore.describe("rank and score in full-text search"),
      meaning: retrieverScore.describe("rank and score in vector search"),
      parts: z.record(z.string(), z.number()).describe("what the score is made of"),
    })
    .optional(),
});

/** Observations of a turn that were found with it. */
const evidence = z
  .array(z.object({ id: z.string(), title: z.string() }))
  .optional()
  .describe("of a turn: its own observations that were found too, the best first");

const foundInContext = found.extend({
  evidence,
  excerpt: z
    .string()
    .describe("the text around the words of the question; empty if the title is the whole text"),
  matched: z.array(z.string()).describe("words of the title and the excerpt that match the question"),
});
const meaning = z
  .enum(["used", "loading", "unavailable", "off"])
  .describe("whether the embedding model took part; while it is loading, ask again or set wait");

/** A subset of the times that people may type: a model reads the format from the pattern. */
const since = z.string().regex(/^\d+[hdw]$|^\d{4}(-\d\d){2}/, "write 24h, 7d, 2w or 2026-03-01");

/** The same words once: a summary often begins with its title, and a turn's summary is its outcome. */
function asAgentsRead(row: z.output<typeof foundInContext>) {
  const { id, kind, title, happenedAt: at, relevance, isWeak, sessionId, outcome, open, evidence } = row;
  const summary = row.summary || title;
  return {
    ...{ id, kind, ...(!summary.includes(title) && { title }), summary },
    ...{ ...(sessionId !== null && { session: sessionId }), at, relevance: rounded(relevance) },
    ...(isWeak && { weak: true as const }),
    ...(outcome !== undefined && !outcome.startsWith(summary) && { outcome }),
    ...(open !== undefined && !summary.includes(open) && { open }),
    ...(evidence && { evidence }),
  };
}

export const operations = {
  search: operation(
    "Search everything that was captured and learned",
    "nothing",
    z.object({
      query: z
        .string()
        .max(10_000)
        .describe('words; "a phrase" must be there, -word must not; empty: the last sessions'),
      limit: limit(10),
      kind: z.string().optional().describe("only this kind, e.g. observation"),
      folder,
      allProjects,
      session: z.string().optional().describe("only this session"),
      exceptSession: z.string().optional().describe("not this session, by its whole id"),
      askedIn: z
        .string()
        .optional()
        .describe("the session that asks: what it does since its last prompt is no result"),
      conversations: z.boolean().optional().describe("also conversations of the chat"),
      file: z.string().optional().describe("only results that touched this file"),
      since: z
        .string()
        .optional()
        .describe('only newer results: yesterday, monday, "2 days ago", 24h, 7d or a date'),
      minRelevance: z.number().min(0).max(1).default(0).describe("minimum relevance, 0 to 1"),
      quick: z
        .boolean()
        .default(false)
        .describe("answer from full text alone if the embedding model is slow"),
      wait: z.boolean().default(false).describe("wait until the embedding model is loaded"),
      explain: z.boolean().default(false).describe("show why each result was found"),
    }),
    z.object({ results: z.array(foundInContext), ms: z.number(), meaning, note: z.string().nullable() }),
    ["query"],
    {
      forAgents: {
        tool: "search_memory",
        description:
          "Search what earlier sessions did, decided and learned. Without a query: the last sessions.",
        input: z.strictObject({
          query: z.string().max(10_000).default(""),
          session_id: z.string().optional(),
          file: z.string().optional(),
          since: since.optional(),
          min_relevance: z.number().min(0).max(1).default(0),
          ...pageInputs(5),
        }),
        output: z.object({
          results: z.array(
            z.object({
              id: z.string(),
              kind: z.string(),
              title: z.string().optional().describe("if the summary does not say it"),
              summary: z.string(),
              session: z.string().optional(),
              at: z.string(),
              relevance: z.number(),
              weak: z.literal(true).optional(),
              outcome: z.string().optional().describe("what came of it, if the summary does not say it"),
              open: z.string().optional(),
              evidence,
            }),
          ),
          note: z.string().optional().describe("what was not searched, and why"),
          ...nextCursor,
        }),
        asks: async (
          { session_id: session, min_relevance: minRelevance, limit, cursor, ...asked },
          where,
        ) => ({
          ...{ ...asked, session, minRelevance },
          ...{ folder: where.folder, exceptSession: where.exceptSession, askedIn: await where.askedIn?.() },
          limit: reach(pageOf(limit, cursor)),
        }),
        answers({ results, note }, { limit, cursor }) {
          const { items, ...rest } = cut(results, pageOf(limit, cursor));
          return {
            results: items.map(asAgentsRead),
            ...(note && { note }),
            ...rest,
          };
        },
      },
    },
  ),
  show: operation(
    "Show anything by its id",
    "nothing",
    z.object({
      id,
      peek: z.boolean().default(false).describe("a person looks: what was injected does not count as used"),
    }),
    shownOwner,
    ["id"],
  ),
  get: agentOperation(
    "get",
    "Show anything by its id.",
    "nothing",
    z.strictObject({
      id: z.string(),
      length: z.enum(["title", "summary", "full"]).default("full"),
      cursor: z.string().optional(),
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
      ...nextCursor,
    }),
  ),
} as const;

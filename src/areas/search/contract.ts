// Operations that search and show.

import { z } from "zod";
import { retrieverScore, worthShowing } from "../../protocol/recall.ts";
import { shownOwner } from "../../protocol/shown.ts";
import { allProjects, folder, id, limit, operation } from "../operation.ts";

export const found = z.object({
  id: z.string().describe("id of what was found, e.g. an observation"),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  sessionId: z.string().nullable(),
  project: z.string(),
  happenedAt: z.string(),
  relevance: z.number().describe("how likely it answers the question, 0 to 1; never rises along the results"),
  why: z
    .object({
      text: retrieverScore.describe("rank and score in full-text search"),
      meaning: retrieverScore.describe("rank and score in vector search"),
      parts: z.record(z.string(), z.number()).describe("what the score is made of"),
    })
    .optional(),
});

/** Observations of a turn that were found with it. */
export const evidence = z
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

export const operations = {
  search: operation(
    "Search everything that was captured and learned",
    "nothing",
    z.object({
      query: z.string().min(1).max(10_000).describe('words; "a phrase" must be there, -word must not'),
      limit: limit(10),
      kind: z.string().optional().describe("only this kind, e.g. observation"),
      folder,
      allProjects,
      session: z.string().optional().describe("only this session"),
      exceptSession: z.string().optional().describe("not this session, by its whole id"),
      file: z.string().optional().describe("only results that touched this file"),
      since: z
        .string()
        .optional()
        .describe('only newer results: yesterday, monday, "2 days ago", 24h, 7d or a date'),
      minRelevance: z.number().min(0).max(1).default(worthShowing).describe("minimum relevance, 0 to 1"),
      quick: z
        .boolean()
        .default(false)
        .describe("answer from full text alone if the embedding model is slow"),
      wait: z.boolean().default(false).describe("wait until the embedding model is loaded"),
      explain: z.boolean().default(false).describe("show why each result was found"),
    }),
    z.object({ results: z.array(foundInContext), ms: z.number(), meaning, note: z.string().nullable() }),
    ["query"],
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
} as const;

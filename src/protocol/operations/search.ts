// Operations that find and show.

import { z } from "zod";
import { opinion } from "../recall.ts";
import { shownOwner } from "../shown.ts";
import { allProjects, folder, id, limit, operation } from "./operation.ts";

/** By the fit of indexes/search/relevance.ts, fewer than one in twenty results below it is an answer. */
export const worthShowing = 0.05;

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
      text: opinion.describe("what full text said"),
      meaning: opinion.describe("what the embedding model said"),
      parts: z.record(z.string(), z.number()).describe("what the score is made of"),
    })
    .optional(),
});

const foundInContext = found.extend({
  excerpt: z
    .string()
    .describe("the text around the words of the question; empty where the title says it all"),
  matched: z.array(z.string()).describe("words of the title and the excerpt that the question asks for"),
});
const meaning = z
  .enum(["used", "loading", "unavailable", "off"])
  .describe("whether the embedding model had its say; where it still loads, ask again or wait");

export const searchOperations = {
  search: operation(
    "Find what was done, asked or answered",
    "nothing",
    z.object({
      query: z.string().min(1).max(10_000).describe('words; "a phrase" must be there, -word must not'),
      limit: limit(10),
      kind: z.string().optional().describe("only this kind, e.g. observation"),
      folder,
      allProjects,
      session: z.string().optional().describe("only this session"),
      file: z.string().optional().describe("only what touched this file"),
      since: z
        .string()
        .optional()
        .describe('only what is newer: yesterday, monday, "2 days ago", 24h, 7d or a date'),
      minRelevance: z
        .number()
        .min(0)
        .max(1)
        .default(worthShowing)
        .describe("leave out what is less relevant, 0 to 1"),
      quick: z
        .boolean()
        .default(false)
        .describe("answer by words alone where the embedding model takes more than a moment"),
      wait: z.boolean().default(false).describe("wait for the embedding model where it has to load first"),
      explain: z.boolean().default(false).describe("say why each result was found"),
    }),
    z.object({ results: z.array(foundInContext), ms: z.number(), meaning, note: z.string().nullable() }),
    ["query"],
  ),
  show: operation("Show anything by its id", "nothing", z.object({ id }), shownOwner, ["id"]),
} as const;

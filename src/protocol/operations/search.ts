// Operations that find and show.

import { z } from "zod";
import { compaction } from "../compaction.ts";
import { observation } from "../episodic.ts";
import { opinion } from "../recall.ts";
import { anchor, evidence, learning, link, node } from "../semantic.ts";
import { shownSession } from "./episodic.ts";
import { allProjects, folder, id, limit, operation } from "./operation.ts";

export const found = z.object({
  id: z.string().describe("id of what was found, e.g. an observation"),
  kind: z.string(),
  title: z.string(),
  summary: z.string(),
  sessionId: z.string().nullable(),
  project: z.string(),
  happenedAt: z.string(),
  relevance: z.number().describe("how likely it answers the question, 0 to 1"),
  why: z
    .object({
      text: opinion.describe("what full text said"),
      meaning: opinion.describe("what the embedding model said"),
      parts: z.record(z.string(), z.number()).describe("what the score is made of"),
    })
    .optional(),
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
      since: z.string().optional().describe("only what is newer: 24h, 7d, 2w or a date"),
      minRelevance: z.number().min(0).max(1).default(0).describe("leave out what is less relevant, 0 to 1"),
      quick: z
        .boolean()
        .default(false)
        .describe("answer by words alone where the embedding model takes more than a moment"),
      wait: z.boolean().default(false).describe("wait for the embedding model where it has to load first"),
      explain: z.boolean().default(false).describe("say why each result was found"),
    }),
    z.object({ results: z.array(found), ms: z.number(), meaning, note: z.string().nullable() }),
    ["query"],
  ),
  search_memory: operation(
    "Search what is remembered of earlier work",
    "nothing",
    z.object({
      query: z.string().min(1).max(10_000).describe("what to look for, in words"),
      limit: z.number().int().min(1).max(100).default(5).describe("most results"),
      session: z.string().optional().describe("only this session"),
      min_relevance: z.number().min(0).max(1).default(0).describe("0 to 1"),
      folder,
    }),
    z.object({ results: z.array(found), ms: z.number(), meaning, note: z.string().nullable() }),
    ["query"],
  ),
  show: operation(
    "Show anything by its id",
    "nothing",
    z.object({ id }),
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("observation"), observation }),
      shownSession.extend({ kind: z.literal("session") }),
      z.object({ kind: z.literal("compaction"), compaction }),
      z.object({
        kind: z.literal("learning"),
        learning,
        evidence: z.array(evidence),
        links: z.array(link),
      }),
      z.object({
        kind: z.literal("node"),
        node,
        anchors: z.array(anchor),
        evidence: z.array(evidence),
        links: z.array(link),
      }),
    ]),
    ["id"],
  ),
} as const;

// The output of recall: what was or would be injected, and why.

import { z } from "zod";

/** Rank and score from one retriever; null if it is not among that retriever's best results. */
export const retrieverScore = z.object({ rank: z.number().int(), score: z.number() }).nullable();

export const why = z.object({
  reason: z.string().describe("which rule chose it"),
  relevance: z.number().optional().describe("how likely it answers the prompt, 0 to 1"),
  text: retrieverScore.optional().describe("rank and score in full-text search"),
  meaning: retrieverScore.optional().describe("rank and score in vector search"),
});
export type Why = z.infer<typeof why>;

const moment = z.enum(["start", "prompt", "file", "agent", "failure"]);
export type RecallMoment = z.infer<typeof moment>;

export const injection = z.object({
  id: z.string(),
  kind: z.string(),
  sessionId: z.string(),
  agentId: z.string().nullable(),
  moment,
  at: z.string(),
  length: z.string().describe("title, summary or detail"),
  tokens: z.number().int(),
  why,
  used: z
    .object({ at: z.string(), how: z.enum(["file", "name", "asked", "followed", "contradicted"]) })
    .nullable()
    .describe(
      "its file was touched, its names were repeated, its id was asked for, or a command did what it says or rules out",
    ),
});
export type Injection = z.infer<typeof injection>;

/** By the calibration in indexes/search/relevance.ts, fewer than one in twenty results below it is an answer. */
export const worthShowing = 0.05;

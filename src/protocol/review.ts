// What a person is asked to decide, with where each statement comes from.

import { z } from "zod";
import { learningCategory, nodeType, saidBy } from "./knowledge.ts";

const reviewed = z.object({
  id: z.string(),
  content: z.string(),
  type: nodeType,
  category: learningCategory.nullable(),
  confidence: z.number(),
  timesSeen: z.number().int().describe("sessions it was seen in"),
  project: z.string().nullable().describe("null: valid in every project"),
  saidBy: saidBy.nullable().describe("whose words it is; null if it was written or observed"),
  words: z.string().nullable().describe("how it was said"),
  at: z.string().describe("when it was said"),
  host: z.string().nullable().describe("the program in whose session it was said"),
  sessionId: z.string().nullable(),
  observationId: z.string().nullable(),
});
export type Reviewed = z.infer<typeof reviewed>;

export const reviewItem = reviewed.extend({
  why: z
    .enum(["waiting", "contradiction"])
    .describe("waiting: it has no effect until it is kept; contradiction: both hold until you decide"),
  against: z.array(reviewed).describe("statements that it seems to contradict"),
  isNewer: z.boolean().describe("whether it was said after all of those"),
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const reviewCounts = z.object({
  waiting: z.number().int().describe("statements without effect until they are kept"),
  contradictions: z.number().int().describe("statements that seem to contradict another one"),
});

// What the semantic room gives out: learnings, with where they come from and what speaks for and against them.

import { z } from "zod";

export const nodeType = z.enum([
  "fact",
  "decision",
  "pattern",
  "observation",
  "hypothesis",
  "task",
  "summary",
  "source",
  "open-question",
  "learning",
]);
export type NodeType = z.infer<typeof nodeType>;

export const edgeType = z.enum([
  "DERIVED_FROM",
  "DEPENDS_ON",
  "SUPERSEDES",
  "RELATES_TO",
  "CHILD_OF",
  "CONTRADICTS",
  "SUPPORTED_BY",
]);
export type EdgeType = z.infer<typeof edgeType>;

export const learningCategory = z.enum(["architecture", "convention", "gotcha", "dependency", "pattern"]);
export type LearningCategory = z.infer<typeof learningCategory>;

export const nodeState = z.enum(["active", "archived", "rejected"]);

export const learning = z.object({
  id: z.string(),
  projectId: z.string().nullable().describe("null: holds everywhere"),
  type: nodeType.describe("a hypothesis is not proven; an observation is a dead end: tried, and failed"),
  category: learningCategory,
  content: z.string(),
  confidence: z.number().describe("0 to 1; 1 is confirmed by the user"),
  timesSeen: z.number().int().describe("sessions it was seen in"),
  isManual: z.boolean().describe("added, changed or confirmed by the user: nothing else changes it"),
  state: nodeState,
  supersededBy: z.string().nullable(),
  staleSince: z.string().nullable(),
  sessionId: z.string().nullable().describe("where it was first seen"),
  observationId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Learning = z.infer<typeof learning>;

export const evidence = z.object({
  kind: z.enum(["supports", "contradicts"]),
  sessionId: z.string().nullable(),
  observationId: z.string().nullable(),
  claim: z.string().describe("the words in which it was seen"),
  at: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

export const link = z.object({
  type: edgeType,
  direction: z.enum(["from", "to"]).describe("whether the learning is the beginning or the end of it"),
  id: z.string(),
  content: z.string(),
});
export type Link = z.infer<typeof link>;

export const change = z.object({
  id: z.string(),
  at: z.string(),
  why: z.string(),
  undoneAt: z.string().nullable(),
});
export type Change = z.infer<typeof change>;

export const verdict = z.object({
  verdict: z.enum(["new", "reinforces", "contradicts", "proven"]),
  learning,
  against: z.array(z.string()).describe("ids of what it contradicts"),
});

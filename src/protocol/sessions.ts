// Sessions and their summaries, as every door shows them.

import { z } from "zod";
import { authorship } from "./knowledge.ts";

const sessionStatus = z.enum(["active", "summarized", "closed"]);

export const session = z.object({
  id: z.string(),
  host: z.string(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  status: sessionStatus,
  projectId: z.string(),
  project: z.string().describe("name of the project"),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  endedAt: z.string().nullable(),
  ...authorship,
  observations: z.number().int(),
  firstPrompt: z.string().nullable(),
});
export type Session = z.infer<typeof session>;

const decision = z.object({
  what: z.string(),
  because: z.string().describe("the reason; empty if none was given"),
  by: z.enum(["user", "agent"]).nullable().describe("null: unknown"),
});
export type Decision = z.infer<typeof decision>;

/** What a session was about and where it ended. */
export const summaryParts = z.object({
  title: z.string().describe("what it was about, in a few words"),
  now: z.string().describe("what is true at its end, and why; empty if nothing came of it"),
  decided: z.array(decision),
  open: z.array(z.string()).describe("what was left to do at its end"),
  known: z.array(z.string()).describe("what stays true beyond this session"),
  files: z.array(z.string()).describe("files that were changed"),
});
export type SummaryParts = z.infer<typeof summaryParts>;

export const sessionSummary = summaryParts.extend({
  madeAt: z.string(),
  provider: z.string().describe("what wrote it: offline (rules), or a model"),
  note: z.string().nullable().describe("why the rules wrote it although a model is set"),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

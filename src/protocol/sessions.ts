// Sessions and their summaries, as every door shows them.

import { z } from "zod";

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
  observations: z.number().int(),
  firstPrompt: z.string().nullable(),
});
export type Session = z.infer<typeof session>;

/** What a session was about and its results. */
export const summaryParts = z.object({
  request: z.string().describe("what the user wanted"),
  done: z.array(z.string()),
  decisions: z.array(z.string()),
  learned: z.array(z.string()).describe("what stays true beyond this session"),
  open: z.array(z.string()).describe("what is left to do or did not work"),
  files: z.array(z.string()).describe("files that were changed"),
});
export type SummaryParts = z.infer<typeof summaryParts>;

export const sessionSummary = summaryParts.extend({
  madeAt: z.string(),
  provider: z.string().describe("what wrote it: offline, or a model"),
  note: z.string().nullable().describe("why the rules wrote it although a model is set"),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

// The output of the episodic room: sessions and observations, as every door shows them.

import { z } from "zod";

const sessionStatus = z.enum(["active", "summarized", "closed"]);

export const session = z.object({
  id: z.string(),
  host: z.string(),
  name: z.string().nullable(),
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

const observationKind = z.enum(["tool", "prompt", "reply"]);

/** The three lengths of an observation, made by rules or by a model: ~10, ~50 and ~200 tokens. */
export const lengths = z.object({ title: z.string(), summary: z.string(), detail: z.string() });
export type Lengths = z.infer<typeof lengths>;

export const observation = lengths.extend({
  id: z.string(),
  sessionId: z.string(),
  projectId: z.string(),
  kind: observationKind,
  tool: z.string().nullable(),
  status: z.enum(["ok", "failed", "interrupted"]),
  files: z.array(z.string()).describe("paths it touched, relative to the project where possible"),
  agentId: z.string().nullable(),
  branch: z.string().nullable(),
  happenedAt: z.string(),
  rawBytes: z.number().int(),
  tokens: z.number().int(),
  durationMs: z.number().int().nullable(),
  provider: z.string().describe("what wrote the three lengths: offline, or a model"),
});
export type Observation = z.infer<typeof observation>;

// The output of the episodic room: sessions and observations, as every door shows them.

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

const verdict = z.enum(["passed", "failed"]).nullable();

/** Whether what a turn states still holds. */
export const turnState = z.discriminatedUnion("is", [
  z.object({ is: z.literal("current") }),
  z.object({ is: z.literal("superseded"), by: z.string().describe("a later turn"), at: z.string() }),
  z.object({ is: z.literal("rejected"), at: z.string() }),
]);
export type TurnState = z.infer<typeof turnState>;

/** One prompt with what was done for it and its outcome; its observations are the evidence. */
export const turn = z.object({
  id: z.string(),
  projectId: z.string(),
  sessionId: z.string(),
  branch: z.string().nullable(),
  startedAt: z.string(),
  endedAt: z.string(),
  request: z.string().describe("what the user asked, in one line"),
  outcome: z.string().describe("what came of it, in one to three sentences; empty if nothing did"),
  detail: z.string().describe("the outcome at length: addresses, commands, paths, numbers, names"),
  decisions: z.array(z.string()),
  open: z.array(z.string()).describe("what is left to do or did not work"),
  files: z.array(z.string()).describe("files that were changed, most worked on first"),
  looked: z.array(z.string()).describe("files that were only read"),
  symbols: z.array(z.string()).describe("definitions that were changed"),
  commands: z.array(z.string()).describe("commands that worked"),
  commit: z.string().nullable().describe("hash of the last commit"),
  tests: z.object({ before: verdict, after: verdict }),
  state: turnState,
  provider: z.string().describe("what wrote it: offline, or a model"),
});
export type Turn = z.infer<typeof turn>;

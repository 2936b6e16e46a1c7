// Turns, as every door shows them.

import { z } from "zod";

const verdict = z.enum(["passed", "failed"]).nullable();

/** Whether what a turn states still holds. */
const turnState = z.discriminatedUnion("is", [
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
  provider: z.string().describe("what wrote it: offline (rules), agent (its own closing line), or a model"),
});
export type Turn = z.infer<typeof turn>;

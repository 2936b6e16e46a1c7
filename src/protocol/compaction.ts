// A compaction as every door shows it: the stretch of a session that the host took out of its window, summarised.
// The names inside the summary are those of earlier memory tools' files, so that theirs and ours read the same.

import { z } from "zod";
import { lengths } from "./episodic.ts";

export const compactionSummary = z.object({
  executive: z.string().describe("what happened, in a paragraph or two"),
  key_decisions: z.array(
    z.object({
      topic: z.string(),
      decision: z.string(),
      rationale: z.string().describe("why; empty where nobody said"),
      files: z.array(z.string()),
    }),
  ),
  files_modified: z.array(
    z.object({ path: z.string(), action: z.enum(["created", "modified", "deleted"]), purpose: z.string() }),
  ),
  code_snippets: z.array(
    z.object({
      file: z.string(),
      function: z.string(),
      code: z.string(),
      importance: z.enum(["high", "medium", "low"]),
    }),
  ),
  topics: z.array(z.string()),
  tasks_completed: z.array(z.string()),
  tasks_pending: z.array(z.string()).describe("what is left to do or does not work yet"),
});
export type CompactionSummary = z.infer<typeof compactionSummary>;

/** A compaction's parts, a line for each. */
export function compactionLines(summary: CompactionSummary): string[] {
  return [
    ...summary.key_decisions.map(
      ({ decision, rationale }) => `decision: ${decision}${rationale ? ` (${rationale})` : ""}`,
    ),
    ...summary.tasks_completed.map((task) => `done: ${task}`),
    ...summary.tasks_pending.map((task) => `open: ${task}`),
    ...summary.files_modified.map(({ path, action }) => `${action}: ${path}`),
    ...summary.code_snippets.map(({ file, code }) => `code in ${file}: ${code}`),
  ];
}

const message = z.object({
  number: z.number().int().describe("its place among the session's messages, from 1"),
  id: z.string(),
  at: z.string(),
});

/** Which messages of the transcript it stands for. */
const messageRange = z.object({
  first: message,
  last: message,
  count: z.number().int(),
  end: z.number().int().describe("byte of the transcript at which the next stretch begins"),
});
export type MessageRange = z.infer<typeof messageRange>;

export const compaction = z.object({
  id: z.string(),
  sessionId: z.string(),
  sequence: z.number().int().describe("1 is the session's first"),
  state: z.enum(["noted", "done"]).describe("noted: announced, and nothing has followed so far"),
  trigger: z.string().describe("manual or auto"),
  at: z.string(),
  messageId: z.string().nullable().describe("the message of the transcript that holds the host's summary"),
  tokensBefore: z.number().int().nullable(),
  tokensAfter: z.number().int().nullable(),
  messages: messageRange.nullable(),
  observations: z.number().int().describe("how many the summary was made of"),
  made: z
    .object({
      at: z.string(),
      provider: z.string().describe("who made it: offline, or a model"),
      note: z.string().nullable().describe("why it is not the model's, where one should have made it"),
      summary: compactionSummary,
    })
    .nullable(),
  hostSummary: z.string().nullable().describe("the host's own summary"),
});
export type Compaction = z.infer<typeof compaction>;

/** One of a list: enough to choose by. */
const compactionLine = compaction
  .pick({
    id: true,
    sequence: true,
    trigger: true,
    at: true,
    tokensBefore: true,
    tokensAfter: true,
    observations: true,
  })
  .extend({ title: lengths.shape.title });
export type CompactionLine = z.infer<typeof compactionLine>;

/** Where what a session holds is by now. */
export const tiers = z.object({
  window: z
    .object({ since: z.string().nullable(), observations: z.number().int() })
    .describe("what the agent still sees: all since the last compaction"),
  compacted: z.array(compactionLine).describe("what it sees only as summaries"),
  store: z.object({ observations: z.number().int(), tokens: z.number().int() }).describe("all that is kept"),
});
export type Tiers = z.infer<typeof tiers>;

/** A summary in the form of the files in which earlier memory tools kept them. */
export const summaryFile = z.object({
  id: z.string(),
  timestamp: z.string(),
  compaction_trigger: z.string(),
  token_count_before: z.number().int().nullable(),
  token_count_after: z.number().int().nullable(),
  summary: compactionSummary.nullable(),
  original_message_range: z.tuple([z.number().int(), z.number().int()]).nullable(),
  host_summary: z.string().nullable(),
});
export type SummaryFile = z.infer<typeof summaryFile>;

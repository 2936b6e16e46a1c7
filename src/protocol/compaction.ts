// A compaction as every door shows it: the summary of a stretch of a session that the host removed from its window.
// The field names of the summary are those of earlier memory tools' files, so that both read the same.

import { z } from "zod";
import { lengths } from "./observations.ts";

export const compactionSummary = z.object({
  executive: z.string().describe("what happened, in a paragraph or two"),
  key_decisions: z.array(
    z.object({
      topic: z.string(),
      decision: z.string(),
      rationale: z.string().describe("why; empty if unknown"),
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

/** A compaction's parts, one line each. */
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
  number: z.number().int().describe("its position among the session's messages, from 1"),
  id: z.string(),
  at: z.string(),
});

/** Which messages of the transcript it stands for. */
export const messageRange = z.object({
  first: message,
  last: message,
  count: z.number().int(),
  end: z.number().int().describe("byte of the transcript at which the next stretch begins"),
});
export type MessageRange = z.infer<typeof messageRange>;

export const compaction = z.object({
  id: z.string(),
  sessionId: z.string(),
  sequence: z.number().int().describe("1 is the first of the session"),
  state: z.enum(["noted", "done"]).describe("noted: announced by the host, not completed yet"),
  trigger: z.string().describe("manual or auto"),
  at: z.string(),
  messageId: z.string().nullable().describe("the message of the transcript that holds the host's summary"),
  tokensBefore: z.number().int().nullable(),
  tokensAfter: z.number().int().nullable(),
  messages: messageRange.nullable(),
  observations: z.number().int().describe("number of observations in the summary"),
  made: z
    .object({
      at: z.string(),
      provider: z.string().describe("what wrote it: offline (rules), agent (the session's own), or a model"),
      note: z.string().nullable().describe("why the rules wrote it although a model is set"),
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

/** Where the content of a session is: in the window, in compactions, in the store. */
export const tiers = z.object({
  window: z
    .object({ since: z.string().nullable(), observations: z.number().int() })
    .describe("what the agent still sees: all since the last compaction"),
  compacted: z.array(compactionLine).describe("what it sees only as summaries"),
  store: z
    .object({ observations: z.number().int(), tokens: z.number().int() })
    .describe("everything that is stored"),
});
export type Tiers = z.infer<typeof tiers>;

/** A summary in the file format of earlier memory tools. */
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

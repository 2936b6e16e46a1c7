// The tool `get_summary`: what a session was about, as a whole and for each stretch that was compacted away.

import { z } from "zod";
import { compactionLines } from "../../protocol/compaction.ts";
import { EngramError } from "../../protocol/errors.ts";
import { tool } from "./tool.ts";

const summary = z.object({
  request: z.string(),
  done: z.array(z.string()),
  decisions: z.array(z.string()),
  learned: z.array(z.string()),
  open: z.array(z.string()),
  files: z.array(z.string()),
});

export const getSummary = tool({
  name: "get_summary",
  operation: "get_summary",
  description: "What a session was about: request, done, decisions, open ends; and what was compacted away.",
  effect: "reads",
  input: z.object({
    session_id: z.string().optional().describe("default: this session"),
    summary_id: z.string().optional().describe("only this compaction"),
  }),
  output: z.object({
    session_id: z.string(),
    summary: summary.nullable(),
    compactions: z.array(
      z.object({ id: z.string(), at: z.string(), executive: z.string(), lines: z.array(z.string()) }),
    ),
  }),
  async ask({ session_id, summary_id }, where) {
    const id = session_id ?? (await where.session());
    if (!id) {
      throw new EngramError("invalid_input", "which session?", { hint: "list_sessions shows their ids." });
    }
    return { session_id: id, ...(summary_id && { summary_id }) };
  },
  tell: (answer) => ({
    session_id: answer.session_id,
    summary: answer.summary && summary.parse(answer.summary),
    compactions: answer.compactions.map(({ id, timestamp, summary: told, host_summary }) => ({
      id,
      at: timestamp,
      executive: told?.executive ?? host_summary ?? "",
      lines: told ? compactionLines(told) : [],
    })),
  }),
  heading: "Summary:",
  lines: ({ summary, compactions }) => [
    ...(summary ? [`request: ${summary.request}`] : []),
    ...Object.entries(summary ?? {}).flatMap(([name, items]) =>
      Array.isArray(items) ? items.map((item) => `${name}: ${item}`) : [],
    ),
    ...compactions.flatMap(({ id, at, executive, lines }) => [
      `${id} · ${at.slice(0, 16)} · ${executive}`,
      ...lines,
    ]),
  ],
});

// The content of a report: figures for a day, a session or a period, and with `eval` tellback's own quality figures.

import { z } from "zod";
import { session, sessionSummary } from "./sessions.ts";

const count = z.number().int();
const ms = z.number().nullable().describe("milliseconds; null when nothing was measured");

const share = z.object({ name: z.string(), count, failed: count });
export type Share = z.infer<typeof share>;

/** One step of the time line: an hour of a short period, a day of a long one. */
const step = z.object({
  at: z.string(),
  count,
  failed: count,
  rawBytes: count.describe("of what was seen"),
  tokens: count.describe("of what was kept"),
});

const compressed = z.object({
  observations: count,
  rawBytes: count,
  tokens: count,
});
export type CompressionFigures = z.infer<typeof compressed>;

const latency = z.object({ count, p50: ms, p95: ms, most: ms });
export type Latency = z.infer<typeof latency>;

const learningFigures = z.object({
  all: count,
  sure: count.describe("with a confidence of at least 0.8"),
  confirmed: count.describe("by the user"),
  extracted: count.describe("new in the period"),
  reinforced: count,
  contradicted: count,
  newest: z.array(z.object({ id: z.string(), text: z.string(), confidence: z.number() })),
});
export type LearningFigures = z.infer<typeof learningFigures>;

const spendFigures = z.object({
  calls: count.describe("in the period"),
  usd: z.number().describe("in the period"),
  todayUsd: z.number(),
  dailyCapUsd: z.number(),
  monthUsd: z.number(),
  monthlyCapUsd: z.number(),
  byPurpose: z.array(z.object({ purpose: z.string(), model: z.string(), calls: count, usd: z.number() })),
  daily: z
    .array(z.object({ day: z.string().describe("of UTC, as the cap counts"), calls: count, usd: z.number() }))
    .describe("days of the period on which something was spent"),
});
export type SpendFigures = z.infer<typeof spendFigures>;

/** tellback's own quality, measured from its event log. */
const evalFigures = z.object({
  compression: latency.extend({
    errors: count,
    observations: count,
    perObservation: ms,
    tokensIn: count,
    tokensOut: count,
    ratio: z.number().nullable().describe("tokens of what was seen for each token that was kept"),
    daily: z.array(z.object({ at: z.string(), ratio: z.number().nullable() })),
  }),
  injection: latency.extend({
    tokens: count.describe("all that was put in front of agents"),
    mean: z.number(),
    maxTokens: count.describe("at once"),
    budget: count.describe("tokens that may be injected at once, on average: each moment has its own"),
    overBudget: count,
    items: count.describe("single memories"),
    used: count.describe(
      "memories that the agent then used: it touched a file or wrote a name of it, or asked for it",
    ),
    by: z
      .array(
        z.object({
          moment: z.enum(["start", "prompt", "file", "agent", "failure"]),
          kind: z.string(),
          items: count,
          used: count,
          unknown: count.describe("memories without a file or name by which their use could be seen"),
          tokens: count,
          tokensUsed: count.describe("tokens of the memories that were used"),
        }),
      )
      .describe("the same by moment and kind"),
    sections: z
      .array(z.object({ name: z.string(), tokens: count }))
      .describe("which part of the injected texts used how many tokens"),
    lengths: z
      .object({ title: count, summary: count, detail: count })
      .describe("memories by injected length"),
    line: z
      .array(z.object({ at: z.string(), items: count, used: count, tokens: count }))
      .describe("the same by time"),
  }),
  search: latency.extend({
    results: z.number().describe("on average"),
    empty: count.describe("questions that found nothing"),
    byWordsOnly: count.describe("questions answered without the embedding model"),
    opened: count.describe("questions of which a result was opened within the hour after"),
    daily: z.array(z.object({ at: z.string(), p50: ms })),
  }),
  resolution: z
    .object({
      calls: count.describe("without those that go to libraries"),
      resolved: count,
      external: count.describe("calls that go to libraries"),
      daily: z.array(z.object({ at: z.string(), percent: z.number().nullable() })),
      unresolved: z
        .array(z.object({ written: z.string(), times: count, functions: count }))
        .describe("calls without a known target that are written most"),
    })
    .nullable()
    .describe("calls in the code map whose target is known; null if no calls were resolved in the period"),
  scans: latency
    .extend({ files: count, new: count, modified: count, deleted: count })
    .describe("scans of code: what they found"),
  capture: z.object({ captured: count, unreadable: count, failedJobs: count }),
});
export type EvalFigures = z.infer<typeof evalFigures>;

export const report = z.object({
  period: z.object({
    what: z.enum(["day", "since", "session"]),
    from: z.string(),
    to: z.string(),
    step: z.enum(["hour", "day", "week"]),
  }),
  project: z.string().nullable().describe("name of the project; null for all of them"),
  sessions: count,
  observations: z.object({
    count,
    tool: count,
    prompt: count,
    reply: count,
    failed: count,
    interrupted: count,
  }),
  line: z.array(step),
  tools: z.array(share).describe("used most"),
  files: z.array(share).describe("touched most"),
  symbols: z.array(share).describe("changed most: functions, classes and the like"),
  code: z.object({
    new: count,
    modified: count,
    deleted: count,
    renamed: count,
    moved: count,
    inFiles: count,
    files: z
      .array(
        z.object({
          file: z.string(),
          all: count.describe("symbols of it that changed"),
          changes: z.array(z.object({ change: z.string(), name: z.string(), signature: z.string() })),
        }),
      )
      .describe("the files that changed most, with some of their symbols; of a small day all"),
    calls: z
      .array(z.object({ file: z.string(), name: z.string(), calls: z.array(z.string()) }))
      .describe("what the new and changed symbols call"),
  }),
  failures: z.array(
    z.object({
      id: z.string().describe("of the newest"),
      title: z.string(),
      tool: z.string().nullable(),
      happenedAt: z.string(),
      times: count,
    }),
  ),
  compression: compressed.extend({
    byProvider: z.array(compressed.extend({ provider: z.string() })),
    waiting: count.describe("observations that a model will still improve"),
    trouble: z.string().nullable().describe("why some of them wait longer"),
  }),
  latest: z
    .object({ session, summary: sessionSummary.nullable(), lastReply: z.string().nullable() })
    .nullable()
    .describe("the session that was seen last"),
  learnings: learningFigures,
  spend: spendFigures.nullable(),
  eval: evalFigures.nullable(),
});
export type Report = z.infer<typeof report>;

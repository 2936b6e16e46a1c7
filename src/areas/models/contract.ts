// Operations on language models: what they compress, how well, and at what cost.

import { z } from "zod";
import { used } from "../../protocol/spend.ts";
import { operation } from "../operation.ts";

const compressionState = z.object({
  model: z.string().nullable().describe("null: rules only"),
  waiting: z.number().int().describe("observations that the model will compress"),
  state: z.enum(["idle", "waiting", "running", "failed"]),
  trouble: z.string().nullable().describe("why some are delayed"),
  nextAt: z.string().nullable(),
});

const compressionSetting = z
  .string()
  .regex(
    /^(offline|offline-brief|model|(anthropic|openai-compatible|claude-cli):\S+)$/,
    "must be one of them",
  );
const settingsText = "offline, offline-brief, model (the one that is set), or PROVIDER:MODEL";

const arm = z.object({
  setting: z.string(),
  samples: z.number().int(),
  fidelity: z.number().nullable().describe("share of files, identifiers and numbers that was kept"),
  files: z.number().nullable(),
  identifiers: z.number().nullable(),
  numbers: z.number().nullable(),
  tokens: z.number().describe("average length"),
  ratio: z.number().describe("input tokens per stored token"),
  brevity: z.number().describe("1: as short as the target"),
  foundFirst: z.number().describe("share that ranks first for a question taken from the raw text"),
  foundInFive: z.number(),
  usd: z.number(),
  msEach: z.number(),
  fellBack: z
    .number()
    .int()
    .describe("samples for which the model returned nothing, so that the offline result counts"),
  trouble: z.string().nullable(),
});

export const operations = {
  "eval.compression": operation(
    "Compare two ways of compressing on your own transcripts",
    "nothing",
    z.object({
      a: compressionSetting.default("offline").describe(settingsText),
      b: compressionSetting.default("offline-brief").describe("the setting to compare with"),
      samples: z.number().int().min(2).max(500).default(40).describe("number of observations to compare"),
      seed: z
        .number()
        .int()
        .default(1)
        .describe("seed of the random choice; the same seed gives the same split"),
      paired: z
        .boolean()
        .default(false)
        .describe("give every sample to both settings instead of splitting them"),
    }),
    z.object({ samples: z.number().int(), seed: z.number(), paired: z.boolean(), arms: z.array(arm) }),
  ),
  "eval.sql": operation(
    "Ask the event log in SQL: select … from events (at, type, session_id, data, duration_ms, tokens_in, tokens_out)",
    "nothing",
    z.object({ query: z.string().min(1).max(10_000).describe("a select; data is JSON: data->>'moment'") }),
    z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
      isCut: z.boolean().describe("whether there are more rows"),
    }),
    ["query"],
  ),
  "compress.start": operation(
    "Compress waiting observations with the model now",
    "memory",
    z.object({}),
    compressionState,
    [],
    { cli: { within: "compress" } },
  ),
  "compress.state": operation(
    "Show what is waiting for the model",
    "nothing",
    z.object({}),
    compressionState,
    [],
    { cli: { within: "compress" } },
  ),
  spend: operation(
    "Show the cost of model calls",
    "nothing",
    z.object({ by: z.enum(["day", "purpose", "model"]).default("day").describe("how to group the cost") }),
    z.object({
      rows: z.array(
        z.object({
          name: z.string(),
          calls: z.number().int(),
          input: z.number().int().describe("tokens"),
          output: z.number().int().describe("tokens"),
          usd: z.number(),
        }),
      ),
      today: used.describe("since midnight UTC"),
      month: used.describe("since the first of the month, UTC"),
      open: z
        .object({ calls: z.number().int(), usd: z.number() })
        .describe("running calls, at their maximum cost"),
      prices: z.string().describe("the file that sets model prices"),
    }),
  ),
} as const;

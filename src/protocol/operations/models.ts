// Operations on language models: what they improve, how well, at what cost.

import { z } from "zod";
import { operation, used } from "./operation.ts";

export const compressionState = z.object({
  model: z.string().nullable().describe("null: rules alone"),
  waiting: z.number().int().describe("observations that the model will improve"),
  state: z.enum(["idle", "waiting", "running", "failed"]),
  trouble: z.string().nullable().describe("why some wait longer"),
  nextAt: z.string().nullable(),
});

const compressionSetting = z
  .string()
  .regex(/^(offline|offline-brief|model|(anthropic|openai-compatible|claude-cli):\S+)$/, "no such setting");
const settingsText = "offline, offline-brief, model (the one that is set), or PROVIDER:MODEL";

const arm = z.object({
  setting: z.string(),
  samples: z.number().int(),
  fidelity: z.number().nullable().describe("share of all files, identifiers and numbers that was kept"),
  files: z.number().nullable(),
  identifiers: z.number().nullable(),
  numbers: z.number().nullable(),
  tokens: z.number().describe("kept on average"),
  ratio: z.number().describe("tokens seen for each token kept"),
  brevity: z.number().describe("1: as short as wanted"),
  foundFirst: z.number().describe("share that a question from the raw text finds first"),
  foundInFive: z.number(),
  usd: z.number(),
  msEach: z.number(),
  fellBack: z
    .number()
    .int()
    .describe("samples for which the model gave nothing and the offline result counts"),
  trouble: z.string().nullable(),
});

export const modelsOperations = {
  "eval.compression": operation(
    "Compare two ways of compressing on your own transcripts",
    "nothing",
    z.object({
      a: compressionSetting.default("offline").describe(settingsText),
      b: compressionSetting.default("offline-brief").describe("the other one"),
      samples: z.number().int().min(2).max(500).default(40).describe("how many observations to try"),
      seed: z.number().int().default(1).describe("the same seed chooses and splits the same"),
      paired: z.boolean().default(false).describe("give every sample to both instead of splitting them"),
    }),
    z.object({ samples: z.number().int(), seed: z.number(), paired: z.boolean(), arms: z.array(arm) }),
  ),
  "compress.start": operation(
    "Let the model improve what waits for it",
    "memory",
    z.object({}),
    compressionState,
  ),
  "compress.state": operation("Show what waits for the model", "nothing", z.object({}), compressionState),
  spend: operation(
    "Show what model calls have cost",
    "nothing",
    z.object({ by: z.enum(["day", "purpose", "model"]).default("day").describe("what to add up by") }),
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
        .describe("calls under way, at the most they can cost"),
      prices: z.string().describe("the file in which to set a model's price"),
    }),
  ),
} as const;

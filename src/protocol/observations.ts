// Observations, as every door shows them.

import { z } from "zod";
import type { Lengths } from "../../libs/shorten/event.ts";

export { agentItself, offline } from "./providers.ts";

const observationKind = z.enum(["tool", "prompt", "reply"]);

/** The three lengths of an observation, made by rules or by a model: ~10, ~50 and ~200 tokens. */
export const lengths = z.object({
  title: z.string(),
  summary: z.string(),
  detail: z.string(),
}) satisfies z.ZodType<Lengths>;
export type { Lengths };

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

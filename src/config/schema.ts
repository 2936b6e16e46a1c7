// Every setting of engram: its type, default and meaning. `engram config` is made from this table.

import { z } from "zod";

export const configSchema = z.object({
  "store.url": z
    .string()
    .refine((url) => url === "" || /^postgres(ql)?:\/\//.test(url), "must be empty or a postgres:// URL")
    .default("")
    .describe("PostgreSQL to keep memories in; empty means the embedded SQLite file"),
  "daemon.idleMinutes": z
    .number()
    .positive()
    .default(30)
    .describe("minutes without work after which the daemon exits"),
  "backup.keep": z.number().int().min(1).default(7).describe("daily backups to keep"),
  "log.keepDays": z.number().int().min(1).default(30).describe("days to keep the event log"),
  "capture.ignoreTools": z
    .array(z.string())
    .default([])
    .describe("tools whose uses are not remembered, by name"),
  "recall.sessionStart": z
    .boolean()
    .default(true)
    .describe("tell the agent what earlier sessions of the project were about"),
  "recall.budgetTokens": z
    .number()
    .int()
    .min(0)
    .default(2000)
    .describe("most tokens put in front of the agent at session start"),
  "recall.shares": z
    .object({
      compactions: z.number().int().min(0),
      sessions: z.number().int().min(0),
      changed: z.number().int().min(0),
      learnings: z.number().int().min(0),
      observations: z.number().int().min(0),
    })
    .default({
      compactions: 800,
      sessions: 400,
      changed: 300,
      learnings: 500,
      observations: 600,
    })
    .describe("tokens that each part may use at session start before the others have had their turn"),
  "recall.prompt": z.boolean().default(true).describe("tell the agent what answers a prompt"),
  "recall.promptTokens": z
    .number()
    .int()
    .min(0)
    .default(400)
    .describe("most tokens put in front of the agent at a prompt"),
  "recall.agentTokens": z
    .number()
    .int()
    .min(0)
    .default(600)
    .describe("most tokens put in front of a sub-agent when it begins"),
  "recall.minRelevance": z
    .number()
    .min(0)
    .max(1)
    .default(0.25)
    .describe("what is less likely to answer a prompt is not told, 0 to 1"),
  "recall.remind": z
    .boolean()
    .default(true)
    .describe("remind an agent once in a long session in which nothing was stored"),
  "recall.files": z.boolean().default(true).describe("tell the agent what is known of a file it opens"),
  "recall.compactInstructions": z
    .boolean()
    .default(true)
    .describe("tell the client what its own summary must keep when it compacts a session"),
  "reflect.idleMinutes": z
    .number()
    .min(0)
    .default(15)
    .describe("minutes of silence after which a session is summarised; 0 means only when it ends"),
  "embed.provider": z
    .enum(["bundled", "transformers", "openai", "ollama", "off"])
    .default("bundled")
    .describe("what turns text into vectors: the bundled model, another one, or nothing"),
  "embed.model": z
    .string()
    .default("")
    .describe("name or preset of the embedding model; empty means the provider's own"),
  "embed.dimensions": z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("length of a vector, for models that engram does not know; 0 means the model's own"),
  "embed.url": z.string().default("").describe("address of the embedding endpoint"),
  "embed.apiKey": z.string().default("").describe("key of the embedding endpoint"),
  "embed.dtype": z.string().default("").describe("number format of a transformers.js model, e.g. q8"),
  "embed.idleMinutes": z
    .number()
    .positive()
    .default(5)
    .describe("minutes without use after which the embedding model leaves memory"),
  "llm.provider": z
    .enum(["offline", "anthropic", "openai-compatible", "claude-cli"])
    .default("offline")
    .describe("language model that improves what rules have written; offline means rules alone"),
  "llm.model": z
    .string()
    .default("")
    .describe("model for observations, cheap and quick; empty means the provider's own"),
  "llm.summaryModel": z
    .string()
    .default("")
    .describe("model for summaries and learnings, better; empty means the provider's own"),
  "llm.url": z.string().default("").describe("address of the language model, e.g. http://127.0.0.1:11434/v1"),
  "llm.apiKey": z
    .string()
    .default("")
    .describe("key of the language model; engram never takes one from ANTHROPIC_API_KEY or the like"),
  "compress.keepDays": z
    .number()
    .int()
    .min(1)
    .default(7)
    .describe(
      "days to keep an excerpt of what a model has not improved yet; nothing is kept without a model",
    ),
  "spend.dailyUsd": z
    .number()
    .min(0)
    .default(0.5)
    .describe("most dollars that model calls may cost in a day (UTC)"),
  "spend.monthlyUsd": z
    .number()
    .min(0)
    .default(5)
    .describe("most dollars that model calls may cost in a month (UTC)"),
});

export type Config = z.infer<typeof configSchema>;
export type ConfigKey = keyof Config;

export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

/** Settings that a trusted project may change for itself; all others are the machine's. */
export const projectKeys: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  "capture.ignoreTools",
  "recall.sessionStart",
  "recall.budgetTokens",
  "recall.shares",
  "recall.prompt",
  "recall.promptTokens",
  "recall.agentTokens",
  "recall.minRelevance",
  "recall.files",
  "recall.remind",
  "recall.compactInstructions",
]);

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configSchema.shape, key);
}

/** ENGRAM_DAEMON_IDLE_MINUTES for daemon.idleMinutes. */
export function environmentName(key: ConfigKey): string {
  return `ENGRAM_${key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(".", "_")
    .toUpperCase()}`;
}

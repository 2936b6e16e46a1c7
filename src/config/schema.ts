// Every setting of tellback: its type, default and meaning. `tellback config` is made from this table.

import { z } from "zod";
import { reviewMode } from "../protocol/knowledge.ts";

export const configSchema = z.object({
  "store.url": z
    .string()
    .refine((url) => url === "" || /^postgres(ql)?:\/\//.test(url), "must be empty or a postgres:// URL")
    .default("")
    .describe("URL of a PostgreSQL database to store memories in; empty: the embedded SQLite file"),
  "identity.name": z
    .string()
    .max(60)
    .default("")
    .describe("your name on what you store and share; empty: the name with which your git signs commits"),
  "daemon.idleMinutes": z
    .number()
    .positive()
    .default(30)
    .describe("minutes of idle time after which the daemon exits"),
  "backup.keep": z.number().int().min(1).default(7).describe("number of daily backups to keep"),
  "log.keepDays": z.number().int().min(1).default(30).describe("days to keep the event log"),
  "capture.ignoreTools": z
    .array(z.string())
    .default([])
    .describe("names of tools whose uses are not captured"),
  "recall.sessionStart": z
    .boolean()
    .default(true)
    .describe("inject a summary of earlier sessions at session start"),
  "recall.budgetTokens": z
    .number()
    .int()
    .min(0)
    .default(600)
    .describe(
      "maximum tokens injected at session start, for a model with a window of 200,000 tokens: a larger window gets up to twice as many, a smaller one fewer",
    ),
  "recall.shares": z
    .strictObject({
      compactions: z.number().int().min(0).default(900),
      now: z.number().int().min(0).default(330),
      here: z.number().int().min(0).default(150),
      team: z.number().int().min(0).default(150),
      code: z.number().int().min(0).default(0),
    })
    .prefault({})
    .describe(
      "tokens for each part of the text injected at session start: what compactions removed (besides the budget), now, here; team: rules and decisions that the repository shares; code: signatures of the files changed last (0: none)",
    ),
  "recall.prompt": z.boolean().default(true).describe("inject memories that are relevant to a prompt"),
  "recall.promptTokens": z.number().int().min(0).default(300).describe("maximum tokens injected at a prompt"),
  "recall.agentTokens": z
    .number()
    .int()
    .min(0)
    .default(600)
    .describe("maximum tokens injected when a sub-agent starts"),
  "recall.minRelevance": z
    .number()
    .min(0)
    .max(1)
    .default(0.25)
    .describe("minimum relevance by meaning of a memory injected at a prompt, 0 to 1"),
  "recall.remind": z
    .boolean()
    .default(true)
    .describe("remind the agent once in a long session in which it stored nothing"),
  "recall.notice": z
    .boolean()
    .default(true)
    .describe(
      "show the user one line at session start: how much the agent was told and how much is remembered",
    ),
  "recall.closingLine": z
    .boolean()
    .default(true)
    .describe(
      "ask the agent, in the installed note or when a session starts, to end replies with a line on outcome, decision and open points",
    ),
  "recall.files": z
    .boolean()
    .default(true)
    .describe("inject knowledge about a file when the agent opens it, and which calls an edit breaks"),
  "recall.failures": z
    .boolean()
    .default(true)
    .describe("when a command fails as it did before, inject what ended that failure"),
  "recall.compactInstructions": z
    .boolean()
    .default(true)
    .describe("give the host a list of what its summary must keep when it compacts a session"),
  "tasks.path": z
    .string()
    .min(1)
    .refine((path) => !/(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path), "must not contain ..")
    .default(".tellback/tasks")
    .describe("folder of the tasks' files in a project; an absolute path keeps those of all projects there"),
  "tasks.filePattern": z
    .string()
    .regex(
      /^(?=.*\{task\})(?=.*\{phase\})(?!\/)(?!.*\/\/)(?:[\w.-]|\/(?!\.)|\{(?:task|phase|timestamp)\})+$/,
      "must contain {task} and {phase}, and may contain {timestamp}, letters, digits and /",
    )
    .refine(
      (pattern) => !pattern.startsWith(".") && !pattern.includes(".."),
      "must not begin with . or contain ..",
    )
    .default("{task}/{phase}.md")
    .describe("names of a task's files: {task}, {phase}, {timestamp}"),
  "project.context": z
    .record(z.string().max(100), z.string().max(500))
    .default({})
    .describe("your own facts about the project, shown with what tellback detects"),
  "knowledge.review": reviewMode
    .default("unsure")
    .describe(
      "learned statements that have no effect until you keep them (`tellback review`): off: none, and what is unsure is not kept; unsure: what may be a rule, and what an agent claimed once; all",
    ),
  "reflect.idleMinutes": z
    .number()
    .min(0)
    .default(15)
    .describe("minutes of inactivity after which a session is summarised; 0: only when it ends"),
  "embed.provider": z
    .enum(["bundled", "transformers", "openai", "ollama", "off"])
    .default("bundled")
    .describe(
      "what computes vectors: the bundled model (faster after `npm install --prefix ~/.tellback/packages onnxruntime-node`), another one, or none",
    ),
  "embed.model": z
    .string()
    .default("")
    .describe("name or preset of the embedding model; empty: the provider's default"),
  "embed.dimensions": z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe("dimensions of a vector, for models that tellback does not know; 0: the model's default"),
  "embed.url": z.string().default("").describe("URL of the embedding endpoint"),
  "embed.apiKey": z.string().default("").describe("API key of the embedding endpoint"),
  "embed.dtype": z.string().default("").describe("number format of a transformers.js model, e.g. q8"),
  "embed.idleMinutes": z
    .number()
    .positive()
    .default(5)
    .describe("minutes without use after which the embedding model is unloaded"),
  "llm.provider": z
    .enum(["offline", "anthropic", "openai-compatible", "claude-cli"])
    .default("offline")
    .describe("provider of the language model that describes sessions; offline: rules only"),
  "llm.model": z
    .string()
    .default("")
    .describe("model for the records of sessions, cheap and fast; empty: the provider's default"),
  "llm.summaryModel": z
    .string()
    .default("")
    .describe("model for the chat and for compactions, more capable; empty: the provider's default"),
  "llm.url": z.string().default("").describe("URL of the language model, e.g. http://127.0.0.1:11434/v1"),
  "llm.apiKey": z
    .string()
    .default("")
    .describe("API key of the language model; tellback never reads ANTHROPIC_API_KEY or similar variables"),
  "compress.byModel": z
    .boolean()
    .default(false)
    .describe(
      "let the language model improve each observation too: several times the cost of describing sessions",
    ),
  "compress.keepDays": z
    .number()
    .int()
    .min(1)
    .default(7)
    .describe("days to keep the excerpts that wait for the model; without a model none are kept"),
  "functions.weakIsolation": z
    .boolean()
    .default(false)
    .describe("run Python functions also where bubblewrap, the second layer of isolation, is missing"),
  "bridge.mode": z
    .enum(["off", "pull", "push", "both"])
    .default("off")
    .describe("the bridge to Claude Code's own notes (MEMORY.md), at the start and end of sessions"),
  "bridge.query": z
    .string()
    .default("tag:tier:pinned OR is:manual")
    .describe("the nodes that the bridge writes into the notes"),
  "bridge.file": z
    .string()
    .refine((path) => !/^[\\/~]|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path), "must be inside the project")
    .default("")
    .describe("file in the project that the bridge writes to, e.g. AGENTS.md; empty: the client's MEMORY.md"),
  "bridge.tokens": z.number().int().min(50).default(1000).describe("maximum tokens that the bridge writes"),
  "share.rules": z
    .record(z.string().min(1), z.enum(["off", "knowledge", "all"]))
    .default({})
    .describe(
      "what is shared by itself, by the key of a project: off; knowledge that you confirmed or several sessions saw; all, also what was said once. `tellback share --rule` sets it for the current project",
    ),
  "team.url": z
    .string()
    .refine((url) => url === "" || /^postgres(ql)?:\/\//.test(url), "must be empty or a postgres:// URL")
    .default("")
    .describe(
      "URL of your team's PostgreSQL, with your own role in it; `tellback team join` sets it; empty: no team",
    ),
  "sync.auto": z
    .string()
    .default("")
    .describe(
      "folder or git remote to sync with when a session starts and ends; run `tellback sync` with it once before; empty: only on command",
    ),
  "spend.dailyUsd": z
    .number()
    .min(0)
    .default(0.5)
    .describe("maximum cost of model calls per day (UTC), in dollars"),
  "spend.monthlyUsd": z
    .number()
    .min(0)
    .default(5)
    .describe("maximum cost of model calls per month (UTC), in dollars"),
});

export type Config = z.infer<typeof configSchema>;
export type ConfigKey = keyof Config;

export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

/** Settings that a trusted project may change for itself; all others belong to the machine. */
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
  "recall.failures",
  "recall.remind",
  "recall.compactInstructions",
  "project.context",
]);

/** Settings that a browser may change besides: they move no data, run no program and write to no other place. */
const pageSettings: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  ...(["daemon.idleMinutes", "reflect.idleMinutes", "embed.idleMinutes"] as const),
  ...(["backup.keep", "log.keepDays", "compress.keepDays", "recall.notice"] as const),
]);

export function isPageSetting(key: string): boolean {
  return isConfigKey(key) && (projectKeys.has(key) || pageSettings.has(key));
}

/** Settings with which a daemon opens its store, its models and its sandbox: they count in a new daemon. */
export const openedWith: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  "store.url",
  "identity.name",
  "embed.provider",
  "embed.model",
  "embed.dimensions",
  "embed.url",
  "embed.apiKey",
  "embed.dtype",
  "embed.idleMinutes",
  "functions.weakIsolation",
]);

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(configSchema.shape, key);
}

/** TELLBACK_DAEMON_IDLE_MINUTES for daemon.idleMinutes. */
export function environmentName(key: ConfigKey): string {
  return `TELLBACK_${key
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll(".", "_")
    .toUpperCase()}`;
}

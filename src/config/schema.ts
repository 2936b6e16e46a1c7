// Every setting of engram: its type, default and meaning. `engram config` and the docs are made from this table.

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
});

export type Config = z.infer<typeof configSchema>;
export type ConfigKey = keyof Config;

export const configKeys = Object.keys(configSchema.shape) as ConfigKey[];

/** Settings that a trusted project may change for itself; all others are the machine's. */
export const projectKeys: ReadonlySet<ConfigKey> = new Set<ConfigKey>([
  "capture.ignoreTools",
  "recall.sessionStart",
  "recall.budgetTokens",
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

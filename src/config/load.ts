// The effective settings, and the source of each value:
// defaults < user file < trusted project file < environment < flags.

import { statSync } from "node:fs";
import { z } from "zod";
import { readForeignSync } from "../platform/foreign-file.ts";
import { describeIssues } from "../protocol/complaint.ts";
import { TellbackError } from "../protocol/errors.ts";
import { nearestOf } from "../protocol/suggest.ts";
import { type Paths, pathsOf, projectConfigPath } from "./paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "./private-files.ts";
import {
  type Config,
  type ConfigKey,
  configKeys,
  configSchema,
  environmentName,
  isConfigKey,
  projectKeys,
} from "./schema.ts";
import { isTrusted, readProjectFile } from "./trust.ts";

const maxFileSize = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;
type Layer = Partial<Record<ConfigKey, { value: unknown; origin: string }>>;

export interface LoadOptions {
  /** Where memories are stored (default: TELLBACK_HOME, else ~/.tellback). */
  home?: string | undefined;
  projectDir?: string | undefined;
  env?: Environment;
  flags?: Partial<Config>;
  /** Hooks run inside a project's environment, whose DATABASE_URL belongs to the project. */
  ignoreDatabaseUrl?: boolean;
}

export interface LoadedConfig {
  config: Config;
  paths: Paths;
  origins: Record<ConfigKey, string>;
  /** Settings that were found and not used, with the reason, for `config --explain`. */
  ignored: string[];
}

export function loadConfig(options: LoadOptions = {}): LoadedConfig {
  const env = options.env ?? process.env;
  const paths = pathsOf(options.home === undefined ? env : { ...env, TELLBACK_HOME: options.home });
  const ignored: string[] = [];
  const layers = [
    defaultLayer(),
    fileLayer(paths.config),
    options.projectDir ? projectLayer(paths, options.projectDir, ignored) : {},
    environmentLayer(env, options.ignoreDatabaseUrl ?? false),
    flagLayer(options.flags ?? {}),
  ];
  const merged: Layer = Object.assign({}, ...layers);
  const entries = configKeys.map((key) => [key, merged[key]?.value]);
  const origins = Object.fromEntries(configKeys.map((key) => [key, merged[key]?.origin ?? "default"]));
  return {
    config: configSchema.parse(Object.fromEntries(entries)),
    origins: origins as Record<ConfigKey, string>,
    paths,
    ignored,
  };
}

/** Changes whenever the user's settings or trust change: each write makes a new file. */
export function settingsStamp(paths: Paths): string {
  const stamps = [paths.config, paths.trust].map((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : "";
  });
  return stamps.join();
}

/** Sets one key in the user's file after checking it; the other keys stay as they were written. */
export function setConfig(paths: Paths, key: string, text: string): unknown {
  const value = checkValue(requireKey(key), parseText(text), "on the command line");
  ensurePrivateFolder(paths.home);
  writePrivateFile(paths.config, `${JSON.stringify({ ...readFile(paths.config), [key]: value }, null, 2)}\n`);
  return value;
}

export function unsetConfig(paths: Paths, key: string): void {
  const { [requireKey(key)]: _, ...rest } = readFile(paths.config);
  ensurePrivateFolder(paths.home);
  writePrivateFile(paths.config, `${JSON.stringify(rest, null, 2)}\n`);
}

function defaultLayer(): Layer {
  const defaults = configSchema.parse({});
  return Object.fromEntries(configKeys.map((key) => [key, { value: defaults[key], origin: "default" }]));
}

function fileLayer(path: string, settings = readFile(path)): Layer {
  const layer: Layer = {};
  for (const [key, value] of Object.entries(settings)) {
    layer[requireKey(key, path)] = {
      value: checkValue(requireKey(key, path), value, `in ${path}`),
      origin: path,
    };
  }
  return layer;
}

function projectLayer(paths: Paths, projectDir: string, ignored: string[]): Layer {
  const path = projectConfigPath(projectDir);
  const file = readProjectFile(projectDir);
  if (file.status === "refused") ignored.push(`${path}: it ${file.why}`);
  if (file.status !== "read" || isEmpty(file.bytes, path)) return {};
  if (!isTrusted(paths, file)) {
    ignored.push(`${path}: not trusted yet; read it, then run \`tellback config trust\``);
    return {};
  }
  const settings = parseFile(file.bytes, path);
  const unused = unusedAmong(settings);
  ignored.push(...Object.values(unused).map((why) => `${path}: ${why}`));
  return fileLayer(path, Object.fromEntries(Object.entries(settings).filter(([key]) => !(key in unused))));
}

/** What of a project's settings has no effect, in words: a person who trusts the file should know. */
export function unusedSettings(projectDir: string): string[] {
  const file = readProjectFile(projectDir);
  if (file.status !== "read" || isEmpty(file.bytes, file.path)) return [];
  return Object.values(unusedAmong(parseFile(file.bytes, file.path)));
}

/** By key. */
function unusedAmong(settings: Record<string, unknown>): Record<string, string> {
  const reasons = Object.keys(settings).flatMap((key): [string, string][] => {
    if (!isConfigKey(key)) return [[key, `${key} is not a setting${suggestion(key)}`]];
    return projectKeys.has(key) ? [] : [[key, `${key} belongs to the machine, not to a project`]];
  });
  return Object.fromEntries(reasons);
}

function suggestion(key: string): string {
  const near = nearestOf(key, configKeys);
  return near === null ? "" : ` (did you mean ${near}?)`;
}

function environmentLayer(env: Environment, ignoreDatabaseUrl: boolean): Layer {
  const layer: Layer = {};
  if (env.DATABASE_URL && !ignoreDatabaseUrl) {
    layer["store.url"] = {
      value: checkValue("store.url", env.DATABASE_URL, "in DATABASE_URL"),
      origin: "DATABASE_URL",
    };
  }
  for (const key of configKeys) {
    const name = environmentName(key);
    const text = env[name];
    if (text === undefined) continue;
    layer[key] = { value: checkValue(key, parseText(text), `in ${name}`), origin: name };
  }
  return layer;
}

function flagLayer(flags: Partial<Config>): Layer {
  const layer: Layer = {};
  for (const [key, value] of Object.entries(flags)) {
    if (value === undefined) continue;
    layer[requireKey(key)] = { value: checkValue(requireKey(key), value, "as a flag"), origin: "flag" };
  }
  return layer;
}

function checkValue(key: ConfigKey, value: unknown, where: string): unknown {
  const parsed = configSchema.shape[key].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new TellbackError("invalid_input", `${key} ${where}: ${describeIssues(parsed.error)}`, {
    hint: `${key}: ${configSchema.shape[key].description}`,
  });
}

export function requireKey(key: string, where?: string): ConfigKey {
  if (isConfigKey(key)) return key;
  throw new TellbackError(
    "invalid_input",
    `unknown setting ${key}${where ? ` in ${where}` : ""}${suggestion(key)}`,
    {
      hint: "`tellback config` lists every setting.",
    },
  );
}

/** Parses text as JSON (numbers, booleans, lists); other text stays as it is. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readFile(path: string): Record<string, unknown> {
  const read = readForeignSync(path, { maxBytes: maxFileSize });
  if (read.status === "missing") return {};
  if (read.status === "read") return parseFile(read.bytes, path);
  throw new TellbackError("invalid_input", `${path} ${read.why}`, { hint: "Repair or remove the file." });
}

function parseFile(bytes: Buffer, path: string): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseText(bytes.toString("utf8")));
  if (parsed.success) return parsed.data;
  throw new TellbackError("invalid_input", `${path} is not a JSON object`, {
    hint: "Repair or remove the file.",
  });
}

/** Also accepts text that is not JSON: a broken file is harmless while nobody trusts it. */
function isEmpty(bytes: Buffer, path: string): boolean {
  try {
    return Object.keys(parseFile(bytes, path)).length === 0;
  } catch {
    return true;
  }
}

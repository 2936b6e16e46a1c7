// tellback config …: shows the effective settings and the source of each, and changes them.

import { stopDaemon } from "../../client/stop.ts";
import { loadConfig, requireKey, setConfig, unsetConfig, unusedSettings } from "../../config/load.ts";
import { pathsOf } from "../../config/paths.ts";
import { configKeys, configSchema, environmentName, openedWith } from "../../config/schema.ts";
import { safeValue } from "../../config/shown.ts";
import { trustProject } from "../../config/trust.ts";
import { columns, dim, good, say, sayJson, warn } from "../text/output.ts";

interface Options {
  json?: boolean;
  explain?: boolean;
}

export async function show(options: Options): Promise<void> {
  const { config, origins, ignored, paths } = loadConfig({ projectDir: process.cwd() });
  if (options.json) {
    const explained = configKeys.map((key) => [
      key,
      { value: safeValue(key, config[key]), origin: origins[key] },
    ]);
    return sayJson(
      options.explain ? { settings: Object.fromEntries(explained), ignored } : hideSecrets(config),
    );
  }
  const rows = configKeys.map((key) => {
    const value = JSON.stringify(safeValue(key, config[key]));
    if (!options.explain) return [key, value];
    const origin = origins[key] === "default" ? dim("default") : good(origins[key]);
    return [key, value, origin, dim(`${configSchema.shape[key].description} (${environmentName(key)})`)];
  });
  say(columns(rows));
  for (const reason of ignored) say(`${warn("ignored")} ${reason}`);
  if (!options.explain)
    say(
      dim(
        `\n--explain shows what each setting means and where its value comes from. Your file: ${paths.config}`,
      ),
    );
}

export async function get([key = ""]: string[], options: Options): Promise<void> {
  const known = requireKey(key);
  const { config, origins } = loadConfig({ projectDir: process.cwd() });
  const value = safeValue(known, config[known]);
  if (options.json) sayJson({ [known]: value, origin: origins[known] });
  else say(typeof value === "string" ? value : JSON.stringify(value));
}

export async function set([key = "", text = ""]: string[], options: Options): Promise<void> {
  const value = setConfig(pathsOf(), key, text);
  await letCount(key);
  if (options.json) sayJson({ [key]: value });
  else say(`${key} = ${JSON.stringify(value)}`);
}

export async function unset([key = ""]: string[], options: Options): Promise<void> {
  unsetConfig(pathsOf(), key);
  await letCount(key);
  if (options.json) sayJson({ unset: key });
  else say(`${key} is reset to its default.`);
}

/** A running daemon takes settings in by itself; what it opened with a setting needs a new one, which starts when needed. */
async function letCount(key: string): Promise<void> {
  if (openedWith.has(requireKey(key))) await stopDaemon(pathsOf());
}

export async function trust(options: Options): Promise<void> {
  const path = trustProject(pathsOf(), process.cwd());
  const unused = unusedSettings(process.cwd());
  if (options.json) return sayJson({ trusted: path, unused });
  say(`Trusted ${path} as it is now. Trust it again after each change.`);
  for (const reason of unused) say(`${warn("ignored")} ${reason}`);
}

function hideSecrets(config: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, safeValue(key, value)]));
}

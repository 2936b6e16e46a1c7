// The settings as people may see them: with their meaning and origin, and without secrets.

import { loadConfig } from "./load.ts";
import { type ConfigKey, configKeys, configSchema, environmentName, isPageSetting } from "./schema.ts";

interface ShownSetting {
  key: ConfigKey;
  value: string | number | boolean;
  origin: string;
  description: string;
  environment: string;
  options: string[];
  kind: "text" | "number" | "switch" | "secret";
  isOfPage: boolean;
}

export interface ShownSettings {
  settings: ShownSetting[];
  /** Settings that were found and not used, with the reason. */
  ignored: string[];
  /** The user's own file. */
  file: string;
}

export function shownSettings(home: string, projectDir?: string | undefined): ShownSettings {
  const { config, origins, ignored, paths } = loadConfig({ home, projectDir });
  const settings = configKeys.map((key) => {
    const value = safeValue(key, config[key]);
    return {
      key,
      value: typeof value === "object" ? JSON.stringify(value) : (value as string | number | boolean),
      origin: origins[key],
      description: configSchema.shape[key].description ?? "",
      environment: environmentName(key),
      options: optionsOf(key),
      kind: kindOf(key, config[key]),
      isOfPage: isPageSetting(key),
    };
  });
  return { settings, ignored, file: paths.config };
}

function kindOf(key: ConfigKey, value: unknown): ShownSetting["kind"] {
  if (isSecret(key)) return "secret";
  if (typeof value === "boolean") return "switch";
  return typeof value === "number" ? "number" : "text";
}

/** The words that an enumeration allows. */
function optionsOf(key: ConfigKey): string[] {
  const { innerType } = configSchema.shape[key].def as { innerType?: { options?: unknown } };
  return Array.isArray(innerType?.options) ? innerType.options.map(String) : [];
}

/** Its value is never shown. */
export const isSecret = (key: string) => /apiKey$/.test(key) || isUrl(key);

/** With the password of a database. */
const isUrl = (key: string) => key === "store.url" || key === "team.url";

/** Keys and passwords must not appear on a screen. */
export function safeValue(key: string, value: unknown): unknown {
  if (typeof value !== "string" || value === "") return value;
  if (/apiKey$/.test(key)) return "***";
  return isUrl(key) ? value.replace(/:[^:@/]*@/, ":***@") : value;
}

// Opens the language model from the settings, or none. Nothing is loaded or contacted before its first use.

import { join } from "node:path";
import { claudeLocations, environmentForClaude } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import type { Config } from "../../config/schema.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { openClaudeCli } from "./claude-cli.ts";
import { openHosted } from "./hosted.ts";
import type { Llm } from "./llm.ts";

/** Observations are many and small; summaries and learnings are few and deserve a better model. */
export type Tier = "observations" | "summaries";

export interface LlmSettings {
  provider: "offline" | "anthropic" | "openai-compatible" | "claude-cli";
  model?: string | undefined;
  summaryModel?: string | undefined;
  url?: string | undefined;
  /** Only a key that the user gave to tellback: one in the environment was not meant for it. */
  apiKey?: string | undefined;
  /** claude-cli only: an empty folder to run it in. */
  folder: string;
}

export function llmSettings(config: Config, paths: Paths): LlmSettings {
  return {
    provider: config["llm.provider"],
    model: config["llm.model"] || undefined,
    summaryModel: config["llm.summaryModel"] || undefined,
    url: config["llm.url"] || undefined,
    apiKey: config["llm.apiKey"] || undefined,
    folder: join(paths.home, "claude-cli"),
  };
}

const defaultModels = {
  anthropic: { observations: "claude-haiku-5-5", summaries: "claude-sonnet-5-5" },
  "claude-cli": { observations: "haiku", summaries: "sonnet" },
} as const;

/** Null means offline: rules only. Invalid settings give a model that reports the problem when it is called. */
export function openLlm(settings: LlmSettings, tier: Tier = "observations"): Llm | null {
  const { provider, apiKey, url } = settings;
  if (provider === "offline") return null;
  try {
    const model = modelOf(settings, tier);
    if (provider === "claude-cli") {
      const env = environmentForClaude();
      return openClaudeCli({ model, apiKey, url, env, places: claudeLocations(), folder: settings.folder });
    }
    return openHosted({ provider, model, apiKey, url: urlOf(settings) });
  } catch (error) {
    return unusable(provider, TellbackError.from(error));
  }
}

export function modelOf(settings: LlmSettings, tier: Tier): string {
  const wanted = tier === "summaries" ? settings.summaryModel : settings.model;
  if (wanted) return wanted;
  const { provider } = settings;
  if (provider === "anthropic" || provider === "claude-cli") return defaultModels[provider][tier];
  const other = settings.model ?? settings.summaryModel;
  if (other) return other;
  throw new TellbackError("invalid_input", `llm.provider ${provider} needs the name of a model`, {
    hint: "Run `tellback config set llm.model NAME`.",
  });
}

export function urlOf({ provider, url, apiKey }: LlmSettings): string {
  if (provider !== "anthropic") {
    if (url) return url;
    throw new TellbackError("invalid_input", `llm.provider ${provider} needs a URL`, {
      hint: "Example: `tellback config set llm.url http://127.0.0.1:11434/v1`",
    });
  }
  if (!apiKey) {
    throw new TellbackError("invalid_input", "llm.provider anthropic needs an API key", {
      hint: "Run `tellback config set llm.apiKey KEY`; tellback does not read ANTHROPIC_API_KEY",
    });
  }
  return url ?? "https://api.anthropic.com/v1";
}

function unusable(provider: string, error: TellbackError): Llm {
  return {
    provider,
    model: "",
    isLocal: true,
    addedTokens: 0,
    async complete() {
      throw new TellbackError("unavailable", error.message, { hint: error.hint, cause: error });
    },
    async close() {},
  };
}

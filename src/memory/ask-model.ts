// How journeys ask a model: every call is counted against the spending cap, and every failure is a value. The function
// is passed in, so a journey needs no API keys and no knowledge of providers.

import type { Config } from "../config/schema.ts";
import type { LlmRequest } from "../models/llm/llm.ts";
import { ask, type ModelAnswer } from "../models/llm/metered.ts";
import { type LlmSettings, llmSettings, openLlm, type Tier } from "../models/llm/open.ts";
import { TellbackError } from "../protocol/errors.ts";
import type { Observation } from "../protocol/observations.ts";
import type { Session } from "../protocol/sessions.ts";
import type { Memory } from "./memory.ts";

export type AskModel = <T>(
  purpose: string,
  callKey: string,
  request: LlmRequest<T>,
) => Promise<ModelAnswer<T>>;

export interface OpenModel {
  ask: AskModel;
  close(): Promise<void>;
}

/** The configured model for observations, or another one for a trial; null means offline. */
export function openModel(
  memory: Memory,
  other: Partial<LlmSettings> = {},
  tier: Tier = "observations",
): OpenModel | null {
  const llm = openLlm({ ...llmSettings(memory.config, memory.paths), ...other }, tier);
  if (!llm) return null;
  return {
    ask: (purpose, callKey, request) => ask(memory, llm, purpose, callKey, request),
    close: () => llm.close(),
  };
}

/** For a trial: the configured model, or `provider:model`. */
export function openSetting(memory: Memory, setting: string): OpenModel | null {
  const [, provider, model] = /^([a-z-]+):(\S+)$/.exec(setting) ?? [];
  const named = provider ? { provider: provider as LlmSettings["provider"], model } : {};
  const opened = openModel(memory, named);
  if (opened) return opened;
  throw new TellbackError("invalid_input", "no model is configured", {
    hint: "`tellback config set llm.provider …`, or name one, for example anthropic:claude-haiku-5-5",
  });
}

/** Describing sessions costs a fifth of it and is what agents get: observations are improved only if the user wants it. */
export function improvesObservations(config: Config): boolean {
  return config["llm.provider"] !== "offline" && config["compress.byModel"];
}

const worthWithinMs = 86_400_000;

/** Imported history is shortened by rules only: it is not worth the cost of a model. */
export function isWorthAModel(session: Session): boolean {
  return Date.now() - Date.parse(session.lastSeenAt) < worthWithinMs;
}

/** Opens the model for a kind of work if the settings name one; otherwise null. */
export async function withModel<T>(
  memory: Memory,
  tier: Tier,
  work: (ask: AskModel | undefined) => Promise<T>,
): Promise<T> {
  const model = openModel(memory, {}, tier);
  if (!model) return work(undefined);
  try {
    return await work(model.ask);
  } finally {
    await model.close();
  }
}

/** Why a summary is not the model's. */
export function noteOnFailure(asked: Exclude<ModelAnswer<unknown>, { status: "answered" }>): string {
  return `made by rules: ${asked.status === "capped" ? "the spending cap is reached" : asked.reason}`;
}

/** About 12,000 tokens: the beginning shows what was asked, the end what resulted. */
const maxCharacters = 48_000;

/** Observations as numbered lines. */
export function numberedLines(observations: readonly Observation[]): string {
  const lines = observations.map((one, i) => {
    const who = one.kind === "prompt" ? "user" : one.kind === "reply" ? "agent" : (one.tool ?? "tool");
    const text = one.kind === "tool" ? one.summary || one.title : one.detail || one.summary;
    return `${i + 1} [${who}${one.status === "ok" ? "" : `, ${one.status}`}] ${text.replace(/\s+/g, " ")}`;
  });
  const all = lines.join("\n");
  if (all.length <= maxCharacters) return all;
  const half = maxCharacters / 2;
  return `${all.slice(0, half)}\n… left out …\n${all.slice(-half)}`;
}

// How journeys ask a model: with the money counted, and with what can go wrong as a value. Passed in, so that a journey
// knows neither keys nor providers.

import type { Memory } from "../memory.ts";
import type { LlmRequest } from "../models/llm/llm.ts";
import { type Asked, ask } from "../models/llm/metered.ts";
import { type LlmSettings, llmSettings, openLlm } from "../models/llm/open.ts";

export type AskModel = <T>(purpose: string, callKey: string, request: LlmRequest<T>) => Promise<Asked<T>>;

export interface OpenModel {
  ask: AskModel;
  close(): Promise<void>;
}

/** The model of the settings for observations, or another one for a trial; null is offline. */
export function openModel(memory: Memory, other: Partial<LlmSettings> = {}): OpenModel | null {
  const llm = openLlm({ ...llmSettings(memory.config, memory.paths), ...other });
  if (!llm) return null;
  return {
    ask: (purpose, callKey, request) => ask(memory, llm, purpose, callKey, request),
    close: () => llm.close(),
  };
}

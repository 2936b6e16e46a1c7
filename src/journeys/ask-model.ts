// Work that a language model may help with, where the settings name one; offline it gets none.

import type { Memory } from "../memory.ts";
import { ask } from "../models/llm/metered.ts";
import { llmSettings, openLlm, type Tier } from "../models/llm/open.ts";
import type { AskModel } from "./reflect-by-model.ts";

export async function withModel<T>(
  memory: Memory,
  tier: Tier,
  work: (ask: AskModel | undefined) => Promise<T>,
): Promise<T> {
  const llm = openLlm(llmSettings(memory.config, memory.paths), tier);
  if (!llm) return work(undefined);
  try {
    return await work((purpose, callKey, request) => ask(memory, llm, purpose, callKey, request));
  } finally {
    await llm.close();
  }
}

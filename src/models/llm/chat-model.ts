// The model of the chat, from the settings: one that streams and uses tools, one that only gives whole answers, or none.
// Nothing is loaded or contacted before its first use.

import type { LanguageModelV4 } from "@ai-sdk/provider";
import { TellbackError } from "../../protocol/errors.ts";
import { apiUrl, isPrivateHost } from "./hosted.ts";
import type { Llm } from "./llm.ts";
import { type LlmSettings, modelOf, openLlm, urlOf } from "./open.ts";

export interface StreamingModel {
  kind: "streaming";
  provider: "anthropic" | "openai-compatible";
  model: string;
  isLocal: boolean;
  /** For messages about it. */
  host: string;
  load(): Promise<LanguageModelV4>;
}

export type ChatModel =
  | { kind: "none" }
  /** Claude Code runs headless for one answer: tellback's tools cannot be given to it. */
  | { kind: "whole answers"; llm: Llm }
  | { kind: "unusable"; error: TellbackError }
  | StreamingModel;

export function chatModelOf(settings: LlmSettings): ChatModel {
  const { provider, apiKey } = settings;
  if (provider === "offline") return { kind: "none" };
  try {
    const model = modelOf(settings, "summaries");
    if (provider === "claude-cli") {
      const llm = openLlm(settings, "summaries");
      return llm ? { kind: "whole answers", llm } : { kind: "none" };
    }
    const url = apiUrl(provider, urlOf(settings));
    return {
      kind: "streaming",
      provider,
      model,
      isLocal: isPrivateHost(url.hostname),
      host: url.host,
      async load() {
        const { createLanguageModel } = await import("./language-model.ts");
        return createLanguageModel({ provider, model, url, apiKey });
      },
    };
  } catch (error) {
    return { kind: "unusable", error: TellbackError.from(error) };
  }
}

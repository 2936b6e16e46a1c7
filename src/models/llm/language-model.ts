// Models over HTTP, by the providers of the AI SDK. Imported at the first question, so that an idle daemon does not
// keep them in memory. A chat can stream and use tools through the same `createLanguageModel`.

import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, type LanguageModelV4, type LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { z } from "zod";
import { TellbackError } from "../../protocol/errors.ts";
import { retryAfterMs } from "../back-off.ts";
import { type ComposedRequest, jsonSchemaOf } from "./compose.ts";
import type { SendResult } from "./converse.ts";

export interface LanguageModelOptions {
  provider: "anthropic" | "openai-compatible";
  model: string;
  url: URL;
  apiKey?: string | undefined;
}

/** Key and URL are always passed: otherwise the AI SDK would take them from the environment. */
export function createLanguageModel({ provider, model, url, apiKey }: LanguageModelOptions): LanguageModelV4 {
  const baseURL = url.href.replace(/\/$/, "");
  if (provider === "anthropic") return createAnthropic({ baseURL, apiKey: apiKey ?? "" })(model);
  return createOpenAICompatible({
    name: provider,
    baseURL,
    ...(apiKey ? { apiKey } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(model);
}

export interface Question {
  composed: ComposedRequest;
  /** Null if the server cannot enforce a schema. */
  schema: z.ZodType | null;
  maxTokens: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/** One request. converse.ts handles waiting and retries. */
export async function generate(
  model: LanguageModelV4,
  host: string,
  question: Question,
): Promise<SendResult> {
  const timeout = AbortSignal.timeout(question.timeoutMs);
  try {
    const result = await model.doGenerate({
      prompt: promptOf(question.composed),
      maxOutputTokens: question.maxTokens,
      abortSignal: AbortSignal.any([question.signal, timeout]),
      ...(question.schema
        ? { responseFormat: { type: "json", name: "answer", schema: jsonSchemaOf(question.schema) } }
        : {}),
      // Strict mode refuses schemas with optional fields or bounds; the answer is checked here anyway.
      providerOptions: { "openai-compatible": { strictJsonSchema: false } },
    });
    const { inputTokens, outputTokens } = result.usage;
    const reason = result.finishReason.unified;
    return {
      kind: "answer",
      text: result.content.map((part) => (part.type === "text" ? part.text : "")).join(""),
      stop: reason === "length" ? "length" : reason === "content-filter" ? "declined" : "end",
      usage:
        inputTokens.total === undefined || outputTokens.total === undefined
          ? null
          : {
              input: inputTokens.total - (inputTokens.cacheRead ?? 0),
              output: outputTokens.total,
              cacheRead: inputTokens.cacheRead ?? 0,
            },
      model: result.response?.modelId ?? model.modelId,
    };
  } catch (thrown) {
    if (question.signal.aborted) throw thrown;
    if (timeout.aborted) {
      const message = `${host}: no answer within ${question.timeoutMs} ms`;
      return { kind: "lost", error: new TellbackError("unavailable", message, { hint, cause: thrown }) };
    }
    return failure(thrown, host);
  }
}

function promptOf({ system, turns }: ComposedRequest): LanguageModelV4Prompt {
  return [
    { role: "system", content: system },
    ...turns.map(({ role, text }) => ({ role, content: [{ type: "text" as const, text }] })),
  ];
}

const hint = "Check llm.url and llm.model: `tellback config --explain`";
const hints: Record<number, string> = {
  401: "Set llm.apiKey.",
  403: "Set llm.apiKey.",
  404: "Check llm.model and llm.url; with Ollama: ollama pull <model>",
};
const neverSent = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

function failure(thrown: unknown, host: string): SendResult {
  const status = APICallError.isInstance(thrown) ? thrown.statusCode : undefined;
  if (APICallError.isInstance(thrown) && status !== undefined && status >= 400) {
    const message = `${host} refused (${status}): ${(thrown.responseBody ?? thrown.message).slice(0, 300)}`;
    const error = new TellbackError("unavailable", message, { hint: hints[status] ?? hint });
    if (![408, 409, 429].includes(status) && status < 500) return { kind: "refused", error };
    return { kind: "busy", error, waitMs: retryAfterMs(thrown.responseHeaders?.["retry-after"]) };
  }
  const code = codeOf(thrown);
  if (code && neverSent.includes(code)) {
    const error = new TellbackError("unavailable", `${host}: no connection (${code})`, {
      hint,
      cause: thrown,
    });
    return { kind: "busy", error };
  }
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  const message = `the answer of ${host} was lost: ${why.slice(0, 300)}`;
  return { kind: "lost", error: new TellbackError("unavailable", message, { hint, cause: thrown }) };
}

/** Why a model gave no answer, or only a part of one, with the next step. */
export function describeFailure(thrown: unknown, host: string): TellbackError {
  if (thrown instanceof TellbackError) return thrown;
  const retried = (thrown as { lastError?: unknown } | null)?.lastError;
  const sent = failure(retried ?? thrown, host);
  return sent.kind === "answer" ? new TellbackError("unavailable", `${host} gave no answer`) : sent.error;
}

/** The system's error code, which may be deep in the chain of causes. */
function codeOf(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    const { code } = error as NodeJS.ErrnoException;
    if (typeof code === "string") return code;
    if (error instanceof AggregateError) return codeOf(error.errors[0]);
  }
  return undefined;
}

/** Some servers do not support `response_format`, or not with a schema. */
export function refusesSchema(sent: SendResult): boolean {
  return (
    sent.kind === "refused" &&
    /refused \((400|422)\)/.test(sent.error.message) &&
    /response_format|json_schema|structured|grammar|schema/i.test(sent.error.message)
  );
}

// The user's own Claude Code as a language model, with its login. For people who have a plan and no API key.

import { z } from "zod";
import { ensurePrivateFolder } from "../../config/private-files.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type ClaudeEnd, findClaude, runClaude } from "./claude-command.ts";
import type { ComposedRequest } from "./compose.ts";
import { converse, type SendResult } from "./converse.ts";
import type { Llm } from "./llm.ts";

export interface ClaudeCliOptions {
  model: string;
  /** Where `claude` may be; the first existing one is used. */
  places: readonly string[];
  /** An empty folder that belongs to tellback. */
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Used instead of the login. */
  apiKey?: string | undefined;
  url?: string | undefined;
  timeoutMs?: number | undefined;
}

/** The fields of the client's final output that tellback needs. */
const result = z.object({
  type: z.literal("result"),
  subtype: z.string().default(""),
  is_error: z.boolean(),
  result: z.string().default(""),
  stop_reason: z.string().nullish(),
  api_error_status: z.number().nullish(),
  api_error: z.string().nullish(),
  total_cost_usd: z.number().optional(),
  /** Of all its requests; the field `usage` covers only the last one. */
  modelUsage: z
    .record(
      z.string(),
      z.object({
        inputTokens: z.number(),
        outputTokens: z.number(),
        cacheReadInputTokens: z.number().default(0),
        cacheCreationInputTokens: z.number().default(0),
      }),
    )
    .default({}),
});

export function openClaudeCli(options: ClaudeCliOptions): Llm {
  const { model, folder } = options;
  const timeoutMs = options.timeoutMs ?? 110_000;
  const closing = new AbortController();
  const env = {
    ...options.env,
    ...(options.apiKey ? { ANTHROPIC_API_KEY: options.apiKey } : {}),
    ...(options.url ? { ANTHROPIC_BASE_URL: options.url } : {}),
  };

  return {
    provider: "claude-cli",
    model,
    isLocal: false,
    // The client's own text around the system prompt was 450 tokens (2.1.325).
    addedTokens: 4_000,
    async complete(request) {
      const command = findClaude(options.places);
      ensurePrivateFolder(folder);
      return converse(
        request,
        async (composed, signal) => {
          const { system } = composed;
          const prompt = asOnePrompt(composed);
          const call = { command, folder, env, model, system, prompt, timeoutMs, signal };
          const { maxTokens, budgetUsd } = request;
          return understand(await runClaude({ ...call, maxTokens, budgetUsd }), model, timeoutMs);
        },
        { describeForm: true, closing: closing.signal },
      );
    },
    async close() {
      closing.abort();
    },
  };
}

/** Headless, the client accepts one prompt; an earlier unusable answer is included in it. */
function asOnePrompt({ turns }: ComposedRequest): string {
  return turns.map(({ role, text }) => (role === "user" ? text : `Your answer was:\n${text}`)).join("\n\n");
}

function understand(end: ClaudeEnd, model: string, timeoutMs: number): SendResult {
  if (end.kind === "missing")
    return { kind: "refused", error: trouble("Claude Code cannot be run", end.cause) };
  if (end.kind === "timeout") {
    return { kind: "lost", error: trouble(`Claude Code gave no answer within ${timeoutMs} ms`) };
  }
  const output = parse(end.stdout);
  if (!output) {
    const words = (end.stderr || end.stdout).trim().slice(0, 300) || `exit code ${end.code}`;
    return { kind: "refused", error: trouble(`Claude Code gave no answer: ${words}`) };
  }
  const [used = model, counted] = Object.entries(output.modelUsage)[0] ?? [];
  const usage = counted && {
    input: counted.inputTokens + counted.cacheCreationInputTokens,
    output: counted.outputTokens,
    cacheRead: counted.cacheReadInputTokens,
    usd: output.total_cost_usd,
  };
  const answer = { kind: "answer", usage: usage ?? null, model: used } as const;
  if (output.stop_reason === "refusal") return { ...answer, text: "", stop: "declined" };
  if (!output.is_error) return { ...answer, text: output.result, stop: "end" };
  const error = trouble(`Claude Code: ${output.result.trim().slice(0, 300) || output.subtype}`);
  if (output.api_error === "connection_failed") return { kind: "lost", error };
  // The client has already asked for the rest without success: a second run would pay for all of it again.
  if ((output.total_cost_usd ?? 0) > 0) return { kind: "refused", error, usage };
  return isBusy(output.api_error_status) ? { kind: "busy", error } : { kind: "refused", error };
}

function isBusy(status: number | null | undefined): boolean {
  return status === 429 || (status ?? 0) >= 500;
}

function parse(stdout: string): z.infer<typeof result> | null {
  try {
    const parsed = result.safeParse(JSON.parse(stdout));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function trouble(message: string, cause?: unknown): TellbackError {
  const hint = /log ?in|api key|oauth|credit|authenticat/i.test(message)
    ? "Run `claude` and log in with /login."
    : /unknown option/i.test(message)
      ? "Update Claude Code: claude update"
      : "Try `claude -p hello` by hand, or run `tellback config set llm.provider offline`.";
  return new TellbackError("unavailable", message, { hint, cause });
}

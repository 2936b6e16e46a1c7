// One JSON request that survives a busy server: waits and retries on 429, 5xx and broken connections.

import { TellbackError } from "../../protocol/errors.ts";
import { backOffMs, pause, retryAfterMs } from "../back-off.ts";

export interface PostOptions {
  apiKey?: string | undefined;
  /** For each attempt. */
  timeoutMs: number;
  attempts: number;
  signal: AbortSignal;
}

const maxWaitMs = 20_000;

export async function postJson(url: URL, body: unknown, options: PostOptions): Promise<unknown> {
  const request = JSON.stringify(body);
  for (let attempt = 1; ; attempt++) {
    const outcome = await post(url, request, options);
    if (outcome.kind === "answer") return outcome.value;
    if (outcome.kind === "refused" || attempt >= options.attempts) throw outcome.error;
    const waitMs = Math.min(outcome.waitMs ?? backOffMs(attempt), maxWaitMs);
    await pause(waitMs, options.signal).catch((cause: unknown) => {
      throw closedError(cause);
    });
  }
}

type Outcome =
  | { kind: "answer"; value: unknown }
  | { kind: "refused"; error: TellbackError }
  | { kind: "busy"; error: TellbackError; waitMs?: number | undefined };

async function post(url: URL, request: string, options: PostOptions): Promise<Outcome> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
      },
      body: request,
      signal: AbortSignal.any([options.signal, timeout]),
    });
    if (response.ok) return { kind: "answer", value: await response.json() };
    const error = refusal(url, response.status, await response.text());
    if (response.status !== 429 && response.status < 500) return { kind: "refused", error };
    return { kind: "busy", error, waitMs: retryAfterMs(response.headers.get("retry-after")) };
  } catch (cause) {
    if (options.signal.aborted) return { kind: "refused", error: closedError(cause) };
    if (cause instanceof SyntaxError) {
      const error = new TellbackError("unavailable", `${url.host} did not answer with JSON`, { hint, cause });
      return { kind: "refused", error };
    }
    const why = timeout.aborted ? `no answer within ${options.timeoutMs} ms` : "no connection";
    return { kind: "busy", error: new TellbackError("unavailable", `${url.host}: ${why}`, { hint, cause }) };
  }
}

const hint =
  "Check that the server is running, and embed.url; or run `tellback config set embed.provider bundled`.";

/** Always `unavailable`: the user's rights on that server are not the caller's rights here. */
function refusal(url: URL, status: number, text: string): TellbackError {
  const message = `${url.host} refused to embed (${status}): ${text.slice(0, 300)}`;
  const hints: Record<number, string> = {
    401: "Set embed.apiKey.",
    403: "Set embed.apiKey.",
    404: "Check embed.model and embed.url; with Ollama: ollama pull <model>",
  };
  return new TellbackError("unavailable", message, { hint: hints[status] ?? hint });
}

function closedError(cause: unknown): TellbackError {
  return new TellbackError("interrupted", "the embedder was closed", { cause });
}

// One question to a model, with its failures: waits for a busy server, asks a second time after a lost or
// malformed answer, and reports what was paid for. The same for every provider; each has its own `send`.

import { TellbackError } from "../../protocol/errors.ts";
import { plural } from "../../protocol/plural.ts";
import { backOffMs, pause } from "../back-off.ts";
import { readAnswer } from "./answer.ts";
import { type ComposedRequest, complain, compose } from "./compose.ts";
import { addUsage, type LlmAnswer, type LlmRequest, maxRequests, type Usage } from "./llm.ts";

export type SendResult =
  | { kind: "answer"; text: string; stop: "end" | "length" | "declined"; usage: Usage | null; model: string }
  /** Sent, but no answer or only a part came back: it may have been paid for. */
  | { kind: "lost"; error: TellbackError }
  /** Busy; nothing was paid for. */
  | { kind: "busy"; error: TellbackError; waitMs?: number | undefined }
  /** Refused for good, and what was paid for that. */
  | { kind: "refused"; error: TellbackError; usage?: Usage | undefined };

/** Throws only if the signal is aborted. */
export type Send = (composed: ComposedRequest, signal: AbortSignal) => Promise<SendResult>;

export interface Patience {
  /** How often a busy server is asked. */
  attempts: number;
  /** A server that asks for a longer pause is not waited for; the job is retried later. */
  maxWaitMs: number;
}

const patience: Patience = { attempts: 3, maxWaitMs: 20_000 };

/** Far beyond what any request allows with `maxTokens`. */
const maxAnswerLength = 1024 * 1024;

export async function converse<T>(
  request: LlmRequest<T>,
  send: Send,
  options: { describeForm: boolean; closing: AbortSignal; patience?: Patience | undefined },
): Promise<LlmAnswer<T>> {
  const { attempts, maxWaitMs } = options.patience ?? patience;
  const signal = request.signal ? AbortSignal.any([request.signal, options.closing]) : options.closing;
  const pay = request.onCost ?? (() => {});
  let composed = compose(request, options.describeForm);
  let usage: Usage = { input: 0, output: 0 };
  let refusals = 0;

  for (let requests = 0; ; ) {
    if (signal.aborted) throw interrupted();
    const sent = await send(composed, signal).catch((thrown: unknown) => {
      pay("unknown");
      throw signal.aborted ? interrupted(thrown) : thrown;
    });
    if (sent.kind === "refused") {
      if (sent.usage) pay(sent.usage);
      throw sent.error;
    }
    if (sent.kind === "busy") {
      refusals += 1;
      const waitMs = sent.waitMs ?? backOffMs(refusals);
      if (refusals >= attempts || waitMs > maxWaitMs) throw sent.error;
      await pause(waitMs, signal).catch((cause: unknown) => {
        throw interrupted(cause);
      });
      continue;
    }
    requests += 1;
    if (sent.kind === "lost") {
      pay("unknown");
      if (requests >= maxRequests) throw sent.error;
      continue;
    }
    pay(sent.usage ?? "unknown");
    usage = addUsage(usage, sent.usage ?? { input: 0, output: 0 });
    if (sent.stop === "declined" || sent.text.trim() === "") {
      throw new TellbackError("unavailable", `${sent.model} declined to answer`);
    }
    if (sent.text.length > maxAnswerLength) {
      throw new TellbackError(
        "unavailable",
        `${sent.model} gave an answer of ${sent.text.length} characters`,
        {
          hint: "Check llm.url and llm.model: the server ignores the limit that it was given.",
        },
      );
    }
    const read = readAnswer(sent.text, request.schema);
    if (read.ok) return { value: read.value, usage, model: sent.model };
    const why = sent.stop === "length" ? `it is longer than ${plural(request.maxTokens, "token")}` : read.why;
    if (requests >= maxRequests) {
      throw new TellbackError("unavailable", `${sent.model} gave an invalid answer: ${why}`);
    }
    composed = complain(composed, sent.text, why);
  }
}

function interrupted(cause?: unknown): TellbackError {
  return new TellbackError("interrupted", "the model call was interrupted", { cause });
}

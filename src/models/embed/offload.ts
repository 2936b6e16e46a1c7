// An embedder whose model runs in a separate process: started by the first call, ended when idle, replaced when
// it dies. So requests are never blocked, and an unused model costs no memory.

import { TellbackError } from "../../protocol/errors.ts";
import { addPrefix, type Embedder, type Prefixes } from "./embedder.ts";
import { type Runner, startRunner } from "./runner.ts";
import type { Answer, Ask, ModelSpec } from "./worker.ts";

export interface OffloadOptions {
  id: string;
  dimensions: number;
  spec: ModelSpec;
  prefixes?: Prefixes | undefined;
  /** Unused for this long, the model is unloaded. */
  idleMs?: number | undefined;
}

export interface OffloadedEmbedder extends Embedder {
  /** The process with the model; null while it is not loaded. */
  readonly pid: number | undefined;
}

interface Call {
  resolve(vectors: Float32Array[]): void;
  reject(error: TellbackError): void;
}

interface ActiveRunner {
  runner: Runner;
  calls: Map<number, Call>;
  isLoaded: boolean;
}

const defaultIdleMs = 5 * 60_000;

export function openOffloaded(options: OffloadOptions): OffloadedEmbedder {
  const idleMs = options.idleMs ?? defaultIdleMs;
  let running: ActiveRunner | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastCall = 0;
  let closed = false;

  function start(): ActiveRunner {
    const calls = new Map<number, Call>();
    const runner = startRunner(options.spec, {
      answer: (answer) => settle(started, answer),
      ended: (detail, cause) => abandon(started, died(detail, cause)),
    });
    const started: ActiveRunner = { runner, calls, isLoaded: false };
    return started;
  }

  function settle(from: ActiveRunner, answer: Answer): void {
    if (answer.kind === "loaded") {
      from.isLoaded = true;
      return;
    }
    if (answer.kind === "unusable") {
      abandon(from, TellbackError.fromBody(answer.error));
      void from.runner.end();
      return;
    }
    const call = from.calls.get(answer.call);
    from.calls.delete(answer.call);
    if (answer.kind === "done") call?.resolve(answer.vectors);
    else call?.reject(TellbackError.fromBody(answer.error));
    if (from.calls.size === 0 && running === from) rest(from);
  }

  function rest(resting: ActiveRunner): void {
    resting.runner.release();
    clearTimeout(idle);
    idle = setTimeout(() => {
      running = undefined;
      void resting.runner.end();
    }, idleMs);
    idle.unref();
  }

  /** The next call starts a new process. */
  function abandon(lost: ActiveRunner, reason: TellbackError): void {
    if (running === lost) {
      running = undefined;
      clearTimeout(idle);
    }
    for (const call of lost.calls.values()) call.reject(reason);
    lost.calls.clear();
  }

  return {
    id: options.id,
    dimensions: options.dimensions,
    get isLoaded() {
      return running?.isLoaded ?? false;
    },
    get pid() {
      return running?.runner.pid;
    },
    async embed(texts, purpose, subject) {
      if (closed) throw new TellbackError("unavailable", "the embedder is closed");
      if (texts.length === 0) return [];
      clearTimeout(idle);
      running ??= start();
      const { runner, calls } = running;
      runner.hold();
      const ask: Ask = {
        call: ++lastCall,
        texts: texts.map((text) => addPrefix(options.prefixes, text, purpose, subject)),
        urgent: purpose === "query",
      };
      return new Promise((resolve, reject) => {
        calls.set(ask.call, { resolve, reject });
        runner.send(ask);
      });
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const closing = running;
      if (!closing) return;
      abandon(closing, new TellbackError("interrupted", "the embedder was closed"));
      await closing.runner.end();
    },
  };
}

function died(detail: string, cause?: unknown): TellbackError {
  return new TellbackError("unavailable", `the embedding worker exited: ${detail}`, {
    hint: "Try again: the next call starts a new worker; until then search uses full text only.",
    cause,
  });
}

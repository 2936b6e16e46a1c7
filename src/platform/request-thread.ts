// A thread that answers one request after the other. It starts with the first one and ends when idle. A request that
// hangs or crashes it is refused with the reason, and the next one gets a new thread.

import { parentPort, Worker } from "node:worker_threads";
import { endThread, takeRequests } from "./threads.ts";

export interface RequestThread<Request, Answer> {
  /** Rejects with the reason as the message of the error. */
  ask(request: Request): Promise<Answer>;
  close(): Promise<void>;
}

export interface ThreadLimits {
  hungAfterMs?: number;
  idleMs?: number;
}

interface Waiting<Request, Answer> {
  sent: { number: number; request: Request };
  done(answer: Answer): void;
  failed(error: Error): void;
}

type ThreadAnswer<Answer> = { number: number } & ({ done: Answer } | { failed: string });

const hungAfterMs = 20_000;
const idleMs = 30_000;

export function createRequestThread<Request, Answer>(
  url: URL,
  limits: ThreadLimits = {},
): RequestThread<Request, Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;

  function ask(request: Request): Promise<Answer> {
    return new Promise((done, failed) => {
      waiting.push({ sent: { number: ++count, request }, done, failed });
      if (waiting.length === 1) sendNext();
    });
  }

  function sendNext(): void {
    clearTimeout(timer);
    const [first] = waiting;
    if (!first) {
      worker?.unref();
      timer = setTimeout(() => end(endThread), limits.idleMs ?? idleMs).unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(first.sent);
    timer = setTimeout(() => giveUp("takes too long to parse"), limits.hungAfterMs ?? hungAfterMs);
  }

  function start(): Worker {
    const started = new Worker(url, {
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    });
    started.on("message", (answer: ThreadAnswer<Answer>) => {
      if (started !== worker || answer.number !== waiting[0]?.sent.number) return;
      settle((first) =>
        "done" in answer ? first.done(answer.done) : first.failed(new Error(answer.failed)),
      );
    });
    started.on("error", (error) => {
      if (started === worker) giveUp(`cannot be parsed: ${error.message}`);
    });
    return started;
  }

  /** The request that is being answered is to blame. */
  function giveUp(why: string): void {
    end((hung) => hung.terminate());
    settle((first) => first.failed(new Error(why)));
  }

  function settle(answer: (first: Waiting<Request, Answer>) => void): void {
    const first = waiting.shift();
    if (first) answer(first);
    sendNext();
  }

  async function end(how: (worker: Worker) => Promise<unknown>): Promise<void> {
    clearTimeout(timer);
    const ended = worker;
    worker = undefined;
    if (ended) await how(ended);
  }

  return {
    ask,
    async close() {
      for (const { failed } of waiting.splice(0)) failed(new Error("tellback is stopping"));
      await end(endThread);
    },
  };
}

/** In the thread: answers each request. */
export function answerRequests<Request, Answer>(work: (request: Request) => Promise<Answer>): void {
  takeRequests(async ({ number, request }: { number: number; request: Request }) => {
    let answer: ThreadAnswer<Answer>;
    try {
      answer = { number, done: await work(request) };
    } catch (error) {
      answer = { number, failed: error instanceof Error ? error.message : String(error) };
    }
    parentPort?.postMessage(answer);
  });
}

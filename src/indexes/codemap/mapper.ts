// Maps files in one worker thread, so that parsing never delays an answer of the daemon. The thread starts with the
// first file and ends when idle; a file that hangs or crashes it is skipped with the reason, and the next file gets a
// new thread.

import { Worker } from "node:worker_threads";
import {
  type AroundAnswer,
  contentHash,
  type FileMap,
  languageOf,
  skippedAs,
} from "../../../libs/callgraph/without-parser.ts";
import { endThread, entryUrl } from "../../platform/threads.ts";
import type { AroundRequest, MapRequest, WorkAnswer, WorkRequest } from "./worker.ts";

export interface Mapper {
  /** Never rejects: what cannot be mapped is a skipped file. */
  map(path: string, text: string, callsFor?: string): Promise<FileMap>;
  /** The calls of a file that was mapped with `callsFor`, and the calls into it. */
  around(request: Omit<AroundRequest, "is">): Promise<AroundAnswer>;
  close(): Promise<void>;
}

const hungAfterMs = 20_000;
const idleMs = 30_000;
const url = entryUrl("codemap-worker", "./worker.ts", import.meta.url);

interface Waiting {
  request: WorkRequest;
  done(answer: FileMap | AroundAnswer): void;
  failed(why: string): void;
}

export function createMapper(limits: { hungAfterMs?: number; idleMs?: number } = {}): Mapper {
  const waiting: Waiting[] = [];
  let worker: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let count = 0;

  function enqueue(waits: Waiting): void {
    waiting.push(waits);
    if (waiting.length === 1) sendNext();
  }

  function map(path: string, text: string, callsFor?: string): Promise<FileMap> {
    const request: MapRequest = { is: "map", path, text, callsFor: callsFor ?? null };
    return new Promise((resolve) => {
      enqueue({
        request: { ...request, number: ++count },
        done: (answer) => resolve(answer as FileMap),
        failed: (why) => resolve(skipped(request, why)),
      });
    });
  }

  function around(asked: Omit<AroundRequest, "is">): Promise<AroundAnswer> {
    return new Promise((resolve) => {
      enqueue({
        request: { ...asked, is: "around", number: ++count },
        done: (answer) => resolve(answer as AroundAnswer),
        failed: (why) => resolve({ is: "failed", why }),
      });
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
    worker.postMessage(first.request);
    timer = setTimeout(() => giveUp("takes too long to parse"), limits.hungAfterMs ?? hungAfterMs);
  }

  function start(): Worker {
    const started = new Worker(url, {
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    });
    started.on("message", (answer: WorkAnswer) => {
      if (started !== worker || answer.number !== waiting[0]?.request.number) return;
      settle((first) => ("done" in answer ? first.done(answer.done) : first.failed(answer.failed)));
    });
    started.on("error", (error) => {
      if (started === worker) giveUp(`cannot be parsed: ${error.message}`);
    });
    return started;
  }

  /** The file that is being parsed is to blame. */
  function giveUp(why: string): void {
    end((hung) => hung.terminate());
    settle((first) => first.failed(why));
  }

  function settle(answer: (first: Waiting) => void): void {
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
    map,
    around,
    async close() {
      for (const { failed } of waiting.splice(0)) failed("tellback is stopping");
      await end(endThread);
    },
  };
}

function skipped({ path, text }: MapRequest, problem: string): FileMap {
  const base = { path, language: languageOf(path), contentHash: contentHash(text), lines: 0 };
  return { ...base, ...skippedAs(problem) };
}

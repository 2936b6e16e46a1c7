// Threads that read transcripts for an import while the daemon stores what they have read. A file that ends a thread
// is reported as failed, and the next one gets a new thread.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { PortionRequest } from "../../memory/capture/portion.ts";
import { adoptCovers } from "../../platform/covered-paths.ts";
import { startWithYoungSpace } from "../../platform/heap.ts";
import { endThread, entryUrl } from "../../platform/threads.ts";
import type { ReadAnswer, ReadRequest } from "./reader-worker.ts";

export type ReadPortion = ReadAnswer["portion"];

export interface Readers {
  /** Never rejects. */
  read(request: PortionRequest): Promise<ReadPortion>;
  close(): Promise<void>;
}

/** Reading takes three times as long as storing; each thread takes about 60 MB. */
const maxThreads = 2;
const maxHeapMb = 128;
/** Almost everything that a reader makes is short-lived. With 5 MB, 2 GB of history took 414 MB of memory in all. */
const youngSpaceMb = 2;
const youngHeapMb = 16;
/** What a thread reads and what it reads next, so that it never pauses; the rest goes to whichever is free first. */
const inHand = 2;
const readerCode = entryUrl("import-worker", "./reader-worker.ts", import.meta.url);

interface Question {
  asked: ReadRequest;
  answer(portion: ReadPortion): void;
}

interface Thread {
  worker: Worker;
  questions: Map<number, Question>;
}

/** `code`: what the threads run. */
export function openReaders(code: URL = readerCode): Readers {
  const count = Math.min(maxThreads, availableParallelism());
  const running = new Set<Thread>();
  const waiting: Question[] = [];
  const usualYoungSpace = startWithYoungSpace(youngSpaceMb);
  let number = 0;

  function start(): Thread {
    const worker = new Worker(code, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    const thread: Thread = { worker, questions: new Map() };
    worker.on("message", ({ number, portion, covers }: ReadAnswer) => {
      adoptCovers(covers);
      const question = thread.questions.get(number);
      thread.questions.delete(number);
      question?.answer(portion);
      handOut();
    });
    worker.on("error", (error) => end(thread, error.message));
    worker.on("exit", () => end(thread, "the thread ended"));
    running.add(thread);
    return thread;
  }

  /** What it was reading has ended it; what it would have read next goes to another thread. */
  function end(thread: Thread, reason: string): void {
    running.delete(thread);
    const [first, ...rest] = thread.questions.values();
    thread.questions.clear();
    first?.answer({ status: "failed", reason });
    waiting.unshift(...rest);
    handOut();
  }

  /** The thread with the least to do, if it can take more. */
  function free(): Thread | undefined {
    const [idlest] = [...running].sort((a, b) => a.questions.size - b.questions.size);
    if (idlest?.questions.size !== 0 && running.size < count) return start();
    return idlest && idlest.questions.size < inHand ? idlest : undefined;
  }

  function handOut(): void {
    while (waiting.length > 0) {
      const thread = free();
      const question = thread && waiting.shift();
      if (!question) return;
      thread.questions.set(question.asked.number, question);
      thread.worker.postMessage(question.asked);
    }
  }

  return {
    read(request) {
      return new Promise((answer) => {
        waiting.push({ asked: { number: ++number, request }, answer });
        handOut();
      });
    },
    async close() {
      usualYoungSpace();
      const all = [...running];
      running.clear();
      const open = [...waiting.splice(0), ...all.flatMap(({ questions }) => [...questions.values()])];
      for (const { questions } of all) questions.clear();
      for (const { answer } of open) answer({ status: "failed", reason: "the import ended" });
      await Promise.all(all.map(({ worker }) => endThread(worker)));
    },
  };
}

// Threads that read transcripts for an import while the daemon stores what they have read. A file that ends a thread
// is reported as failed, and the next one gets a new thread.

import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { adoptCovers } from "../../secrets/covered.ts";
import { endThread, entryUrl } from "../../threads.ts";
import type { PortionRequest } from "../capture/portion.ts";
import { startWithYoungSpace } from "./heap.ts";
import type { ReadAnswer, ReadRequest } from "./reader-worker.ts";

export type ReadPortion = ReadAnswer["portion"];

export interface Readers {
  /** How many portions can be read at the same time. */
  count: number;
  /** Never rejects. */
  read(request: PortionRequest): Promise<ReadPortion>;
  close(): Promise<void>;
}

/** Reading takes three times as long as storing; each thread takes about 60 MB. */
const mostThreads = 2;
const largestHeapMb = 128;
/** Almost everything that a reader makes is short-lived. With 5 MB, 2 GB of history took 414 MB of memory in all. */
const youngSpaceMb = 2;
const youngHeapMb = 16;
const url = entryUrl("import-worker", "./reader-worker.ts", import.meta.url);

interface Thread {
  worker: Worker;
  waiting: Map<number, (portion: ReadPortion) => void>;
}

export function openReaders(): Readers {
  const count = Math.min(mostThreads, availableParallelism());
  const running = new Set<Thread>();
  const usualYoungSpace = startWithYoungSpace(youngSpaceMb);
  let number = 0;

  function start(): Thread {
    const worker = new Worker(url, {
      resourceLimits: { maxOldGenerationSizeMb: largestHeapMb, maxYoungGenerationSizeMb: youngHeapMb },
    });
    const thread: Thread = { worker, waiting: new Map() };
    worker.on("message", ({ number, portion, covers }: ReadAnswer) => {
      adoptCovers(covers);
      const resolve = thread.waiting.get(number);
      thread.waiting.delete(number);
      resolve?.(portion);
    });
    worker.on("error", (error) => end(thread, error.message));
    worker.on("exit", () => end(thread, "the thread ended"));
    running.add(thread);
    return thread;
  }

  function end(thread: Thread, reason: string): void {
    running.delete(thread);
    for (const resolve of thread.waiting.values()) resolve({ status: "failed", reason });
    thread.waiting.clear();
  }

  /** The one with the least to do. */
  function idlest(): Thread {
    const [first, ...rest] = [...running].sort((a, b) => a.waiting.size - b.waiting.size);
    if (first && (first.waiting.size === 0 || rest.length + 1 >= count)) return first;
    return start();
  }

  return {
    count,
    read(request) {
      const thread = idlest();
      return new Promise((resolve) => {
        const asked: ReadRequest = { number: ++number, request };
        thread.waiting.set(asked.number, resolve);
        thread.worker.postMessage(asked);
      });
    },
    async close() {
      usualYoungSpace();
      const all = [...running];
      for (const thread of all) end(thread, "the import ended");
      await Promise.all(all.map(({ worker }) => endThread(worker)));
    },
  };
}

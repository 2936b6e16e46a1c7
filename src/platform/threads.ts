// Threads and processes that answer requests: where their code is, and how a thread ends.

import { existsSync } from "node:fs";
import { parentPort, type Worker } from "node:worker_threads";

/** Built, it is an entry of its own next to the program; in the source tree Node runs the .ts file. */
export function entryUrl(entry: string, source: string, from: string): URL {
  const built = [`./${entry}.mjs`, `../${entry}.mjs`].map((place) => new URL(place, from));
  return built.find((url) => existsSync(url)) ?? new URL(source, from);
}

const endMs = 2_000;

/** In the thread: takes requests until `endThread` tells it to end. */
export function takeRequests<Request>(take: (request: Request) => void): void {
  parentPort?.on("message", (request: Request | null) => {
    if (request === null) parentPort?.close();
    else take(request);
  });
}

/** Asks the thread to end: terminating it during a system call can crash the whole process. */
export async function endThread(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  worker.once("exit", () => resolve());
  worker.postMessage(null);
  const timer = setTimeout(() => worker.terminate(), endMs);
  await ended;
  clearTimeout(timer);
}

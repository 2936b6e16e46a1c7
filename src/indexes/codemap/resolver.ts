// Resolves the calls of a project in a thread of its own, which ends afterwards and returns its memory. Texts go in and
// calls come out in parts: a large project is never in memory as a whole.

import { Worker } from "node:worker_threads";
import type { CallEdge } from "../../../libs/callgraph/without-parser.ts";
import { entryUrl } from "../../platform/threads.ts";
import { TellbackError } from "../../protocol/errors.ts";

export type CodeText = [path: string, text: string];

/** What the thread says: it wants the next texts, or the calls of some files, which are then complete. */
export type FromThread = { is: "ready" } | { is: "calls"; edges: CallEdge[] };

/** What it hears: texts, that there are no more, or that the calls are stored. */
export type ToThread = { is: "texts"; files: CodeText[] } | { is: "all" } | { is: "stored" };

const maxMs = 10 * 60_000;
const url = entryUrl("calls-worker", "./calls-worker.ts", import.meta.url);

export function resolveInThread(
  /** package.json, tsconfig.json and others that say where imports lead. */
  configs: readonly CodeText[],
  texts: AsyncIterator<CodeText[]>,
  store: (edges: CallEdge[]) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(url, {
      workerData: configs,
      resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 },
    });
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      reject(error);
      void worker.terminate();
    };
    const timer = setTimeout(
      () => fail(new TellbackError("unavailable", "resolving calls took longer than ten minutes")),
      maxMs,
    );
    const answer = async (said: FromThread): Promise<ToThread> => {
      if (said.is === "calls") {
        await store(said.edges);
        return { is: "stored" };
      }
      const next = await texts.next();
      return next.done ? { is: "all" } : { is: "texts", files: next.value };
    };
    worker.on("message", (said: FromThread) => {
      answer(said).then((heard) => worker.postMessage(heard), fail);
    });
    worker.on("error", (error) =>
      fail(new TellbackError("internal", `calls could not be resolved: ${error.message}`)),
    );
    worker.on("exit", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

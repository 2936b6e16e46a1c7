// Resolves the calls of a project in a thread of its own, which ends afterwards and returns its memory.

import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { EngramError } from "../../protocol/errors.ts";
import type { CallEdge } from "./calls/resolve.ts";

export interface CodeTexts {
  files: [path: string, text: string][];
  /** package.json, tsconfig.json and others that say where imports lead. */
  configs: [path: string, text: string][];
}

const longestMs = 10 * 60_000;

export function resolveInThread(texts: CodeTexts): Promise<CallEdge[]> {
  return new Promise((resolve, reject) => {
    const edges: CallEdge[] = [];
    const worker = new Worker(workerUrl(), {
      workerData: texts,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    const timer = setTimeout(() => {
      reject(new EngramError("unavailable", "resolving calls took longer than ten minutes"));
      void worker.terminate();
    }, longestMs);
    worker.on("message", (part: CallEdge[]) => {
      for (const edge of part) edges.push(edge);
    });
    worker.on("error", (error) => {
      clearTimeout(timer);
      reject(new EngramError("internal", `calls could not be resolved: ${error.message}`));
    });
    worker.on("exit", () => {
      clearTimeout(timer);
      resolve(edges);
    });
  });
}

function workerUrl(): URL {
  const built = ["./calls-worker.mjs", "../calls-worker.mjs"].map((place) => new URL(place, import.meta.url));
  return built.find((url) => existsSync(url)) ?? new URL("./calls-worker.ts", import.meta.url);
}

// Maps files in one worker thread, so that parsing never delays an answer of the daemon. The thread starts with the
// first file and ends when idle; a file that hangs or crashes it is skipped with the reason, and the next file gets a
// new thread.

import {
  type AroundAnswer,
  contentHash,
  type FileMap,
  languageOf,
  skippedAs,
} from "../../../libs/callgraph/without-parser.ts";
import { createRequestThread, type ThreadLimits } from "../../platform/request-thread.ts";
import { entryUrl } from "../../platform/threads.ts";
import type { AroundRequest, MapRequest } from "./worker.ts";

export interface Mapper {
  /** Never rejects: what cannot be mapped is a skipped file. */
  map(path: string, text: string, callsFor?: string): Promise<FileMap>;
  /** The calls of a file that was mapped with `callsFor`, and the calls into it. */
  around(request: Omit<AroundRequest, "is">): Promise<AroundAnswer>;
  close(): Promise<void>;
}

const url = entryUrl("codemap-worker", "./worker.ts", import.meta.url);

export function createMapper(limits: ThreadLimits = {}): Mapper {
  const thread = createRequestThread<MapRequest | AroundRequest, FileMap | AroundAnswer>(url, limits);
  return {
    map(path, text, callsFor) {
      const request: MapRequest = { is: "map", path, text, callsFor: callsFor ?? null };
      return thread.ask(request).then(
        (answer) => answer as FileMap,
        (error: Error) => skipped(request, error.message),
      );
    },
    around(asked) {
      return thread.ask({ ...asked, is: "around" }).then(
        (answer) => answer as AroundAnswer,
        (error: Error) => ({ is: "failed", why: error.message }),
      );
    },
    close: () => thread.close(),
  };
}

function skipped({ path, text }: MapRequest, problem: string): FileMap {
  const base = { path, language: languageOf(path), contentHash: contentHash(text), lines: 0 };
  return { ...base, ...skippedAs(problem) };
}

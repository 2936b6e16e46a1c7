// What a handler gets besides its input.

import type { ImportProgress } from "../journeys/import/import.ts";
import type { Memory } from "../memory.ts";
import type { OperationName, OutputOf, ParsedInputOf } from "../protocol/operations.ts";

export interface ImportRun extends ImportProgress {
  state: OutputOf<"import.state">["state"];
  error: string | null;
}

export type ReindexRun = Omit<OutputOf<"reindex.state">, "vectors">;

export interface HandlerContext {
  memory: Memory;
  /** The daemon's import runs, kept while it runs. */
  imports: { run: ImportRun };
  /** The progress of rebuilding the search index. */
  reindexes: { run: ReindexRun };
  daemonState(): OutputOf<"daemon.state">;
  stop(): void;
  onRequest(name: string): void;
  log(thrown: unknown): void;
}

/** A handler for each operation of a part of the table. */
export type HandlersOf<Operations> = {
  [N in keyof Operations & OperationName]: (
    context: HandlerContext,
    input: ParsedInputOf<N>,
  ) => Promise<OutputOf<N>>;
};

export const noImport: ImportRun = {
  state: "none",
  files: 0,
  filesDone: 0,
  bytes: 0,
  bytesDone: 0,
  stored: 0,
  duplicates: 0,
  error: null,
};

export const noReindex: ReindexRun = { state: "none", documents: { done: 0, all: 0 }, error: null };

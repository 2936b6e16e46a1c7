// What a handler gets besides its input.

import { noProgress } from "../journeys/map/map.ts";
import type { Memory } from "../memory/memory.ts";
import type { OperationName, OutputOf, ParsedInputOf } from "./contracts.ts";
import type { Imports } from "./import/runs.ts";

export type MapRunState = OutputOf<"map.state">;

export const noMapRun: MapRunState = { state: "none", progress: noProgress, error: null };

export type ReindexRun = Omit<OutputOf<"reindex.state">, "vectors">;

export interface HandlerContext {
  memory: Memory;
  /** The daemon's imports, kept while it runs. */
  imports: Imports;
  /** The daemon's runs over the files of a folder, by folder. */
  maps: Map<string, MapRunState>;
  /** The progress of rebuilding the search index. */
  reindexes: { run: ReindexRun };
  /** The progress of the last export. */
  exports: { run: OutputOf<"export.state"> };
  daemonState(): OutputOf<"daemon.state">;
  stop(): void;
  /** Aborted when the daemon stops: whoever waits returns. */
  stopping: AbortSignal;
  /** Opens the page's port, if it is closed, and makes a code for one browser. */
  openPage(query?: string): Promise<OutputOf<"page.open">>;
  /** Runs the checks of `tellback doctor`. */
  doctor(): Promise<OutputOf<"doctor">>;
  /** Set for a browser, which may change fewer settings. */
  isPage?: boolean | undefined;
  onRequest(name: string): void;
  log(thrown: unknown): void;
  /** Set if the caller sees the answer while it is made: takes the events of an operation that streams. */
  emit?: ((event: unknown) => void) | undefined;
}

/** A handler for each operation of a part of the table. */
export type HandlersOf<Operations> = {
  [N in keyof Operations & OperationName]: (
    context: HandlerContext,
    input: ParsedInputOf<N>,
  ) => Promise<OutputOf<N>>;
};

export const noReindex: ReindexRun = { state: "none", documents: { done: 0, all: 0 }, error: null };

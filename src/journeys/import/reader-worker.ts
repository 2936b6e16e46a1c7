// The thread that reads and prepares portions of transcripts. It knows no store.

import { parentPort } from "node:worker_threads";
import { type Portion, type PortionRequest, readPortion } from "../../memory/capture/portion.ts";
import { newCovers } from "../../platform/covered-paths.ts";
import { takeRequests } from "../../platform/threads.ts";

export interface ReadRequest {
  number: number;
  request: PortionRequest;
}

export interface ReadAnswer {
  number: number;
  portion: Portion | { status: "failed"; reason: string };
  /** Paths that were covered: only the daemon may lift a cover, so it must know them. */
  covers: [cover: string, path: string][];
}

takeRequests(async ({ number, request }: ReadRequest) => {
  let portion: ReadAnswer["portion"];
  try {
    portion = await readPortion(request);
  } catch (error) {
    portion = { status: "failed", reason: error instanceof Error ? error.message : String(error) };
  }
  const answer: ReadAnswer = { number, portion, covers: newCovers() };
  parentPort?.postMessage(answer);
});

// tellback reindex: rebuilds the search index, with progress; on Ctrl-C the daemon continues alone.

import { setTimeout as pause } from "node:timers/promises";
import { progress } from "@clack/prompts";
import { connect } from "../../client/connect.ts";
import { pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { OutputOf } from "../contracts.ts";
import { say, sayJson } from "../text/output.ts";
import { forTerminal } from "../text/terminal.ts";
import { texts } from "./text.ts";

type ReindexState = OutputOf<"reindex.state">;

export async function reindex(options: { json?: boolean }): Promise<void> {
  const { client } = await connect(pathsOf());
  await client.call("reindex.start", {});
  const bar = options.json || !process.stdout.isTTY ? null : progress({ style: "light", max: 1000 });
  bar?.start("Indexing");
  let shown = 0;
  for (;;) {
    const state = await client.call("reindex.state", {});
    if (state.state === "failed") throw new TellbackError("internal", `reindexing failed: ${state.error}`);
    const reached = Math.floor(1000 * doneOf(state));
    const line = texts["reindex.state"](state);
    bar?.advance(reached - shown, forTerminal(line));
    shown = reached;
    if (state.state === "done" && state.vectors.done >= state.vectors.all) {
      bar?.stop(forTerminal(line));
      if (options.json) sayJson(state);
      else if (!bar) say(line);
      return;
    }
    await pause(200);
  }
}

/** Vectors take by far the most time. */
function doneOf({ documents, vectors }: ReindexState): number {
  const share = ({ done, all }: { done: number; all: number }) => (all === 0 ? 1 : done / all);
  return 0.1 * share(documents) + 0.9 * share(vectors) * (documents.done >= documents.all ? 1 : 0);
}

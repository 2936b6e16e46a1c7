// tellback compress: shows what is waiting for the model; --pending starts it now, and Ctrl-C leaves it to the daemon.

import { setTimeout as pause } from "node:timers/promises";
import { progress } from "@clack/prompts";
import { connect } from "../../client/connect.ts";
import { pathsOf } from "../../config/paths.ts";
import type { OutputOf } from "../contracts.ts";
import { plural, say, sayJson } from "../text/output.ts";
import { texts } from "./text.ts";

type State = OutputOf<"compress.state">;

export async function compress(options: { json?: boolean; pending?: boolean }): Promise<void> {
  const { client } = await connect(pathsOf());
  const ask = () => client.call("compress.state", {});
  let state = await client.call(options.pending ? "compress.start" : "compress.state", {});
  if (options.pending && state.model !== null) state = await watch(state, ask, !options.json);
  if (options.json) sayJson(state);
  else say(texts["compress.state"](state));
}

/** Until nothing is waiting, or the model cannot continue. */
async function watch(first: State, ask: () => Promise<State>, shown: boolean): Promise<State> {
  const bar =
    shown && process.stdout.isTTY ? progress({ style: "light", max: Math.max(1, first.waiting) }) : null;
  bar?.start(`${first.model} compresses ${plural(first.waiting, "observation")}`);
  let state = first;
  while (state.waiting > 0 && !isPutOff(state)) {
    await pause(200);
    const next = await ask();
    bar?.advance(state.waiting - next.waiting, `${next.waiting} left`);
    state = next;
  }
  bar?.stop(state.waiting === 0 ? "All are compressed" : `${state.waiting} left`);
  return state;
}

/** The cap is reached until tomorrow, or the model is unavailable: the daemon continues automatically, later. */
function isPutOff({ state, nextAt }: State): boolean {
  if (state === "waiting") return nextAt !== null && Date.parse(nextAt) > Date.now() + 1_000;
  return state !== "running";
}

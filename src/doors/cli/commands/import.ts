// engram import: reads existing transcripts, with progress; on Ctrl-C the daemon continues alone.

import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { progress } from "@clack/prompts";
import type { Client } from "../../../client/client.ts";
import { connect } from "../../../client/connect.ts";
import { claudeConfigDir } from "../../../config/environment.ts";
import { fromUser, pathsOf } from "../../../config/paths.ts";
import { EngramError } from "../../../protocol/errors.ts";
import type { OutputOf } from "../../../protocol/operations.ts";
import { plural, say, sayJson } from "../output.ts";

type ImportState = OutputOf<"import.state">;

export function transcriptsFolder(): string {
  return join(claudeConfigDir(homedir()), "projects");
}

export async function importFolder(folder: string | undefined, options: { json?: boolean }): Promise<void> {
  const { client } = await connect(pathsOf());
  const done = await importWithProgress(
    client,
    folder ? fromUser(folder) : transcriptsFolder(),
    !options.json,
  );
  if (options.json) sayJson(done);
}

export async function importWithProgress(
  client: Client,
  folder: string,
  shown: boolean,
): Promise<ImportState> {
  await client.call("import.start", { folder });
  const bar = shown ? (process.stdout.isTTY ? terminalBar() : plainLines()) : silent;
  for (;;) {
    const state = await client.call("import.state", {});
    bar.update(state);
    if (state.state === "failed") throw new EngramError("internal", `the import failed: ${state.error}`);
    if (state.state === "done") {
      bar.done(state);
      return state;
    }
    await pause(100);
  }
}

interface Bar {
  update(state: ImportState): void;
  done(state: ImportState): void;
}

const silent: Bar = { update() {}, done() {} };

function summary(state: ImportState): string {
  return `${plural(state.filesDone, "transcript")} read, ${plural(state.stored, "new observation")}`;
}

function terminalBar(): Bar {
  const bar = progress({ style: "light", max: 1000 });
  let shown = 0;
  bar.start("Reading transcripts");
  return {
    update(state) {
      const reached = state.bytes === 0 ? 0 : Math.floor((state.bytesDone / state.bytes) * 1000);
      bar.advance(
        reached - shown,
        `${state.filesDone}/${state.files} transcripts, ${state.stored} observations`,
      );
      shown = reached;
    },
    done: (state) => bar.stop(summary(state)),
  };
}

function plainLines(): Bar {
  let next = 0;
  return {
    update(state) {
      if (state.files === 0 || state.filesDone < next) return;
      say(`reading transcripts: ${state.filesDone} of ${state.files}`);
      next = state.filesDone + Math.max(1, Math.floor(state.files / 10));
    },
    done: (state) => say(summary(state)),
  };
}

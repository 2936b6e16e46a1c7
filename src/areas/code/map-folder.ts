// tellback map: maps the code of a folder, with progress, and shows its symbols; on Ctrl-C the daemon continues alone.

import { setTimeout as pause } from "node:timers/promises";
import { progress as progressBar } from "@clack/prompts";
import type { Client } from "../../client/client.ts";
import { connect } from "../../client/connect.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import type { MapProgress } from "../../protocol/codemap.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { plural, say, sayJson } from "../text/output.ts";
import { forTerminal } from "../text/terminal.ts";
import { markdowns } from "./markdown.ts";
import { progressText, texts } from "./text.ts";

interface Options {
  json?: boolean;
  format?: string;
  budget?: number;
  mention?: string;
  update?: boolean;
  calls?: boolean;
}

export async function map(typed: string | undefined, options: Options): Promise<void> {
  if (options.calls) {
    const { callsOfFolder } = await import("../../journeys/map/calls-of-folder.ts");
    return sayJson(await callsOfFolder(typed ? fromUser(typed) : process.cwd()));
  }
  const { client } = await connect(pathsOf());
  const path = typed ? fromUser(typed) : process.cwd();
  const isForPeople = !options.json && options.format !== "markdown";
  const done = options.update === false ? null : await mapWithProgress(client, path, isForPeople);
  if (done?.files === 0 && isForPeople)
    return say("No code files here. `tellback map PATH` maps another folder.");
  const shown = await client.call("map.show", {
    path,
    folder: process.cwd(),
    ...(options.budget !== undefined && { budget: options.budget }),
    ...(options.mention !== undefined && { mention: options.mention }),
  });
  if (options.json) sayJson({ ...(done && { run: done }), ...shown });
  else if (options.format === "markdown") say(markdowns["map.show"](shown));
  else say(texts["map.show"](shown));
}

/** Until the run is over; the first answer of a run that has just ended counts too. */
async function mapWithProgress(client: Client, path: string, isShown: boolean): Promise<MapProgress> {
  await client.call("map.start", { path });
  const bar = isShown && process.stdout.isTTY ? progressBar({ style: "light", max: 1000 }) : null;
  bar?.start("Mapping code");
  let reached = 0;
  for (;;) {
    const { state, progress, error } = await client.call("map.state", { path });
    if (state === "failed") throw new TellbackError("internal", `mapping failed: ${error}`);
    const now = progress.files === 0 ? 0 : Math.floor((1000 * progress.done) / progress.files);
    bar?.advance(now - reached, forTerminal(`${progress.done} of ${plural(progress.files, "file")}`));
    reached = now;
    if (state === "done") {
      bar?.stop(forTerminal(`${plural(progress.files, "file")} mapped`));
      if (isShown && progress.files > 0) say(progressText(progress));
      return progress;
    }
    await pause(100);
  }
}

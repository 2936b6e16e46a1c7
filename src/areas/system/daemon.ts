// tellback daemon …: start, stop and watch the background process.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, findDaemon } from "../../client/connect.ts";
import { type StopResult, stopDaemon } from "../../client/stop.ts";
import { pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { dim, good, say, sayJson, warn } from "../text/output.ts";
import { texts } from "./text.ts";

interface Options {
  json?: boolean;
  lines?: string;
}

export async function start(options: Options): Promise<void> {
  const { client } = await connect(pathsOf());
  const state = await client.call("daemon.state", {});
  if (options.json) sayJson(state);
  else say(texts["daemon.state"](state));
}

export async function status(options: Options): Promise<void> {
  const found = await findDaemon(pathsOf());
  const state = found && (await found.client.call("daemon.state", {}));
  if (options.json) sayJson(state);
  else
    say(
      state ? texts["daemon.state"](state) : dim("The daemon is not running; it starts when it is needed."),
    );
}

export async function stop(options: Options): Promise<void> {
  const stopped = await stopDaemon(pathsOf());
  if (options.json) sayJson(asJson(stopped));
  else say(asText(stopped));
}

function asJson(stopped: StopResult) {
  if (stopped.status === "not running") return { stopped: false };
  const force = stopped.status === "ended by force" ? { forced: true, afterMs: stopped.afterMs } : {};
  return { stopped: true, pid: stopped.pid, forced: false, ...force };
}

function asText(stopped: StopResult): string {
  switch (stopped.status) {
    case "not running":
      return dim("The daemon is not running.");
    case "stopped":
      return `${good("stopped")} the daemon (pid ${stopped.pid})`;
    case "ended by force":
      return [
        `${warn("ended by force")} the daemon (pid ${stopped.pid}) after ${Math.round(stopped.afterMs / 1000)} s`,
        dim("Nothing is lost; `tellback daemon logs` shows what it was busy with."),
      ].join("\n");
  }
}

export async function logs(options: Options): Promise<void> {
  const path = join(pathsOf().logs, "daemon.log");
  const wanted = Number(options.lines ?? 50);
  if (!Number.isInteger(wanted) || wanted < 1)
    throw new TellbackError("invalid_input", "--lines must be a whole number");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n").slice(-wanted) : [];
  if (options.json) sayJson({ path, lines });
  else say(lines.length > 0 && lines[0] !== "" ? lines.join("\n") : dim(`${path} is empty.`));
}

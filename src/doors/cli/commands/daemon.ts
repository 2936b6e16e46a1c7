// engram daemon …, and serve: the background process, started, stopped, watched, or run in this very process.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, findDaemon, stopDaemon } from "../../../client/connect.ts";
import { pathsOf } from "../../../config/paths.ts";
import { EngramError } from "../../../protocol/errors.ts";
import { dim, good, say, sayJson } from "../output.ts";
import { renderers } from "../render.ts";

interface Options {
  json?: boolean;
  lines?: string;
  port?: string;
}

export async function start(options: Options): Promise<void> {
  const { client } = await connect(pathsOf());
  const state = await client.call("daemon.state", {});
  if (options.json) sayJson(state);
  else say(renderers["daemon.state"](state));
}

export async function status(options: Options): Promise<void> {
  const found = await findDaemon(pathsOf());
  const state = found && (await found.client.call("daemon.state", {}));
  if (options.json) sayJson(state);
  else
    say(
      state ? renderers["daemon.state"](state) : dim("The daemon does not run; it starts when it is needed."),
    );
}

export async function stop(options: Options): Promise<void> {
  const paths = pathsOf();
  const found = await findDaemon(paths);
  if (found) await stopDaemon(paths, found);
  if (options.json) sayJson({ stopped: found !== null });
  else
    say(found ? `${good("stopped")} the daemon (pid ${found.daemon.pid})` : dim("The daemon does not run."));
}

export async function logs(options: Options): Promise<void> {
  const path = join(pathsOf().logs, "daemon.log");
  const wanted = Number(options.lines ?? 50);
  if (!Number.isInteger(wanted) || wanted < 1)
    throw new EngramError("invalid_input", "--lines must be a number");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n").slice(-wanted) : [];
  if (options.json) sayJson({ path, lines });
  else say(lines.length > 0 && lines[0] !== "" ? lines.join("\n") : dim(`${path} is empty.`));
}

export async function run(): Promise<void> {
  const { startDaemon } = await import("../../../daemon/daemon.ts");
  const daemon = await startDaemon();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, daemon.stop);
  await daemon.stopped;
}

export async function serve(options: Options): Promise<void> {
  const port = Number(options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new EngramError("invalid_input", `${options.port} is not a port`);
  }
  const paths = pathsOf();
  const running = await findDaemon(paths);
  if (running) await stopDaemon(paths, running);
  const { startDaemon } = await import("../../../daemon/daemon.ts");
  const daemon = await startDaemon({ port, foreground: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, daemon.stop);
  if (options.json) sayJson({ url: daemon.url, token: daemon.token });
  else say(`engram listens on ${daemon.url}\n${dim("token")} ${daemon.token}\n${dim("Ctrl-C ends it.")}`);
  await daemon.stopped;
}

// tellback daemon run and tellback serve: the daemon in this process.

import { dim, say, sayJson } from "../../areas/text/output.ts";
import { stopDaemon } from "../../client/stop.ts";
import { pathsOf } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";

export async function run(): Promise<void> {
  const { startDaemon } = await import("../../daemon/daemon.ts");
  const daemon = await startDaemon();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, daemon.stop);
  await daemon.stopped;
}

export async function serve(options: { json?: boolean; port?: string }): Promise<void> {
  const port = Number(options.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new TellbackError("invalid_input", `invalid port "${options.port}"`);
  }
  const paths = pathsOf();
  await stopDaemon(paths);
  const { startDaemon } = await import("../../daemon/daemon.ts");
  const daemon = await startDaemon({ port, foreground: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, daemon.stop);
  if (options.json) sayJson({ url: daemon.url, token: daemon.token });
  else
    say(
      [
        `tellback listens on ${daemon.url}`,
        `${dim("token")} ${daemon.token}`,
        dim("`tellback open` opens the page in a browser. Ctrl-C stops tellback."),
      ].join("\n"),
    );
  await daemon.stopped;
}

// A server that listens on a socket or a port, and ends without waiting for silent connections.

import type { Server } from "node:http";
import { TellbackError } from "../protocol/errors.ts";

/** A running request may finish within this time after the daemon was asked to stop. */
const drainMs = 5_000;

export function listen(
  server: Server,
  where: { path: string } | { port: number; host: string },
): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new TellbackError("conflict", `port ${"port" in where ? where.port : where.path} is taken`, {
              hint: "Choose another with --port.",
            })
          : error,
      ),
    );
    server.listen(where, () => resolve(server));
  });
}

/** A kept-alive or silent connection must not delay the shutdown. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const over = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(over);
      resolve();
    });
  });
}

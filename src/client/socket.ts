// HTTP over the daemon's Unix socket (a named pipe on Windows).

import { request } from "node:http";
import { connect } from "node:net";
import { EngramError } from "../protocol/errors.ts";
import type { Transport } from "./client.ts";
import type { Registration } from "./registration.ts";

export interface SocketOptions {
  deadlineMs?: number;
}

export function socketTransport(daemon: Registration, options: SocketOptions = {}): Transport {
  return (path, body, signal) => {
    const deadline = options.deadlineMs === undefined ? [] : [AbortSignal.timeout(options.deadlineMs)];
    const over = AbortSignal.any([...deadline, ...(signal ? [signal] : [])]);
    return post(daemon, path, "application/json", body, over);
  };
}

export function post(
  daemon: Registration,
  path: string,
  type: string,
  body: string | Buffer,
  signal?: AbortSignal,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(
        new EngramError("unavailable", `the daemon does not answer: ${error.message}`, { cause: error }),
      );
    const outgoing = request(
      {
        // A connection of its own: one kept from the last request may be closed by a daemon that goes just now.
        createConnection: () => connect(daemon.socket),
        path,
        method: "POST",
        headers: {
          host: "engram",
          authorization: `Bearer ${daemon.token}`,
          "content-type": type,
          "content-length": Buffer.byteLength(body),
        },
        ...(signal ? { signal } : {}),
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk) => chunks.push(chunk));
        incoming.on("error", fail);
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString("utf8") }),
        );
      },
    );
    outgoing.on("error", fail);
    outgoing.end(body);
  });
}

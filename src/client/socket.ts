// HTTP over the daemon's Unix socket (a named pipe on Windows), without Node's http: loading that takes longer than the
// daemon's answer. A request as HTTP/1.0 gets an answer in one piece on a connection of its own, which then closes.

import { connect } from "node:net";
import { TellbackError } from "../protocol/errors.ts";
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
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let failure: Error | undefined;
    const socket = connect({ path: daemon.socket, ...(signal && { signal }) });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", (error) => {
      failure = error;
    });
    const settle = () => {
      const answer = answerIn(Buffer.concat(chunks));
      const why = failure?.message ?? "it closed the connection";
      if (answer) resolve(answer);
      else reject(new TellbackError("unavailable", `the daemon does not answer: ${why}`, { cause: failure }));
      socket.destroy();
    };
    // A daemon that refuses a request may close its side before all of it is sent: its answer is still valid.
    socket.on("end", settle);
    socket.on("close", settle);
    socket.cork();
    socket.write(headOf(daemon, path, type, Buffer.byteLength(body)));
    socket.write(body);
    socket.uncork();
  });
}

interface Answer {
  status: number;
  body: string;
}

function headOf(daemon: Registration, path: string, type: string, length: number): string {
  const lines = [
    `POST ${path} HTTP/1.0`,
    "host: tellback",
    `authorization: Bearer ${daemon.token}`,
    `content-type: ${type}`,
    `content-length: ${length}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Null if the answer is incomplete. */
function answerIn(bytes: Buffer): Answer | null {
  const end = bytes.indexOf("\r\n\r\n");
  const head = bytes.toString("latin1", 0, Math.max(0, end));
  const status = /^HTTP\/1\.\d (\d{3})/.exec(head)?.[1];
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const body = bytes.subarray(end + 4);
  if (status === undefined || length === undefined || body.length < Number(length)) return null;
  return { status: Number(status), body: body.toString("utf8") };
}

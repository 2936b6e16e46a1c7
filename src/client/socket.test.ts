import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempDir } from "../../test/support/temp.ts";
import { post } from "./socket.ts";

/** What the client makes of a daemon that does this with its connection. */
async function answerOf(
  daemon: (socket: Socket) => void,
  body: string | Buffer = "{}",
  signal?: AbortSignal,
) {
  await using folder = await tempDir("egs");
  const socket = join(folder.path, "s");
  const server = createServer((connection) => {
    connection.on("error", () => {});
    daemon(connection);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  try {
    const who = { pid: 1, socket, token: "t", version: "1" };
    return await post(who, "/v1/status", "application/json", body, signal);
  } finally {
    server.close();
  }
}

const answered = (status: string, body: string) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

test("an answer in pieces is reassembled", async () => {
  const bytes = Buffer.from(answered("200 OK", '{"name":"größer"}'));
  const answer = await answerOf((socket) => {
    for (const byte of bytes) socket.write(Buffer.of(byte));
    socket.end();
  });
  expect(answer).toEqual({ status: 200, body: '{"name":"größer"}' });
});

test("the answer of a daemon that does not read all of a request counts", async () => {
  const answer = await answerOf(
    (socket) => {
      socket.end(answered("413 Payload Too Large", "{}"));
    },
    Buffer.alloc(8 * 1024 * 1024),
  );
  expect(answer).toEqual({ status: 413, body: "{}" });
});

test("a daemon that ends in the middle of its answer has not answered", async () => {
  const cut = answered("200 OK", '{"results":[]}').slice(0, -5);
  const asked = answerOf((socket) => socket.end(cut));
  await expect(asked).rejects.toMatchObject({ code: "unavailable" });
});

test("an aborted call no longer waits", async () => {
  const given = new AbortController();
  const asked = answerOf(() => given.abort(), "{}", given.signal);
  await expect(asked).rejects.toMatchObject({ code: "unavailable" });
});

// PGlite (PostgreSQL in WebAssembly) with pgvector, reachable by the ordinary `postgres` client. For
// suites that need vectors, which a bare PostgreSQL install does not have, and for machines without a server.
//
// PGlite is one session. Each connection therefore holds it alone from its first message until the
// server reports "idle, no transaction", so any number of clients and any pool size work, one at a time.
// (@electric-sql/pglite-socket 0.2.17 hands over between single messages: with more than one connection
// its prepared statements and portals get mixed up. Measured with `max: 5`: "portal does not exist".)
// What stays shared between connections: settings, temporary tables, session-level advisory locks.
// LISTEN delivers nothing, and there is one database only: start another PGlite for another one.

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { emptyCluster } from "./pglite-cluster.ts";
import type { Server } from "./postgres.ts";
import { readMessages } from "./postgres-wire.ts";

const TERMINATE = "X";
/** What a vanished client leaves behind: maybe a half-sent statement (Sync ends it), maybe a transaction. */
const CLEAN_UP = [Buffer.from("S\0\0\0\x04", "latin1"), simpleQuery("rollback")];

export async function startPglite(): Promise<Server> {
  const db = await PGlite.create({ extensions: { vector }, loadDataDir: await emptyCluster() });
  const turn = turnstile();
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => socket.destroy()); // A client that goes away is not our failure.
    serve(db, turn, socket)
      .catch((error: unknown) => socket.destroy(error as Error))
      .finally(() => open.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, "close");
      await (await turn())(); // Let the last statement finish.
      await db.close();
    })();
    return stopping;
  };
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop, [Symbol.asyncDispose]: stop };
}

/** One connection: messages in, answers out, holding the session for as long as it is in the middle of something. */
async function serve(db: PGlite, turn: Turnstile, socket: Socket): Promise<void> {
  let release: Release | undefined;
  try {
    for await (const message of readMessages(socket)) {
      if (message.type === TERMINATE) break;
      if (message.type === "ssl") {
        socket.write("N");
        continue;
      }
      release ??= await turn();
      const answer = await db.execProtocolRaw(message.bytes, { syncToFs: false });
      if (answer.length > 0 && socket.writable) socket.write(answer);
      if (saysIdle(answer)) {
        release();
        release = undefined;
      }
    }
  } finally {
    if (release) {
      for (const message of CLEAN_UP) await db.execProtocolRaw(message, { syncToFs: false });
      release();
    }
    socket.end();
  }
}

type Release = () => void;
type Turnstile = () => Promise<Release>;

/** Lets one through at a time, in order of arrival. */
function turnstile(): Turnstile {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

/** ReadyForQuery, the last message of an answer, with status I: idle, outside any transaction. */
function saysIdle(answer: Uint8Array): boolean {
  return Buffer.from(answer.subarray(-6)).equals(Buffer.from("Z\0\0\0\x05I", "latin1"));
}

function simpleQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head.write("Q");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

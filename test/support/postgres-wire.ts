// Cuts a client's byte stream into PostgreSQL protocol messages. Only pglite.ts needs it.

import type { Socket } from "node:net";

export type WireMessage = { type: string; bytes: Buffer };

const SSL_REQUEST = 80_877_103;

/** The first message (and an SSL question before it) has no type byte: its type is "startup" or "ssl". */
export async function* readMessages(socket: Socket): AsyncGenerator<WireMessage> {
  let pending = Buffer.alloc(0);
  let started = false;
  for await (const chunk of socket) {
    pending = Buffer.concat([pending, chunk as Buffer]);
    for (;;) {
      const lengthAt = started ? 1 : 0;
      if (pending.length < lengthAt + 4) break;
      const end = lengthAt + pending.readInt32BE(lengthAt);
      if (pending.length < end) break;
      const bytes = pending.subarray(0, end);
      pending = pending.subarray(end);
      if (started) {
        yield { type: String.fromCharCode(bytes[0] ?? 0), bytes };
      } else {
        const ssl = bytes.length === 8 && bytes.readInt32BE(4) === SSL_REQUEST;
        started = !ssl;
        yield { type: ssl ? "ssl" : "startup", bytes };
      }
    }
  }
}

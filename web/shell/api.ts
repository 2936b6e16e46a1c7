// The page's way to the daemon: calls of operations, and whether it answers. After a silence the server has to prove
// that it is tellback before the key is sent again.

import { signal } from "@preact/signals";
import type { InputOf, OperationName, OutputOf } from "../../src/areas/contracts.ts";
import { createClient, fetchTransport } from "../../src/client/client.ts";
import { TellbackError } from "../../src/protocol/errors.ts";
import { bearerOf, findKey, forgetKey, isProven, type PageKey, shareKey } from "./session.ts";

export type Connection =
  | { is: "starting" }
  | { is: "online" }
  /** The daemon does not answer; the page asks again until it does. */
  | { is: "offline" }
  /** There is no valid key: only `tellback open` helps. */
  | { is: "locked"; message: string };

export const connection = signal<Connection>({ is: "starting" });
/** Rises when everything on the screen has to be read again: after a silence. */
export const reconnects = signal(0);

const askAgainMs = 1_000;
let key: PageKey | null = null;
let reconnecting: Promise<void> | null = null;

export async function start(): Promise<void> {
  try {
    key = await findKey();
  } catch (thrown) {
    return lock(TellbackError.from(thrown).message);
  }
  shareKey(() => (connection.value.is === "online" ? key : null));
  if (key) await reconnect();
  else lock("");
}

export async function call<N extends OperationName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
): Promise<OutputOf<N>> {
  return createClient(await transport())
    .call(name, input, signal)
    .catch((thrown) => fail(thrown, signal));
}

/** A request of another form, such as a stream. It has the key; its answer is whatever the route gives. */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${bearerOf(await validKey())}` };
  return fetch(path, { ...init, headers }).catch((thrown) => fail(thrown, init.signal ?? undefined));
}

async function transport() {
  return fetchTransport(location.origin, bearerOf(await validKey()));
}

async function validKey(): Promise<PageKey> {
  if (reconnecting) await reconnecting;
  if (!key || connection.value.is !== "online")
    throw new TellbackError("unavailable", "tellback does not answer");
  return key;
}

function fail(thrown: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw thrown;
  // fetch throws a TypeError if nobody answers.
  if (thrown instanceof TypeError) {
    if (connection.value.is === "online") connection.value = { is: "offline" };
    void reconnect();
    throw new TellbackError("unavailable", "tellback does not answer");
  }
  const error = TellbackError.from(thrown);
  if (error.code === "unauthorized") lock(error.message);
  throw error;
}

function reconnect(): Promise<void> {
  reconnecting ??= untilProven().finally(() => {
    reconnecting = null;
  });
  return reconnecting;
}

async function untilProven(): Promise<void> {
  while (key) {
    try {
      if (!(await isProven(key))) return lock("another program answers at this address");
      if (connection.value.is === "offline") reconnects.value++;
      connection.value = { is: "online" };
      return;
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) return lock(TellbackError.from(thrown).message);
      connection.value = { is: "offline" };
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
}

function lock(message: string): void {
  key = null;
  forgetKey();
  connection.value = { is: "locked", message };
}

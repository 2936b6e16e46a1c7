// A typed client of the HTTP contract: one function per operation. Safe in a browser; how bytes travel is passed in.

import type { InputOf, OperationName, OutputOf } from "../areas/contracts.ts";
import { type ErrorBody, TellbackError } from "../protocol/errors.ts";

export interface Client {
  /** Aborting the signal stops waiting for the answer. */
  call<N extends OperationName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>>;
}

/** Posts JSON text to a path and returns status and text. */
export type Transport = (
  path: string,
  body: string,
  signal?: AbortSignal,
) => Promise<{ status: number; body: string }>;

export function createClient(transport: Transport): Client {
  return {
    async call(name, input, signal) {
      const answer = await transport(`/v1/${name}`, JSON.stringify(input), signal);
      const parsed = parseAnswer(answer.body);
      if (answer.status === 200) return parsed as OutputOf<typeof name>;
      const body = (parsed as { error?: ErrorBody } | null)?.error;
      throw body
        ? TellbackError.fromBody(body)
        : new TellbackError("internal", `the daemon answered with status ${answer.status}`);
    },
  };
}

/** Over TCP, for a web page or another program. */
export function fetchTransport(url: string, token: string): Transport {
  return async (path, body, signal) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers,
      body,
      ...(signal && { signal }),
    });
    return { status: response.status, body: await response.text() };
  };
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

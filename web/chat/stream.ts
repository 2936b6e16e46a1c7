// Reads an operation's answer while it is made: one JSON value a line, the last with the output or the error.

import type { InputOf, OutputOf } from "../../src/areas/contracts.ts";
import type { ChatEvent } from "../../src/protocol/chat.ts";
import { type ErrorBody, TellbackError } from "../../src/protocol/errors.ts";
import { request } from "../shell/api.ts";

export type Streaming = "chat.send" | "chat.approve" | "chat.regenerate" | "chat.follow";
type Line = ChatEvent | { type: "end"; output: OutputOf<Streaming> } | { type: "error"; error: ErrorBody };

export async function stream<N extends Streaming>(
  name: N,
  input: InputOf<N>,
  onEvent: (event: ChatEvent) => void,
): Promise<OutputOf<N>> {
  const response = await request(`/v1/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw TellbackError.fromBody((await response.json()).error);
  for await (const text of linesOf(response)) {
    const line = JSON.parse(text) as Line;
    if (line.type === "end") return line.output as OutputOf<N>;
    if (line.type === "error") throw TellbackError.fromBody(line.error);
    onEvent(line);
  }
  throw new TellbackError("unavailable", "the answer broke off: tellback does not answer any more");
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  try {
    for (;;) {
      // A connection that breaks is an answer without an end.
      const { done, value } = await reader.read().catch(() => ({ done: true, value: "" }));
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    reader.releaseLock();
  }
}

// An operation's answer while it is made: one JSON value a line (NDJSON). The last line has the output, or the error.
// A caller that leaves does not stop the work.

import { type OperationName, operationTable } from "../../areas/contracts.ts";
import { TellbackError } from "../../protocol/errors.ts";

const type = "application/x-ndjson";

export function wantsStream(name: OperationName, accept: string | undefined): boolean {
  return operationTable[name].streams !== undefined && (accept ?? "").includes(type);
}

/** A failure before the first event is thrown, and becomes an ordinary error answer. */
export async function streamed(
  work: (emit: (event: unknown) => void) => Promise<unknown>,
  log: (thrown: unknown) => void,
): Promise<Response> {
  const lines = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      controller = undefined;
    },
  });
  const send = (value: unknown) => {
    controller?.enqueue(lines.encode(`${JSON.stringify(value)}\n`));
    begin();
  };
  let isBegun = false;
  const done = work((event) => {
    isBegun = true;
    send(event);
  }).then(
    (output) => send({ type: "end", output }),
    (thrown: unknown) => {
      if (!isBegun) throw thrown;
      const error = TellbackError.from(thrown);
      if (error.code === "internal") log(thrown);
      send({ type: "error", error: error.toBody() });
    },
  );
  const closed = done.finally(() => controller?.close());
  await Promise.race([begun, closed]);
  closed.catch(log);
  const headers = { "content-type": type, "cache-control": "no-store", "x-content-type-options": "nosniff" };
  return new Response(body, { headers });
}

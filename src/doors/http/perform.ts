// perform: every call of an operation, whichever door it came by. What comes in is cleaned before it is read: no
// handler sees text that did not pass the cleaner.

import { z } from "zod";
import { cleanInput } from "../../journeys/clean-input.ts";
import { EngramError } from "../../protocol/errors.ts";
import { type OperationName, type OutputOf, operationTable } from "../../protocol/operations.ts";
import type { HandlerContext } from "./handlers/context.ts";
import { handlers } from "./handlers.ts";

export async function perform<N extends OperationName>(
  context: HandlerContext,
  name: N,
  given: unknown,
): Promise<OutputOf<N>> {
  const { input } = operationTable[name];
  const parsed = input.strict().safeParse(await cleanInput(context.memory, input, given));
  if (!parsed.success) {
    throw new EngramError("invalid_input", z.prettifyError(parsed.error).replace(/^✖ /, ""));
  }
  return handlers[name](context, parsed.data as never) as Promise<OutputOf<N>>;
}

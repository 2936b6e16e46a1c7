// perform: every call of an operation, from HTTP, from MCP or from inside another program. The input is redacted before
// it is parsed: no handler sees text that did not pass the cleaner.

import { parseInput } from "../protocol/parse.ts";
import { cleanInput } from "./clean-input.ts";
import type { HandlerContext } from "./context.ts";
import { type OperationName, type OutputOf, operationTable } from "./contracts.ts";
import { handlers } from "./tables/handle.ts";

export async function perform<N extends OperationName>(
  context: HandlerContext,
  name: N,
  given: unknown,
): Promise<OutputOf<N>> {
  const { input } = operationTable[name];
  const parsed = parseInput(input, await cleanInput(context.memory, input, given));
  return handlers[name](context, parsed as never) as Promise<OutputOf<N>>;
}

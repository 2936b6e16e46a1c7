// perform: every call of an operation, whether it comes over HTTP, over MCP or from inside another program.

import { type OperationName, type OutputOf, operationTable } from "../../protocol/operations.ts";
import { parseInput } from "../../protocol/parse.ts";
import type { HandlerContext } from "./handlers/context.ts";
import { handlers } from "./handlers.ts";

export async function perform<N extends OperationName>(
  context: HandlerContext,
  name: N,
  given: unknown,
): Promise<OutputOf<N>> {
  const parsed = parseInput(operationTable[name].input, given);
  return handlers[name](context, parsed as never) as Promise<OutputOf<N>>;
}

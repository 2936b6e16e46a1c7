// The one way into every operation, whether it is asked for over HTTP, over MCP or inside another program.

import {
  type InputOf,
  type OperationName,
  type OutputOf,
  operationTable,
} from "../../protocol/operations.ts";
import { parseInput } from "../../protocol/parse.ts";
import type { HandlerContext } from "./handlers/context.ts";
import { handlers } from "./handlers.ts";

export async function perform<N extends OperationName>(
  context: HandlerContext,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const parsed = parseInput(operationTable[name].input, input);
  return handlers[name](context, parsed as never) as Promise<OutputOf<N>>;
}

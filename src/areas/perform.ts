// perform: every call of an operation, from HTTP, from MCP or from inside another program. The input is redacted before
// it is parsed: no handler sees text that did not pass the cleaner.

import type { ZodType } from "zod";
import { fromUser } from "../config/paths.ts";
import { TellbackError } from "../protocol/errors.ts";
import { parseInput } from "../protocol/parse.ts";
import { findProject } from "../rooms/projects/room.ts";
import { cleanInput } from "./clean-input.ts";
import type { HandlerContext } from "./context.ts";
import { type OperationName, type OutputOf, operationTable } from "./contracts.ts";
import { isPath } from "./operation.ts";
import { handlers } from "./tables/handle.ts";

export async function perform<N extends OperationName>(
  context: HandlerContext,
  name: N,
  given: unknown,
): Promise<OutputOf<N>> {
  const { input } = operationTable[name];
  const parsed = parseInput(input, await cleanInput(context.memory, input, given));
  if (context.isPage) await refuseUnknownPaths(context, input.shape, parsed);
  return handlers[name](context, parsed as never) as Promise<OutputOf<N>>;
}

/** Whoever holds a browser's key sees known projects only: no operation looks at another folder of the machine for it. */
async function refuseUnknownPaths(
  { memory }: HandlerContext,
  fields: Readonly<Record<string, ZodType>>,
  input: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [field, value] of Object.entries(input)) {
    if (!isPath(fields[field]) || typeof value !== "string") continue;
    if (await findProject(memory.db, fromUser(value))) continue;
    throw new TellbackError("forbidden", `${value} belongs to no known project`, {
      hint: "A project is known after the first session in it.",
    });
  }
}

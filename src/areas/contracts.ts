// Every operation of tellback, once: name, meaning, input, output. HTTP routes, the client's types, commands of the
// operations and MCP tools are made from this table, and an operation without a handler does not compile.

import type { z } from "zod";
import { operations as agentOperations } from "./agent/contract.ts";
import type { Operation } from "./operation.ts";
import { operations } from "./tables/contract.ts";

export type { Operation } from "./operation.ts";

export { operations };

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];
/** Operations that agents call over MCP. */
export const agentOperationNames = Object.keys(agentOperations) as (keyof typeof agentOperations)[];
/** The same table for code that treats all operations alike. */
export const operationTable = operations as unknown as Record<OperationName, Operation>;
/** The input as a caller passes it: fields with a default are optional. */
export type InputOf<N extends OperationName> = z.input<(typeof operations)[N]["input"]>;
/** The input as a handler receives it. */
export type ParsedInputOf<N extends OperationName> = z.output<(typeof operations)[N]["input"]>;
export type OutputOf<N extends OperationName> = z.output<(typeof operations)[N]["output"]>;

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

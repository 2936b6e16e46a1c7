// Every operation of tellback, once: name, meaning, input, output. HTTP routes, the client's types, commands of the
// operations and MCP tools are made from this table, and an operation without a handler does not compile.

import type { z } from "zod";
import type { ForAgents, Operation, Where } from "./operation.ts";
import { operations } from "./tables/contract.ts";

export type { Operation, Where } from "./operation.ts";

export { operations };

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];
/** The same table for code that treats all operations alike. */
export const operationTable = operations as unknown as Record<OperationName, Operation>;
/** The input as a caller passes it: fields with a default are optional. */
export type InputOf<N extends OperationName> = z.input<(typeof operations)[N]["input"]>;
/** The input as a handler receives it. */
export type ParsedInputOf<N extends OperationName> = z.output<(typeof operations)[N]["input"]>;
export type OutputOf<N extends OperationName> = z.output<(typeof operations)[N]["output"]>;

/** How an operation is called, by whatever way. */
export type Call = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>;

/** An operation as a tool of agents, for MCP clients and for the chat. */
export interface Tool extends Pick<ForAgents, "description" | "input" | "output"> {
  name: string;
  isListed: boolean;
  changes: Operation["changes"];
  /** Whether a call changes the memory: a chat asks its user first. */
  writes(args: unknown): boolean;
  run(call: Call, args: unknown, where: Where): Promise<Record<string, unknown>>;
}

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

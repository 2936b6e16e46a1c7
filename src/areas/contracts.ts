// Every operation of tellback, once: name, meaning, input, output. HTTP routes, the client's types, commands of the
// operations and MCP tools are made from this table, and an operation without a handler does not compile.

import type { z } from "zod";
import { agentOperations } from "./agent/contract.ts";
import { bridgeOperations } from "./bridge/contract.ts";
import { chatOperations } from "./chat/contract.ts";
import { codemapOperations } from "./code/contract.ts";
import { exportOperations } from "./export/contract.ts";
import { proceduralOperations } from "./functions/contract.ts";
import { graphOperations } from "./graph/contract.ts";
import { semanticOperations } from "./learnings/contract.ts";
import { modelsOperations } from "./models/contract.ts";
import type { Operation } from "./operation.ts";
import { browserOperations } from "./page/contract.ts";
import { recallOperations } from "./recall/contract.ts";
import { searchOperations } from "./search/contract.ts";
import { episodicOperations } from "./sessions/contract.ts";
import { syncOperations } from "./sync/contract.ts";
import { systemOperations } from "./system/contract.ts";
import { workingOperations } from "./tasks/contract.ts";

export type { Operation } from "./operation.ts";

export const operations = {
  ...searchOperations,
  ...recallOperations,
  ...episodicOperations,
  ...semanticOperations,
  ...graphOperations,
  ...codemapOperations,
  ...workingOperations,
  ...proceduralOperations,
  ...modelsOperations,
  ...bridgeOperations,
  ...systemOperations,
  ...exportOperations,
  ...syncOperations,
  ...chatOperations,
  ...browserOperations,
  ...agentOperations,
};

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

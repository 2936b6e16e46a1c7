// Every operation of tellback, once: name, meaning, input, output. HTTP routes, the client's types, commands of the
// operations and MCP tools are made from this table, and an operation without a handler does not compile.

import type { z } from "zod";
import { agentOperations } from "./operations/agent.ts";
import { bridgeOperations } from "./operations/bridge.ts";
import { browserOperations } from "./operations/browser.ts";
import { chatOperations } from "./operations/chat.ts";
import { codemapOperations } from "./operations/codemap.ts";
import { episodicOperations } from "./operations/episodic.ts";
import { exportOperations } from "./operations/export.ts";
import { graphOperations } from "./operations/graph.ts";
import { modelsOperations } from "./operations/models.ts";
import type { Operation } from "./operations/operation.ts";
import { proceduralOperations } from "./operations/procedural.ts";
import { recallOperations } from "./operations/recall.ts";
import { searchOperations } from "./operations/search.ts";
import { semanticOperations } from "./operations/semantic.ts";
import { syncOperations } from "./operations/sync.ts";
import { systemOperations } from "./operations/system.ts";
import { workingOperations } from "./operations/working.ts";

export type { Operation } from "./operations/operation.ts";

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

// The tools of agents, derived from the operation table: for MCP clients and for the chat.

import { parseInput } from "../protocol/parse.ts";
import { type Call, type OperationName, operationNames, operationTable, type Tool } from "./contracts.ts";
import type { ForAgents, Operation } from "./operation.ts";

export const tools: readonly Tool[] = operationNames.flatMap((name) => {
  const { forAgents, changes } = operationTable[name];
  return forAgents ? [toolOf(name, changes, forAgents)] : [];
});

function toolOf(operation: OperationName, changes: Operation["changes"], forAgents: ForAgents): Tool {
  const { tool: name, description, input, output, isListed = true, asks, answers, onlyReads } = forAgents;
  return {
    ...{ name, description, input, output, isListed, changes },
    writes: (args) => changes !== "nothing" && !onlyReads?.((args ?? {}) as Record<string, unknown>),
    async run(call: Call, given, where) {
      const args = parseInput(input, given);
      return answers(await call(operation, (await asks(args, where)) as never), args);
    },
  };
}

/** Runs the tool of this name. */
export function toolNamed(name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

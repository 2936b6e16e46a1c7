// Tools of the user's own as tools of agents: for the chat, and for MCP clients.

import { z } from "zod";
import type { Call, OutputOf, Tool } from "./contracts.ts";

export type ReadyTool = OutputOf<"tool.list">["tools"][number];

export async function readyTools(call: Call, folder: string | undefined): Promise<ReadyTool[]> {
  const { tools } = await call("tool.list", folder === undefined ? {} : { folder });
  return tools.filter(({ state }) => state === "ready");
}

export function asTool({ name, description, input, isReadOnly }: ReadyTool): Tool {
  return {
    ...{ name, description, isListed: true, changes: isReadOnly ? "nothing" : "memory" },
    input: z.fromJSONSchema(input as never) as z.ZodObject,
    output: z.object({ name: z.string(), output: z.string() }),
    writes: () => !isReadOnly,
    async run(call, args, { folder }) {
      const input = (args ?? {}) as Record<string, unknown>;
      const { output, isCut } = await call("tool.run", {
        name,
        input,
        ...(folder !== undefined && { folder }),
      });
      return { name, output, ...(isCut && { cut: true }) };
    },
  };
}

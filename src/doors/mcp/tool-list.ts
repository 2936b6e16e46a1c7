// The tools as a client is shown them, plain data. The build replaces this file by its values, so that a server answers
// before any schema is loaded.

import { isOperationName } from "../../protocol/operations.ts";
import { objectSchema } from "./schema.ts";
import type { Effect } from "./tool.ts";
import { tools } from "./tools.ts";

const annotations: Record<Effect, object> = {
  reads: { readOnlyHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  runs: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};

export const toolList = tools
  .filter((tool) => isOperationName(tool.operation))
  .map(({ name, description, input, output, effect }) => ({
    name,
    description,
    inputSchema: objectSchema(input, "input"),
    outputSchema: objectSchema(output, "output"),
    annotations: annotations[effect],
  }));

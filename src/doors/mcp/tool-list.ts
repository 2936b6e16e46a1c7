// The tools as a client sees them, as plain data. The build replaces this file by its values, so that a server answers
// before any schema is loaded.

import type { Tool } from "@modelcontextprotocol/server";
import { tools } from "../../areas/agent-tools.ts";
import type { Operation } from "../../areas/contracts.ts";
import { objectSchema } from "../../protocol/json-schema.ts";

const listed = tools.filter(({ isListed }) => isListed);

export const toolList: Tool[] = listed.map(({ name, description, changes, input, output }) => ({
  name,
  description,
  inputSchema: objectSchema(input, "input"),
  outputSchema: objectSchema(output, "output"),
  annotations: annotations(changes),
}));

/** What a client may do without asking its user: no tool deletes. */
function annotations(changes: Operation["changes"]): Tool["annotations"] {
  if (changes === "nothing") return { readOnlyHint: true, openWorldHint: false };
  return { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
}

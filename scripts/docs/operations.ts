// docs/operations.md: the operation table, for programs that call operations over HTTP or with the SDK.

import { operationNames, operationTable } from "../../src/areas/contracts.ts";
import { code, page, table } from "./markdown.ts";

const introduction = `Every door offers the same operations. The SDK calls them with \`ask(client, name, input)\` ([sdk.md](sdk.md)); HTTP
clients of \`tellback serve\` send \`POST /v1/NAME\` with a JSON object and the token as \`Authorization: Bearer\`. The inputs
are the options of the command with the same words ([cli.md](cli.md)) or of the MCP tool ([mcp.md](mcp.md)), in
camelCase. "Changes" says what an operation may change.`;

export function operationsPage(): string {
  const rows = operationNames.map((name) => {
    const { summary, changes, input, forAgents } = operationTable[name];
    const inputs = Object.keys(input.shape).map(code).join(", ");
    return [code(name), summary, inputs, changes, code(forAgents?.tool ?? "")];
  });
  const heads = ["operation", "what it does", "inputs", "changes", "MCP tool"];
  return page("Operations", "src/areas/contracts.ts", introduction, table(heads, rows));
}

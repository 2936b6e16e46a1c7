// What engram's MCP tools cost a session, in tokens: all of them loaded, and deferred as Claude Code does it: the
// model sees the names and the server's instructions and loads a tool when it needs it.

import { countTokens } from "../src/context/tokens.ts";
import { instructions } from "../src/doors/mcp/server.ts";
import { toolList } from "../src/doors/mcp/tool-list.ts";
import { readFlags } from "./flags.ts";

readFlags({});
const goals = { loaded: 1500, deferred: 400 };

/** What a model receives of a tool; the output schema and annotations are for the client. */
const seen = toolList.map(({ name, description, inputSchema }) => ({
  name: `mcp__plugin_engram_engram__${name}`,
  description,
  input_schema: inputSchema,
}));
const rows = seen.map((tool, i) => [
  toolList[i]?.name ?? "",
  String(countTokens(JSON.stringify(tool))),
  String(countTokens(JSON.stringify(toolList[i]))),
]);
for (const row of [["tool", "for the model", "on the wire"], ...rows]) {
  console.log(`${row[0]?.padEnd(24)}${row[1]?.padStart(14)}${row[2]?.padStart(14)}`);
}
const said = countTokens(instructions);
const loaded = countTokens(JSON.stringify(seen)) + said;
const deferred = countTokens(seen.map(({ name }) => name).join("\n")) + said;
console.log(`\nall loaded, with instructions: ${loaded} tokens (goal ${goals.loaded})`);
console.log(`deferred, with instructions:   ${deferred} tokens (goal ${goals.deferred})`);
if (loaded > goals.loaded || deferred > goals.deferred) process.exitCode = 1;

// What tellback adds to a session without being asked, in tokens, by way of installing and part; and what the MCP tools
// cost a client that loads them all. Exits with 1 above the bars.

import { countTokens } from "../src/context/tokens.ts";
import { instructions } from "../src/doors/mcp/server.ts";
import { toolList } from "../src/doors/mcp/tool-list.ts";
import { addedBy, maxAdded, type Route, tokensOf } from "./added-text.ts";
import { readFlags } from "./flags.ts";

readFlags({});
const maxLoaded = 1500;

/** What a model receives of a tool; the output schema and annotations are for the client. */
const seen = toolList.map(({ name, description, inputSchema }) => ({
  name: `mcp__tellback__${name}`,
  description,
  input_schema: inputSchema,
}));
const row = (name: string, ...figures: (string | number)[]) =>
  console.log(name.padEnd(24) + figures.map((figure) => String(figure).padStart(18)).join(""));

row("tool", "for the model", "on the wire");
for (const [at, tool] of toolList.entries())
  row(tool.name, countTokens(JSON.stringify(seen[at])), countTokens(JSON.stringify(tool)));
const loaded = countTokens(JSON.stringify(seen)) + countTokens(instructions);
console.log(`\nall loaded, with instructions: ${loaded} tokens (at most ${maxLoaded})\n`);

const routes: readonly Route[] = ["plugin", "install", "install --project"];
const added = routes.map(addedBy);
row("added, not asked for", ...routes);
for (const part of Object.keys(added[0] ?? {}) as (keyof (typeof added)[0])[])
  row(part, ...added.map((one) => countTokens(one[part].join("\n"))));
const inAll = added.map(tokensOf);
row("in all", ...inAll);
const over = inAll.some((tokens) => tokens > maxAdded) || loaded > maxLoaded;
console.log(over ? `\nOVER THE BAR (${maxAdded} added, ${maxLoaded} loaded)` : `\nwithin ${maxAdded}`);
if (over) process.exitCode = 1;

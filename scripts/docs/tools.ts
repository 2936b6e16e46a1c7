// docs/mcp.md: the tools of the MCP server with their inputs, as a client is shown them.

import { z } from "zod";
import { tools } from "../../src/areas/agent-tools.ts";
import { prompts } from "../../src/doors/mcp/prompts.ts";
import { resourceTemplates } from "../../src/doors/mcp/resources.ts";
import { code, page, table } from "./markdown.ts";

const introduction = `\`tellback install\` registers the MCP server in the host (\`--host codex\`, \`gemini\`, \`cursor\` or \`opencode\` for others than
Claude Code). Any other client can start \`tellback mcp\` on stdin and stdout, or use streamable HTTP at \`/mcp\` of
\`tellback serve\` with its token; \`?folder=/path\` names the project. Long answers come in pages: pass \`next_cursor\` of one
answer as \`cursor\` of the next call. Text from memory is quoted, so that it cannot give instructions to the agent.`;

/** The tools themselves leave out what their names say: each word costs tokens in every session. */
const meanings: Readonly<Record<string, string>> = {
  query: "words, or for `recall` also the query language",
  action: "what to do; `context` gives the text for a sub-agent's prompt",
  session_id: "a session, by as much of its id as is unique; for `get_summary` by default the calling one",
  summary_id: "a compaction of the session; without it all of them",
  summary:
    "text, or an object with `executive`, `key_decisions`, `tasks_completed`, `tasks_pending` and `topics`",
  file: "only what is about this file",
  since: "from then on: `24h`, `7d`, `2w` or a date",
  min_relevance: "leave out what is less likely to be meant, 0 to 1",
  limit: "results on a page",
  cursor: "`next_cursor` of the answer before",
  id: "id, or a beginning of it that is unique",
  length: "how much of it",
  topic: "only what is about this, in words",
  content: "one statement that stands alone",
  type: "type of the node",
  tags: "tags, between commas or spaces",
  mention: "names or words that the task is about: they are shown first",
  path: "only this folder or file",
  callers_of: "show the calls of this symbol instead of the map",
  changes_since: "a branch or commit: what the changes since then break, and which tests to run",
  budget: "maximum tokens of the answer",
  global: "for every project, not only this one",
  task: "name of a task; by default the current one",
  from_scratchpad: "the scratchpad becomes the plan",
  agent: "who writes it",
  text: "the whole notes or plan, what to report, or what the sub-agent is asked to do",
  kind: "what the entry is",
  ticks: "numbers of the plan's steps that are done",
  name: "name of the function",
  language: "its language",
  code: "the code, which defines a function of that name",
  description: "what it does",
  tests: "cases with `args` and one of `value` (with `tolerance`), `error`, `property`",
  needs: "names of saved functions that it calls",
  args: "arguments",
};

interface Property {
  type?: string;
  enum?: unknown[];
  default?: unknown;
}

export function toolsPage(): string {
  const sections = tools.map(({ name, description, input, isListed }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(input, { io: "input" });
    const rows = Object.entries(properties as Record<string, Property>).map(([key, property]) => [
      code(key),
      typeOf(property),
      required.includes(key) ? "required" : code(JSON.stringify(property.default) ?? ""),
      meaningOf(name, key),
    ]);
    const heads = ["input", "type", "default", "meaning"];
    const about =
      description +
      (isListed ? "" : " Not in the list of tools, which every session pays for; call it by its name.");
    return `### ${name}\n\n${about}\n\n${table(heads, rows)}`;
  });
  const resources = resourceTemplates.map((one) => [code(one.uriTemplate), one.description]);
  return page(
    "MCP",
    "`forAgents` of src/areas/*/contract.ts",
    introduction,
    "## Tools",
    ...sections,
    "## Resources",
    table(["address", "content"], resources),
    "## Prompts",
    table(
      ["prompt", "what it asks for"],
      prompts.map(({ name, description }) => [code(name), description]),
    ),
  );
}

function meaningOf(tool: string, input: string): string {
  const meaning = meanings[input];
  if (meaning === undefined) throw new Error(`scripts/docs/tools.ts has no meaning for ${input} of ${tool}`);
  return meaning;
}

function typeOf({ type, enum: values }: Property): string {
  return values ? values.map((value) => code(String(value))).join(", ") : (type ?? "string or list");
}

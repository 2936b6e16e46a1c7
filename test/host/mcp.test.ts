// The MCP server in the real client: found through the plugin, each tool called, every answer read by the model.

import { describe, expect, test } from "vitest";
import { tools } from "../../src/doors/mcp/tools.ts";
import { title } from "../support/available.ts";
import { claudeAvailable } from "../support/claude-code.ts";
import type { AskedRequest } from "../support/model-stand-in.ts";
import { bash, openMachine } from "./machine.ts";

const claude = await claudeAvailable();
const named = (tool: string) => `mcp__plugin_engram_engram__${tool}`;

describe.skipIf(!claude.ok)(title("engram's tools in the real client", claude), () => {
  test("each tool is called, and the model reads its answer", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.engram("daemon", "start");
    await machine.session({
      prompt: "Sort the invoices",
      turns: [{ tools: [bash("echo invoices sorted by vendor")] }, { text: "Sorted." }],
    });
    await machine.settled();
    const [first] = machine.sessions();
    const input: Record<string, Record<string, unknown>> = {
      search_memory: { query: "invoices vendor" },
      get: { id: first?.id },
      get_summary: { session_id: first?.id },
      get_project_knowledge: {},
      recall: { query: "type:fact" },
      remember: { content: "Invoices are sorted by vendor" },
      list_sessions: {},
    };
    expect(Object.keys(input).sort()).toEqual(tools.map((tool) => tool.name).sort());
    const run = await machine.session({
      prompt: "Use your memory",
      turns: [
        ...Object.entries(input).map(([name, args]) => ({ tools: [{ name: named(name), input: args }] })),
        { text: "Done." },
      ],
    });
    const asked = run.model.askedOf("main");
    const answers = resultsIn(asked.at(-1));
    expect(answers).toHaveLength(tools.length);
    for (const answer of answers) expect(answer).toContain("data, not instructions");
    const [found, got, summary, known, recalled, kept, sessions] = answers;
    expect(found).toContain("invoices sorted by vendor");
    expect(got).toContain("obs_");
    expect(summary).toContain('"request":"Sort the invoices"');
    expect(known).toContain("known");
    expect(recalled).toContain("nodes");
    expect(kept).toMatch(/"id":"nod_/);
    expect(sessions).toContain("Sort the invoices");
    expect(await machine.hookErrors()).toEqual([]);
    // Deferred: the model gets the names, and loads what it wants to use.
    expect(asked[0]?.toolNames.filter((name) => name.includes("engram"))).toEqual([]);
    expect(asked[0]?.text).toContain(named("search_memory"));
  });
});

function resultsIn(asked: AskedRequest | undefined): string[] {
  const blocks = (asked?.body.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );
  return blocks
    .filter((block: { type: string }) => block.type === "tool_result")
    .map((block: { content: unknown }) => JSON.stringify(block.content).replaceAll('\\"', '"'));
}

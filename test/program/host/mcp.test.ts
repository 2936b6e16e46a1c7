// The MCP server in the real client: found through the plugin, each tool called, every answer read by the model.

import { describe, expect, test } from "vitest";
import { addedBy } from "../../../bench/added-text.ts";
import { toolList } from "../../../src/doors/mcp/tool-list.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import type { AskedRequest } from "../../support/model-stand-in.ts";
import { bash, openMachine } from "./machine.ts";

const claude = await claudeAvailable();
const prompt = "Use your memory";
const named = (tool: string) => `mcp__plugin_tellback_tellback__${tool}`;

describe.skipIf(!claude.ok)(title("tellback's tools in the real client", claude), () => {
  test("each tool is called, and the model reads its answer", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
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
      code_map: {},
      task: { action: "plan", task: "sort", text: "1. Sort by vendor" },
      save_function: {
        name: "double",
        language: "javascript",
        code: "const double = (x) => 2 * x;",
        description: "Doubles a number",
      },
      search_functions: { query: "double" },
      run_function: { name: "double", args: [2] },
      test_function: { name: "double" },
    };
    expect(Object.keys(input).sort()).toEqual(toolList.map((tool) => tool.name).sort());
    const without = await machine.session({ prompt, turns: [{ text: "Hello." }], hooks: "none" });
    const run = await machine.session({
      prompt,
      turns: [
        ...Object.entries(input).map(([name, args]) => ({ tools: [{ name: named(name), input: args }] })),
        { tools: [{ name: named("search_memory"), input: {} }] },
        { tools: [{ name: named("task"), input: { action: "append", text: "Sorted by vendor" } }] },
        { tools: [{ name: named("task"), input: {} }] },
        { text: "Done." },
      ],
    });
    const asked = run.model.askedOf("main");
    const answers = resultsIn(asked.at(-1));
    expect(answers).toHaveLength(toolList.length + 3);
    const mapAt = Object.keys(input).indexOf("code_map");
    for (const [at, answer] of answers.entries())
      expect(answer).toContain(at === mapAt ? "is not mapped" : "data, not instructions");
    const [found, got, summary, known, recalled, kept, , plan, saved, functions, ran] = answers;
    const [sessions, , status] = answers.slice(-3);
    expect(found).toContain("invoices sorted by vendor");
    expect(got).toContain("obs_");
    expect(summary).toContain('"title":"Sort the invoices"');
    expect(known).toContain("known");
    expect(recalled).toContain("nodes");
    expect(kept).toMatch(/"id":"nod_/);
    expect(plan).toContain('"phase"');
    expect(status).toContain("Sorted by vendor");
    expect(saved).toContain('"version":1');
    expect(functions).toContain("double");
    expect(ran).toContain('"value":4');
    expect(sessions).toContain("Sort the invoices");
    expect(await machine.hookErrors()).toEqual([]);
    // Deferred: the model gets the names, and loads what it wants to use.
    expect(asked[0]?.toolNames.filter((name) => name.includes("tellback"))).toEqual([]);
    expect(asked[0]?.text).toContain(named("search_memory"));

    // Everything that tellback adds unasked is what its price counts.
    const usual = new Set(linesIn(without.model.askedOf("main")[0]));
    const added = linesIn(asked[0]).filter((line) => !usual.has(line) && !isInjected(line));
    expect(added.sort()).toEqual(Object.values(addedBy("plugin")).flat().sort());
  });

  test("a question finds the work, not itself, however often it is asked", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const question = "What was the bug we fixed earlier?";
    const fix = "The bug was in `loadTides`: an empty tide table on Sundays. It falls back to Saturday now.";
    await machine.session({
      prompt: "The ferry timetable is wrong on Sundays",
      turns: [{ tools: [bash("echo tide table patched")] }, { text: fix }],
    });
    await machine.settled();
    const search = { name: named("search_memory"), input: { query: question } };
    const shell = bash(`tellback search "${question}" --json || true`);
    for (const _ of [1, 2]) {
      const run = await machine.session({
        prompt: question,
        turns: [{ tools: [search] }, { tools: [shell] }, { tools: [search] }, { text: "" }],
      });
      const answers = resultsIn(run.model.askedOf("main").at(-1));
      for (const answer of [answers[0], answers.at(-1)]) {
        expect(answer).toContain("empty tide table");
        expect(answer).not.toContain(question);
        expect(answer).not.toContain("search_memory");
        expect(answer).not.toContain("[object Object]");
      }
      await machine.settled();
    }
  });
});

/** What was remembered is no part of the price; the client's own header differs from session to session. */
const isInjected = (line: string) =>
  /^\||tellback-memory|^SessionStart|^From memory|^x-anthropic-/.test(line);

function linesIn(asked: AskedRequest | undefined): string[] {
  // The client puts its own words before the first line that a hook adds.
  const said = (asked?.text ?? "").replace("SessionStart hook additional context: End", "End");
  return said.split("\n").filter((line) => line.trim() !== "");
}

function resultsIn(asked: AskedRequest | undefined): string[] {
  const blocks = (asked?.body.messages ?? []).flatMap(({ content }) =>
    Array.isArray(content) ? content : [],
  );
  return blocks
    .filter((block: { type: string }) => block.type === "tool_result")
    .map((block: { content: unknown }) => JSON.stringify(block.content).replaceAll('\\"', '"'));
}

// The bridge with the real client: the notes are where the client says, what its agent writes there becomes a node, and
// what tellback writes there is in front of the agent in the next session.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Node } from "../../../src/protocol/knowledge.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { openMachine, write } from "./machine.ts";

const claude = await claudeAvailable();

describe.skipIf(!claude.ok)(title("the bridge with the real client", claude), () => {
  test("notes of the agent come in, pinned nodes go out, and nothing comes back twice", {
    timeout: 120_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("config", "set", "bridge.mode", "both");
    await machine.tellback("daemon", "start");
    await machine.tellback(
      "remember",
      "Tokens live 15 minutes because of the audit",
      "--tags",
      "tier:pinned",
    );
    const folder = join(
      dirname(machine.project),
      "home/.claude/projects",
      machine.project.replace(/[^A-Za-z0-9]/g, "-"),
      "memory",
    );
    const file = join(folder, "MEMORY.md");
    const first = await machine.session({
      prompt: "Note what the tests need.",
      turns: [
        { tools: [write(file, "# Memory\n\n- The tests need the wombat extension of the database\n")] },
        { text: "Noted." },
      ],
    });
    expect(JSON.stringify(first.model.requests[0])).toContain(folder);
    await machine.settled();
    const pulled = JSON.parse(await machine.tellback("query", "tag:source:notes", "--json")).nodes;
    expect(pulled).toMatchObject([{ content: "The tests need the wombat extension of the database" }]);
    expect(readFileSync(file, "utf8")).toMatch(
      /wombat extension of the database\n\n<!-- tellback:nodes:begin -->/,
    );

    const second = await machine.session({ prompt: "What is known?", turns: [{ text: "Enough." }] });
    // The client shows the notes to its agent without their comments.
    expect(second.model.requests.map(({ text }) => text).join("\n")).toMatch(
      /wombat extension of the database\s+- Tokens live 15 minutes because of the audit/,
    );
    await machine.settled();
    const nodes = JSON.parse(await machine.tellback("query", "NOT type:learning", "--json")).nodes as Node[];
    expect(nodes.map(({ content }) => content).sort()).toEqual([
      "The tests need the wombat extension of the database",
      "Tokens live 15 minutes because of the audit",
    ]);
    expect(JSON.parse(await machine.tellback("bridge", "status", "--json"))).toMatchObject({
      lines: 1,
      changed: 0,
    });
  });
});

// Sessions of the real client with tellback's plugin: every tool use becomes one observation, whatever kind it is, and
// the client reports no error.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { entry } from "../../support/tellback.ts";
import {
  agent,
  bash,
  byId,
  edit,
  eventually,
  openMachine,
  read,
  type SessionScript,
  write,
} from "./machine.ts";

const claude = await claudeAvailable();

/** Every kind of tool use that the hooks distinguish, in seven turns and a sub-agent. */
function fullSession(file: (name: string) => string): SessionScript {
  const path = file("src/total.ts");
  return {
    prompt: "Write the total and try it",
    turns: [
      { text: "I begin with the file.", tools: [write(path, "export const total = 1;\n")] },
      { tools: [edit(path, "total = 1", "total = 2")] },
      { tools: [bash("echo 'cannot find total' >&2; exit 3")] },
      { tools: [bash("cat src/total.ts"), read(path)] },
      { tools: [read(file("missing.ts"))] },
      { tools: [agent("count the files")] },
      { text: "All done." },
    ],
    agentTurns: [{ tools: [bash("git ls-files | wc -l")] }, { text: "One file." }],
  };
}

describe.skipIf(!claude.ok)(title("a session with the plugin", claude), () => {
  test("gives one observation per tool use, through compaction and resume", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");

    const first = await machine.session(fullSession(machine.file));
    expect(first).toMatchObject({ code: 0, stdout: "All done.\n", stderr: "" });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.rows("select title, status from observations where kind = 'tool'")).toEqual(
      expect.arrayContaining([
        { title: "Wrote src/total.ts (1 line)", status: "ok" },
        { title: "Edited src/total.ts (+1 −1)", status: "ok" },
        { title: expect.stringContaining("cannot find total"), status: "failed" },
        { title: expect.stringContaining("Ran cat src/total.ts"), status: "ok" },
        { title: "Read src/total.ts (1 line)", status: "ok" },
        { title: expect.stringContaining("Read missing.ts failed"), status: "failed" },
        { title: expect.stringContaining("Delegated to general-purpose"), status: "ok" },
      ]),
    );
    expect(
      machine.rows("select title from observations where kind = 'tool' and agent_type is not null"),
    ).toEqual([{ title: expect.stringContaining("Ran git ls-files") }]);
    const [ended] = machine.sessions();
    expect(machine.sessions()).toEqual([{ ...ended, status: "summarized", ended_at: expect.any(String) }]);

    const compacted = await machine.session({ prompt: "/compact", turns: [], args: ["--continue"] });
    expect(compacted).toMatchObject({ code: 0, stderr: "" });
    expect(compacted.model.askedOf("compaction")).toHaveLength(1);

    const resuming = machine.session({
      prompt: "Go on",
      args: ["--continue"],
      turns: [{ tools: [bash("echo on it")] }, { delayMs: 3_000, text: "Resumed." }],
    });
    await eventually(() => machine.sessions().some((session) => session.status === "active"));
    expect(machine.sessions()).toEqual([{ ...ended, status: "active", ended_at: null }]);
    expect(await resuming).toMatchObject({ code: 0, stdout: "Resumed.\n", stderr: "" });
    await machine.settled();

    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Write the total and try it", "Go on"]);
    const [again] = machine.sessions();
    expect(machine.sessions()).toEqual([{ ...ended, status: "summarized", ended_at: again?.ended_at }]);
    expect(Date.parse(again?.ended_at ?? "")).toBeGreaterThan(Date.parse(ended?.ended_at ?? ""));
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("can be forked: the fork is a separate session and repeats nothing", {
    timeout: 120_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await machine.session({ prompt: "Look", turns: [{ tools: [bash("echo trunk")] }, { text: "Trunk." }] });
    const forked = await machine.session({
      prompt: "Try another way",
      args: ["--continue", "--fork-session"],
      turns: [{ tools: [bash("echo branch")] }, { text: "Branch." }],
    });
    expect(forked).toMatchObject({ code: 0, stdout: "Branch.\n", stderr: "" });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Look", "Try another way"]);
    expect(machine.sessions().map(({ status }) => status)).toEqual(["summarized", "summarized"]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("can be forked after a compaction without repeating anything", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const on = ["--continue"];
    await machine.session({ prompt: "Look", turns: [{ tools: [bash("echo trunk")] }, { text: "Trunk." }] });
    await machine.session({ prompt: "/compact", turns: [], args: on });
    await machine.session({
      prompt: "Go on",
      turns: [{ tools: [bash("echo later")] }, { text: "Later." }],
      args: on,
    });
    await machine.session({
      prompt: "Try another way",
      args: [...on, "--fork-session"],
      turns: [{ tools: [bash("echo branch")] }, { text: "Branch." }],
    });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Look", "Go on", "Try another way"]);
  });

  test("loses nothing if tellback cannot be started: the next command captures it", {
    timeout: 120_000,
  }, async () => {
    await using machine = await openMachine();
    const run = await machine.session({
      prompt: "Look",
      turns: [{ tools: [bash("echo early")] }, { text: "Seen." }],
    });
    expect(run).toMatchObject({ code: 0, stdout: "Seen.\n", stderr: "" });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Look"]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("gives the same observations with the portable hooks, one Node process per event", {
    timeout: 120_000,
  }, async () => {
    await using machine = await openMachine();
    const hook = { type: "command", command: `"${process.execPath}" "${entry}" hook claude-code` };
    const events = ["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop"];
    const others = ["SubagentStop", "PreCompact", "PostCompact", "SessionEnd"];
    const hooks = Object.fromEntries(
      [...events, ...others].map((event) => [event, [{ hooks: [{ ...hook, timeout: 10 }] }]]),
    );
    const run = await machine.session({
      ...fullSession(machine.file),
      hooks: { settings: { hooks } },
    });
    expect(run).toMatchObject({ code: 0, stdout: "All done.\n", stderr: "" });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Write the total and try it"]);
    expect(machine.sessions()).toMatchObject([{ status: "summarized" }]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("makes a failing hook visible to these tests", { timeout: 60_000 }, async () => {
    await using machine = await openMachine();
    const failing = { hooks: [{ type: "command", command: "echo broken >&2; exit 1" }] };
    await machine.session({
      prompt: "Look",
      turns: [{ tools: [bash("echo seen")] }, { text: "Seen." }],
      hooks: { settings: { hooks: { PostToolUse: [failing], Stop: [failing] } } },
    });
    const errors = (await machine.hookErrors()).join("\n");
    expect(errors).toMatch(/"hookEvent":"PostToolUse".*broken/);
    expect(errors).toMatch(/"hookEvent":"Stop".*broken/);
  });
});

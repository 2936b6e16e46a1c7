// Failures around a real session, and the recovery: the daemon killed, the hooks removed for a while.

import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { agent, bash, byId, edit, eventually, openMachine, read, write } from "./machine.ts";

const claude = await claudeAvailable();

describe.skipIf(!claude.ok)(title("around a session with the plugin", claude), () => {
  test("a daemon that is killed by -9 in the middle loses and repeats nothing", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const pid = await machine.daemonPid();
    const file = machine.file("src/total.ts");
    const killDaemon = bash('kill -9 "$(head -n 1 "$TELLBACK_HOME/daemon")"');
    const run = await machine.session({
      prompt: "Write the total",
      turns: [
        { tools: [write(file, "export const total = 1;\n")] },
        { tools: [killDaemon, read(file)] },
        { tools: [edit(file, "total = 1", "total = 2")] },
        { tools: [bash("exit 3")] },
        { tools: [agent("count the files")] },
        { text: "Done without it." },
      ],
      agentTurns: [{ tools: [bash("git ls-files | wc -l")] }, { text: "One file." }],
    });
    expect(run).toMatchObject({ code: 0, stdout: "Done without it.\n", stderr: "" });
    // The end of the turn starts a new one; nobody has to call tellback for it.
    await eventually(async () => (await machine.daemonPid()) !== pid);
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Write the total"]);

    process.kill(await machine.daemonPid(), "SIGKILL");
    const resumed = await machine.session({
      prompt: "Go on",
      args: ["--continue"],
      turns: [{ tools: [bash("echo on it"), killDaemon] }, { text: "Again." }],
    });
    expect(resumed).toMatchObject({ code: 0, stdout: "Again.\n", stderr: "" });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Write the total", "Go on"]);
    expect(machine.sessions()).toMatchObject([{ status: "summarized" }]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("a daemon that is killed repeatedly at any point loses and repeats nothing", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const running = { session: true, killed: 0 };
    const session = machine
      .session({
        prompt: "Much to do",
        turns: [
          ...Array.from({ length: 15 }, (_, n) => ({
            tools: [bash(`echo ${n}`), read(machine.file("README.md"))],
          })),
          { text: "Much done." },
        ],
      })
      .finally(() => {
        running.session = false;
      });
    while (running.session) {
      // Different moments of a daemon's life: before it listens, while it reads the inbox, while it catches up.
      await pause(20 + ((running.killed * 137) % 400));
      await machine
        .daemonPid()
        .then((pid) => process.kill(pid, "SIGKILL"))
        .catch(() => {});
      running.killed++;
      await machine.tellback("daemon", "start");
    }
    expect(await session).toMatchObject({ code: 0, stdout: "Much done.\n", stderr: "" });
    expect(running.killed).toBeGreaterThan(2);
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual(["Much to do"]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("events from the time without hooks are read from the transcripts", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const on = ["--continue"];
    await machine.session({ prompt: "Seen", turns: [{ tools: [bash("echo one")] }, { text: "One." }] });
    await machine.settled();
    await machine.session({
      prompt: "Unseen, resumed",
      args: on,
      hooks: "none",
      turns: [{ tools: [bash("echo two"), read(machine.file("README.md"))] }, { text: "Two." }],
    });
    await machine.session({
      prompt: "Unseen, with a sub-agent",
      hooks: "none",
      turns: [{ tools: [bash("exit 4")] }, { tools: [agent("count the files")] }, { text: "Three." }],
      agentTurns: [{ tools: [bash("git ls-files | wc -l")] }, { text: "One file." }],
    });
    await machine.session({ prompt: "/compact", turns: [], args: on, hooks: "none" });
    await machine.settled();
    expect(machine.promptsKept()).toEqual(["Seen"]);

    await machine.session({
      prompt: "Seen again",
      turns: [{ tools: [bash("echo four")] }, { text: "Four." }],
    });
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    expect(machine.promptsKept()).toEqual([
      "Seen",
      "Unseen, resumed",
      "Unseen, with a sub-agent",
      "Seen again",
    ]);
    expect(
      machine.rows("select title from observations where kind = 'tool' and agent_type is not null"),
    ).toEqual([{ title: expect.stringContaining("Ran git ls-files") }]);
    expect(machine.sessions()).toHaveLength(3);
    expect(await machine.hookErrors()).toEqual([]);
  });
});

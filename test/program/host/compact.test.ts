// Compactions of the real client, manual and automatic: each is stored once, with the decisions before it, and the
// client's own summariser gets tellback's instructions.

import { describe, expect, test } from "vitest";
import type { CompactionSummary } from "../../../src/protocol/compaction.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { agent, bash, type Machine, openMachine, write } from "./machine.ts";

const claude = await claudeAvailable();

interface Row {
  session_id: string;
  sequence: number;
  state: string;
  trigger: string;
  message_id: string | null;
  summary: string;
  host_summary: string;
  tokens_before: number | null;
}

const kept = (machine: Machine): Row[] => machine.rows<Row>("select * from compactions order by at");
const summaryOf = (row: Row | undefined) => JSON.parse(row?.summary ?? "null") as CompactionSummary;

const decided = "I decided to keep the rates in SQLite instead of a file because two programs write them.";

describe.skipIf(!claude.ok)(title("a compaction", claude), () => {
  test("that the user requests is stored once, with the decisions before it and the client's summary", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const turns = [
      { tools: [write(machine.file("rates.ts"), "export const rate = 2;\n")] },
      { text: decided },
    ];
    await machine.session({ prompt: "Keep the exchange rates", turns });
    const run = await machine.session({ prompt: "/compact", turns: [], args: ["--continue"] });
    expect(run.code).toBe(0);

    const [asked] = run.model.askedOf("compaction");
    expect(asked?.lastUser).toContain("Keep exactly: every decision with its reason");

    await machine.settled();
    const [one, ...others] = kept(machine);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      sequence: 1,
      state: "done",
      trigger: "manual",
      message_id: expect.any(String),
      host_summary: "Stand-in summary of the session.",
      tokens_before: expect.any(Number),
    });
    expect(summaryOf(one)).toMatchObject({
      key_decisions: [
        {
          topic: "Keep the exchange rates",
          decision: "I decided to keep the rates in SQLite instead of a file",
          rationale: "two programs write them",
          files: ["rates.ts"],
        },
      ],
      files_modified: [{ path: "rates.ts", action: "created" }],
    });

    // The session continues, is forked and is compacted again: each compaction is stored once.
    const goOn = (word: string) => [{ tools: [bash(`echo ${word}`)] }, { text: word }];
    await machine.session({ prompt: "Go on", turns: goOn("on"), args: ["--continue"] });
    await machine.session({
      prompt: "Another way",
      turns: goOn("fork"),
      args: ["--continue", "--fork-session"],
    });
    await machine.settled();
    expect(kept(machine)).toHaveLength(1);
    await machine.session({ prompt: "/compact", turns: [], args: ["--resume", one?.session_id ?? ""] });
    await machine.settled();
    expect(kept(machine).map(({ session_id, sequence, state }) => [session_id, sequence, state])).toEqual([
      [one?.session_id, 1, "done"],
      [one?.session_id, 2, "done"],
    ]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("that happens automatically in the middle of a turn is stored once, with what was said before it", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine({ "a.txt": "one\n" });
    await machine.tellback("daemon", "start");
    const run = await machine.session({
      prompt: "Keep the exchange rates",
      env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" },
      turns: [
        { text: decided, tools: [bash("cat a.txt")], usage: { input_tokens: 20_000 } },
        { text: "More.", tools: [bash("cat a.txt a.txt")], usage: { input_tokens: 190_000 } },
        { text: "Read it all.", usage: { input_tokens: 20_000 } },
      ],
    });
    expect(run).toMatchObject({ code: 0, stdout: "Read it all.\n", stderr: "" });
    const [asked] = run.model.askedOf("compaction");
    expect(asked?.lastUser).toContain("Keep exactly: every decision with its reason");
    expect(asked?.lastUser).toContain("| decided: I decided to keep the rates in SQLite");
    await machine.settled();
    const [one, ...others] = kept(machine);
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      state: "done",
      trigger: "auto",
      host_summary: "Stand-in summary of the session.",
    });
    expect(summaryOf(one).key_decisions).toMatchObject([
      { decision: "I decided to keep the rates in SQLite instead of a file" },
    ]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("that no hook reported is found in the transcript", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.session({ prompt: "Keep the rates", turns: [{ text: decided }], hooks: "none" });
    await machine.session({ prompt: "/compact", turns: [], args: ["--continue"], hooks: "none" });
    await machine.tellback("daemon", "start");
    await machine.session({ prompt: "Go on", turns: [{ text: "On." }], args: ["--continue"] });
    await machine.settled();
    const [one, ...others] = kept(machine);
    expect(others).toEqual([]);
    expect(one).toMatchObject({ state: "done", trigger: "manual", sequence: 1 });
    expect(summaryOf(one).key_decisions).toHaveLength(1);
  });
});

describe.skipIf(!claude.ok)(title("a sub-agent", claude), () => {
  test("has its result stored once, linked to its session and to itself", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const found = "The rates are read in two places: loader.ts and report.ts.";
    await machine.session({
      prompt: "Find out who reads the rates",
      turns: [{ tools: [agent("Who reads the rates?")] }, { text: "Two places." }],
      agentTurns: [{ tools: [bash("echo loader.ts report.ts")] }, { text: found }],
    });
    await machine.session({ prompt: "/compact", turns: [], args: ["--continue"] });
    await machine.settled();
    const [session] = machine.sessions();
    expect(
      machine.rows(
        "select session_id, agent_type, summary from observations where kind = 'reply' and agent_id is not null",
      ),
    ).toEqual([{ session_id: session?.id, agent_type: "general-purpose", summary: found }]);
    expect(machine.rows("select id from observations where summary like '%Stand-in summary%'")).toEqual([]);
  });
});

// What tellback injects for the real client's model, and what tellback must not store of a session.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import type { AskedRequest, Model } from "../../support/model-stand-in.ts";
import { agent, bash, byId, openMachine, read, write } from "./machine.ts";

const claude = await claudeAvailable();

/** How often tellback's block is in what the model could read. */
const injectionsIn = (asked: AskedRequest | undefined): number =>
  JSON.stringify(asked?.body).split("<tellback-memory").length - 1;
const injections = (model: Model): number[] => model.askedOf("main").map(injectionsIn);

describe.skipIf(!claude.ok)(title("tellback injects", claude), () => {
  test("recent sessions once, when a session starts and after a compaction removed them", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const turns = (word: string) => [
      { tools: [bash(`echo ${word}`)] },
      { text: `The invoices are sorted by the date of delivery, in step ${word}.` },
    ];
    const on = ["--continue"];

    const first = await machine.session({ prompt: "Sort the invoices", turns: turns("one") });
    expect(injections(first.model)).toEqual([0, 0]);
    await machine.settled();

    const second = await machine.session({ prompt: "Now the receipts", turns: turns("two") });
    expect(injections(second.model)).toEqual([1, 1]);
    const block = second.model.askedOf("main")[0]?.text ?? "";
    expect(block).toMatch(/\| \d{4}-\d\d-\d\d: The invoices are sorted by the date of delivery/);

    const resumed = await machine.session({ prompt: "Go on", turns: turns("three"), args: on });
    expect(injections(resumed.model)).toEqual([1, 1]);

    const forked = await machine.session({
      prompt: "Another way",
      turns: turns("four"),
      args: [...on, "--fork-session"],
    });
    expect(injections(forked.model)).toEqual([1, 1]);

    await machine.session({ prompt: "/compact", turns: [], args: on });
    const compacted = await machine.session({ prompt: "And on", turns: turns("five"), args: on });
    expect(injections(compacted.model)).toEqual([1, 1]);

    await machine.settled();
    const words = "title || summary || detail";
    expect(
      machine.rows(
        `select title from observations where ${words} like '%tellback-memory%' or ${words} like '%notes from memory%'`,
      ),
    ).toEqual([]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("answers to a prompt, knowledge about a file, and what a sub-agent needs: each once, into the right conversation", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await machine.tellback("config", "set", "recall.sessionStart", "false");
    await machine.tellback("daemon", "stop");
    const weeks = "// parseDate takes ISO week dates such as 2026-W10\nexport function parseDate() {}\n";
    await machine.session({
      prompt: "Let parseDate take ISO week dates",
      turns: [
        { tools: [write(machine.file("dates.ts"), weeks)] },
        {
          tools: [write(machine.file("zones.ts"), "export const zoneOffset = 0; // of the week calendar\n")],
        },
        { text: "parseDate in dates.ts now takes ISO week dates; week 53 is refused in short years." },
      ],
    });
    await machine.settled();

    const second = await machine.session({
      prompt: "Does parseDate refuse week 53 in short years?",
      turns: [
        { tools: [read(machine.file("zones.ts"))] },
        { tools: [read(machine.file("zones.ts"))] },
        { tools: [agent("Find out whether parseDate takes ISO week dates")] },
        { text: "It does." },
      ],
      agentTurns: [{ text: "It takes them." }],
    });
    expect(second.code).toBe(0);
    const heard = (asked: AskedRequest | undefined, what: string) =>
      (asked?.text.split(what).length ?? 0) - 1;
    const answer = "week 53 is refused";
    const main = second.model.askedOf("main");
    expect(main.map((asked) => heard(asked, answer))).toEqual([1, 1, 1, 1]);
    expect(main[0]?.text).toMatch(/\| \d{4}-\d\d-\d\d: .*week 53 is refused/);
    // Nothing is known of zones.ts but that it was written, which the agent sees in the file.
    expect(main.map((asked) => heard(asked, "From memory, about zones.ts"))).toEqual([0, 0, 0, 0]);
    const [delegated] = second.model.askedOf("agent");
    expect(heard(delegated, answer)).toBe(1);

    await machine.settled();
    const [found] = machine.rows<{ owner_id: string }>(
      "select owner_id from injections where moment = 'prompt' and used_how is not null",
    );
    expect(
      JSON.parse(await machine.tellback("why", found?.owner_id ?? "", "--json")).injections,
    ).toMatchObject(expect.arrayContaining([expect.objectContaining({ moment: "prompt" })]));
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("earlier decisions after a manual or automatic compaction, and in another session", {
    timeout: 180_000,
  }, async () => {
    const decided =
      "I decided to keep the rates in SQLite instead of a file because two programs write them.";
    await using machine = await openMachine({ "a.txt": "one\n" });
    await machine.tellback("daemon", "start");
    await machine.session({ prompt: "Keep the exchange rates", turns: [{ text: decided }] });
    await machine.session({ prompt: "/compact", turns: [], args: ["--continue"] });
    const on = await machine.session({ prompt: "Go on", turns: [{ text: "On." }], args: ["--continue"] });
    const [asked] = on.model.askedOf("main");
    expect(asked?.text).toContain("What compactions removed from this session's context:");
    expect(asked?.text).toMatch(/\| .*keep the rates in SQLite instead of a file/);

    await machine.settled();
    const other = await machine.session({
      prompt: "Now the fees",
      env: { CLAUDE_CODE_AUTO_COMPACT_WINDOW: "100000" },
      turns: [
        { text: "I decided to keep the fees in a table of their own.", tools: [bash("cat a.txt")] },
        { text: "More.", tools: [bash("cat a.txt a.txt")], usage: { input_tokens: 190_000 } },
        { text: "Done.", usage: { input_tokens: 20_000 } },
      ],
    });
    const after = other.model.askedOf("main");
    expect(after[0]?.text).toMatch(/\| .*keep the rates in SQLite instead of a file/);
    expect(after.at(-1)?.text).toMatch(/\| .*keep the fees in a table of their own/);
    expect(after.at(-1)?.text).toMatch(/\| .*keep the rates in SQLite instead of a file/);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("nothing if the user has turned injection off", {
    timeout: 60_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await machine.tellback("config", "set", "recall.sessionStart", "false");
    await machine.tellback("daemon", "stop");
    await machine.session({ prompt: "First", turns: [{ text: "One." }] });
    await machine.settled();
    const second = await machine.session({ prompt: "Second", turns: [{ text: "Two." }] });
    expect(injections(second.model)).toEqual([0]);
  });
});

describe.skipIf(!claude.ok)(title("secrets in a session", claude), () => {
  test("in a command, its output, a failure and a prompt reach none of tellback's files", {
    timeout: 120_000,
  }, async () => {
    // Built from parts, so that no scanner of this repository finds them.
    const letters = "q8ZrT2vLx9WmKc4JdN7bYs3HfPe6GaUt1RoE";
    const secrets = {
      github: `ghp_${letters}`,
      aws: `AKIA${"Q3EXZ7RTLMNBVCDW".slice(0, 16)}`,
      password: `${letters.slice(3, 9)}-${letters.slice(12, 20)}`,
      stripe: `sk_live_${letters.slice(0, 24)}`,
      ownKey: `${letters.slice(20)}${letters.slice(5, 15)}`,
    };
    await using machine = await openMachine({ "deploy.sh": "echo deploying\n" });
    await machine.tellback("daemon", "start");
    const run = await machine.session({
      prompt: `Deploy with ${secrets.github} please`,
      turns: [
        { tools: [bash(`echo "aws_access_key_id = ${secrets.aws}"; echo CANARY deployed`)] },
        { tools: [bash(`curl -sf -H "Authorization: Bearer ${secrets.stripe}" http://127.0.0.1:9/x`)] },
        { tools: [bash(`echo "postgres://app:${secrets.password}@db.internal/app refused" >&2; exit 1`)] },
        { tools: [bash(`printf 'SERVICE_SECRET=%s\\n' ${secrets.ownKey} > .env; cat .env`)] },
        { text: `Deployed, the token ${secrets.github} works.` },
      ],
    });
    expect(run.code).toBe(0);
    await machine.settled();
    expect(byId(machine.toolsKept())).toEqual(byId(machine.done));
    const found = JSON.parse(await machine.tellback("search", "CANARY deployed", "--json"));
    expect(found.results).not.toEqual([]);
    for (const secret of Object.values(secrets)) {
      const { results } = JSON.parse(await machine.tellback("search", secret, "--json"));
      expect(JSON.stringify(results)).not.toContain(secret);
    }
    await machine.tellback("daemon", "stop");
    expect(filesWith(machine.tellbackHome, Object.values(secrets))).toEqual([]);
    expect(filesWith(machine.tellbackHome, ["CANARY"])).not.toEqual([]);
  });
});

function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => words.some((word) => readFileSync(path, "latin1").includes(word)));
}

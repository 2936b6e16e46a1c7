// Sessions of the real client end with a summary, and what the user stated is learned: with higher confidence when
// another session repeats it, with lower when one contradicts it.

import { describe, expect, test } from "vitest";
import type { Learning } from "../../../src/protocol/knowledge.ts";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import { startLlm } from "../../support/llm-stand-in.ts";
import { bash, edit, type Machine, openMachine } from "./machine.ts";

const claude = await claudeAvailable();

const learnings = async (machine: Machine): Promise<Learning[]> =>
  JSON.parse(await machine.tellback("learnings", "--json")).learnings;
const brief = async (machine: Machine) =>
  (await learnings(machine)).map(({ content, confidence, timesSeen }) => [content, confidence, timesSeen]);

async function says(machine: Machine, prompt: string): Promise<void> {
  await machine.session({ prompt, turns: [{ text: "Understood." }] });
  await machine.settled();
}

describe.skipIf(!claude.ok)(title("learning with the real client", claude), () => {
  test("a session is summarised; a rule's confidence goes 0.5, 0.7, until another one replaces it", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine({ "src/total.ts": "export const total = 1;\n" });
    await machine.tellback("daemon", "start");
    const first = await machine.session({
      prompt: "Make the total two. We use tabs for indentation.",
      turns: [
        { tools: [bash("cat src/total.ts")] },
        { tools: [edit(machine.file("src/total.ts"), "total = 1", "total = 2")] },
        { text: "The total is two now." },
      ],
    });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    await machine.settled();

    const [{ id = "", status } = {}] = machine.sessions();
    expect(status).toBe("summarized");
    const shown = JSON.parse(await machine.tellback("session", "show", id, "--json"));
    expect(shown.summary).toMatchObject({
      title: expect.stringContaining("Make the total two."),
      now: "The total is two now.",
      known: ["We use tabs for indentation"],
      files: ["src/total.ts"],
      provider: "offline",
    });
    expect(await brief(machine)).toEqual([["We use tabs for indentation", 0.5, 1]]);

    await says(machine, "Look at it again. Remember: indent with tabs.");
    expect(await brief(machine)).toEqual([["We use tabs for indentation", 0.7, 2]]);

    await says(machine, "We use spaces for indentation.");
    expect(await brief(machine)).toEqual([
      ["We use tabs for indentation", 0.7, 2],
      ["We use spaces for indentation", 0.5, 1],
    ]);
    const [tabs, spaces] = await learnings(machine);
    const learning = JSON.parse(await machine.tellback("learnings", "show", spaces?.id ?? "", "--json"));
    expect(learning.links).toEqual([
      { type: "SUPERSEDES", direction: "from", id: tabs?.id, content: "We use tabs for indentation" },
    ]);
    // The later statement holds; the earlier one stays in the list, and is not offered any more.
    expect(tabs?.supersededBy).toBe(spaces?.id);
    const offered = await machine.tellback("search", "indentation", "--kind", "learning");
    expect(offered).toContain("We use spaces");
    expect(offered).not.toContain("We use tabs");

    await machine.tellback("learnings", "reject", tabs?.id ?? "");
    await says(machine, "Always indent with tabs!");
    expect((await brief(machine)).map(([content]) => content)).not.toContain("We use tabs for indentation");
    expect(machine.rows("select state from nodes where content like '%tabs%'")).toEqual([
      { state: "rejected" },
    ]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("a language model writes the summary and adds learnings, and its cost is booked", {
    timeout: 120_000,
  }, async () => {
    await using machine = await openMachine();
    const answer = {
      ...{
        title: "Look around",
        now: "Looked around; nothing was changed.",
        open: [],
        closed: [],
        decided: [],
      },
      turns: [{ turn: 1, said: "" }],
      known: [
        { text: "User emails are never logged here.", kind: "rule", turn: 1, proof: "Never log user emails" },
      ],
      drop: [],
    };
    const model = await startLlm("anthropic", [
      { text: JSON.stringify(answer), usage: { input: 1000, output: 100 } },
    ]);
    const settings = { provider: "anthropic", url: model.url, apiKey: "sk-mine" };
    for (const [name, value] of Object.entries(settings))
      await machine.tellback("config", "set", `llm.${name}`, value);
    await machine.tellback("daemon", "start");
    await says(machine, "Look around. Never log user emails.");

    const [{ id = "" } = {}] = machine.sessions();
    const shown = JSON.parse(await machine.tellback("session", "show", id, "--json"));
    expect(shown.summary).toMatchObject({ title: answer.title, now: answer.now, note: null });
    expect(shown.summary.provider).toMatch(/^anthropic:/);
    expect((await brief(machine)).map(([content]) => content)).toContain("Never log user emails");
    expect(machine.rows("select purpose, state from spend where purpose = 'describe'")).toMatchObject([
      { purpose: "describe" },
    ]);
    await machine.tellback("session", "reflect", id);
    expect(model.seen.filter(({ text }) => text.includes("Describe this session"))).toHaveLength(1);
  });

  test("what the user decides, requires, forbids and warns of becomes knowledge, in English and in German", {
    timeout: 180_000,
  }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    await says(
      machine,
      [
        "Have a look at the importer, please.",
        "We decided to use PostgreSQL instead of MongoDB because we need transactions.",
        "The tests need Redis on port 6380, otherwise they hang.",
        "Don't touch the legacy folder, it will be deleted in Q1.",
        "Use pnpm here, not npm.",
        "Note: API v1 is deprecated since March.",
      ].join(" "),
    );
    const known = await machine.tellback("knowledge");
    for (const statement of [
      "We decided to use PostgreSQL instead of MongoDB",
      "because we need transactions",
      "The tests need Redis on port 6380, otherwise they hang",
      "Don't touch the legacy folder, it will be deleted in Q1",
      "Use pnpm in this project, not npm",
      "API v1 is deprecated since March",
      "said by the user",
    ])
      expect(known).toContain(statement);
    expect(known).not.toMatch(/^ {2}\S.*importer/m);

    await says(
      machine,
      [
        "Wir haben uns für Kafka statt RabbitMQ entschieden, weil die Prüfer ein Replay brauchen.",
        "Die Tests brauchen Postgres auf Port 5433, sonst hängen sie.",
        "Fass den Ordner vendor nicht an, der wird überschrieben.",
        "Commit-Nachrichten immer auf Englisch schreiben.",
        "Hinweis: die alte Schnittstelle ist seit Mai veraltet.",
      ].join(" "),
    );
    const { decisions, ...others } = JSON.parse(await machine.tellback("knowledge", "--json"));
    expect(decisions).toContainEqual(
      expect.objectContaining({
        statement: "Wir haben uns für Kafka statt RabbitMQ entschieden",
        rationale: "die Prüfer ein Replay brauchen",
      }),
    );
    const german = JSON.stringify(others);
    for (const statement of [
      "Die Tests brauchen Postgres auf Port 5433, sonst hängen sie",
      "Fass den Ordner vendor nicht an, der wird überschrieben",
      "Commit-Nachrichten immer auf Englisch schreiben",
      "Die alte Schnittstelle ist seit Mai veraltet",
    ])
      expect(german).toContain(statement);

    await says(machine, "We're switching to SQLite, PostgreSQL is too much for one user.");
    const now = JSON.parse(await machine.tellback("knowledge", "--json")).decisions;
    const statements = now.map(({ statement }: { statement: string }) => statement);
    expect(statements).toContain("We're switching to SQLite, PostgreSQL is too much for one user");
    expect(statements).not.toContain("We decided to use PostgreSQL instead of MongoDB");
    const why = await machine.tellback("why", now.at(0)?.id ?? "");
    expect(why).toContain("said by the user");
    expect(await machine.hookErrors()).toEqual([]);
  });
});

// What a colleague would say, with the real client: a few sessions on a small project, then the questions of later ones.
// The model must get outcomes, decisions and open points in their newest state, each once, and nothing else.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import type { Model } from "../../support/model-stand-in.ts";
import { agent, bash, edit, type Machine, openMachine, write } from "./machine.ts";

const claude = await claudeAvailable();

const mirror = "the mirror is in maintenance on Sundays from 02:00 to 04:00 UTC";
const reimport = "the invoices of March need a re-import";

/** Four sessions: a bug and its cause, a fix that leaves something open, a value that changes, a version that is rejected. */
async function workOn(machine: Machine): Promise<void> {
  await machine.session({
    prompt: "The nightly sync hung again on Sunday night. Find out why and fix it.",
    turns: [
      { text: "Reading.", tools: [bash("echo 'sync: mirror: read timed out'")] },
      { text: "Now the fix:", tools: [edit(machine.file("sync.py"), "None", '"Sun 02:00-04:00"')] },
      { text: "Test.", tools: [bash("echo 3 passed")] },
      { text: "Commit.", tools: [bash("echo committed")] },
      {
        text: `The sync hung because ${mirror} and holds connections open. It now skips that window (\`WINDOW\` in sync.py).`,
      },
    ],
  });
  await machine.session({
    prompt: ["Invoices from Germany show up in the wrong month. Please fix.", "Great, thanks!"],
    turns: [
      { tools: [edit(machine.file("dates.py"), "return text", "return day_first(text)")] },
      {
        text: `Cause: German dates such as 03.04.2026 were read month first. Fixed in dates.py: \`parse\` reads them day first now, i.e. as people there write them. Open: ${reimport}.`,
      },
      { text: "Thanks." },
    ],
  });
  await machine.session({
    prompt: [
      "Exports time out, set the timeout of the client to 10 s.",
      "Keep the exchange rates in a JSON file.",
      "No, not a JSON file, I don't want that. Take the rates.json out again.",
      "The export still times out. Raise the timeout of the client to 30 s.",
    ],
    turns: [
      { tools: [edit(machine.file("client.py"), "TIMEOUT = 5", "TIMEOUT = 10")] },
      { text: "The timeout in client.py is 10 s now." },
      { tools: [write(machine.file("rates.json"), "{}\n")] },
      { text: "The exchange rates are kept in rates.json now, loaded when the program starts." },
      { tools: [bash("rm rates.json")] },
      { text: "rates.json is gone; the exchange rates stay in rates.py." },
      { tools: [edit(machine.file("client.py"), "TIMEOUT = 10", "TIMEOUT = 30")] },
      { text: "The timeout in client.py is 30 s now." },
    ],
  });
  await machine.session({
    prompt: ["Where is the token checked?", "We store money as integer cents, never as floats."],
    turns: [
      { tools: [agent("Find where the token is checked")] },
      { text: 'Found. <ctx:remember type="fcat">The token is checked twice</ctx:remember>' },
      { text: "Understood." },
    ],
    agentTurns: [
      {
        text: "<tools-used-before-summary>Grep, Read</tools-used-before-summary>\nThe token is checked in guard.py, before the router sees the request.",
      },
    ],
  });
  await machine.settled();
}

/** The lines of memory that the model could read at the end of a conversation. */
function toldIn(model: Model): string[] {
  const text = model.askedOf("main").at(-1)?.text ?? "";
  return text.split("\n").filter((line) => line.startsWith("| "));
}

/** The lines of memory that came with each prompt; the first has those of the session start too. */
function toldAt(model: Model): string[][] {
  const counts = model
    .askedOf("main")
    .map(({ text }) => text.split("\n").filter((line) => line.startsWith("| ")));
  return counts.map((lines, at) => lines.slice(counts[at - 1]?.length ?? 0));
}

const holding = (lines: readonly string[], words: string | RegExp) =>
  lines.filter((line) => (typeof words === "string" ? line.includes(words) : words.test(line)));

describe.skipIf(!claude.ok)(title("a colleague with the real client", claude), () => {
  test("says outcomes in their newest state, each once, and is quiet where nothing helps", {
    timeout: 300_000,
  }, async () => {
    await using machine = await openMachine({
      "sync.py": "WINDOW = None\n",
      "dates.py": "def parse(text):\n    return text\n",
      "client.py": "TIMEOUT = 5\n",
      "rates.py": "RATES = {}\n",
    });
    await machine.tellback("daemon", "start");
    await workOn(machine);

    // Summaries: no acknowledgement, open points, and a sentence does not end at "i.e.".
    const shown = await Promise.all(
      machine.sessions().map(({ id }) => machine.tellback("session", "show", id)),
    );
    const [, invoices = "", changes = ""] = shown;
    const now = /^now {6}(.*(?:\n {9}.*)*)/m.exec(invoices)?.[1] ?? "";
    expect(now).toContain("Cause: German dates");
    expect(now).not.toContain("Thanks");
    expect(invoices).toMatch(new RegExp(`^open .*${reimport}`, "m"));
    expect(changes).toContain("rejected");
    expect(changes).toContain("superseded");

    const asked = await machine.session({
      prompt: [
        "Why is the sync hanging on Sundays?",
        "Invoices from Germany show up in the wrong month again",
        "What is the timeout of the client?",
        "Where do we keep the exchange rates?",
        "How do we represent money?",
        "run the tests",
        "Wo wird das Token geprüft, vor dem router?",
        "What is left to do?",
      ],
      turns: Array.from({ length: 8 }, () => ({ text: "Let me see." })),
    });
    const all = toldIn(asked.model);
    const at = toldAt(asked.model);
    expect(at).toHaveLength(8);
    const [sync = [], germany = [], timeout = [], rates = [], money = [], tests = [], token = []] = at;

    expect(holding([...sync], mirror)).not.toEqual([]);
    expect(holding([...sync, ...germany], "were read month first")).not.toEqual([]);
    expect(holding([...sync, ...germany], reimport)).not.toEqual([]);
    expect(holding([...sync, ...timeout], /timeout in client\.py is 30 s/)).not.toEqual([]);
    expect(holding([...sync, ...rates], /rates stay in rates\.py/)).not.toEqual([]);
    expect(holding([...sync, ...money], /money as integer cents/)).not.toEqual([]);
    expect(tests).toEqual([]);
    expect(holding([...sync, ...token], /checked in guard\.py/)).not.toEqual([]);

    // One fact once, across the session start and all prompts.
    for (const fact of [mirror, "were read month first", reimport, "is 30 s now", "integer cents"])
      expect(holding(all, fact), fact).toHaveLength(1);
    // Nothing that was overruled is told as truth, and nothing without content at all.
    for (const line of holding(all, /\b10 s\b/))
      expect(line).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d|superseded|replaced/);
    expect(holding(all, /kept in rates\.json|in a JSON file/)).toEqual([]);
    expect(holding(all, /· (?:Commit|Test|Reading|Thanks|Understood|Now the fix|Found)[.:]/)).toEqual([]);
    expect(holding(all, /Asked: |hung again on Sunday night/)).toEqual([]);
    expect(holding(all, /ctx:|tools-used|<[a-z]/)).toEqual([]);
    expect(await machine.hookErrors()).toEqual([]);
  });

  test("learns fourteen statements of a user, said one at a time", { timeout: 180_000 }, async () => {
    await using machine = await openMachine();
    await machine.tellback("daemon", "start");
    const statements = [
      "We decided to use PostgreSQL instead of MongoDB because we need transactions.",
      "The tests need Redis on port 6380, otherwise they hang.",
      "Don't touch the legacy folder, it will be deleted in Q1.",
      "Use pnpm here, not npm.",
      "Note: API v1 is deprecated since March.",
      "Never push to the release branch without a review.",
      "We store money as integer cents, never as floats.",
      "Wir haben uns für Kafka statt RabbitMQ entschieden, weil die Prüfer ein Replay brauchen.",
      "Die Worker brauchen Docker auf Port 2375, sonst hängen sie.",
      "Fass den Ordner vendor nicht an, der wird überschrieben.",
      "Commit-Nachrichten immer auf Englisch schreiben.",
      "Hinweis: die alte Schnittstelle ist seit Mai veraltet.",
      "We tried Elasticsearch and dropped it because it needs too much memory.",
      "All timestamps in the API must be UTC.",
    ];
    await machine.session({ prompt: statements, turns: statements.map(() => ({ text: "Understood." })) });
    await machine.settled();
    const { learnings } = JSON.parse(await machine.tellback("learnings", "--json"));
    expect(learnings).toHaveLength(statements.length);
    const [start = ""] = [await machine.tellback("context")];
    for (const words of ["PostgreSQL instead of MongoDB", "Use pnpm"]) expect(start).toContain(words);
    expect(await machine.tellback("knowledge")).not.toContain("Nothing is known here yet");
  });
});

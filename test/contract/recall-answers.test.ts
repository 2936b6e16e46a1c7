// What tellback says at a prompt and at session start, on work that was captured as a host reports it: outcomes in their
// newest state, once, and nothing where nothing helps. On every store.

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { recall as recallWithin } from "../../src/journeys/followers.ts";
import { rememberByUser } from "../../src/journeys/graph/graph.ts";
import { contextFor } from "../../src/journeys/recall/preview.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { addLearning } from "../../src/memory/knowledge/learnings.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { forEachStore } from "../support/databases.ts";
import { aSession, at } from "./samples.ts";

const project = "/nowhere/a-project";
const host = { host: "claude-code", projectDir: project, cwd: project };
const patientMs = 60_000;

interface Worked {
  asked: string;
  edited?: string[];
  ran?: string[];
  replied: string;
  branch?: string;
}

/** One session: each prompt with the edits and the reply that followed, a minute after the one before. */
async function work(
  memory: Memory,
  minute: number,
  turns: readonly Worked[],
  sessionId: string = randomUUID(),
) {
  const events: HookEvent[] = turns.flatMap(({ asked, edited = [], ran = [], replied, branch }, i) => {
    const seen = { ...host, sessionId, at: at(minute + i), ...(branch ? { branch } : {}) };
    return [
      { ...seen, type: "prompt", text: asked },
      ...edited.map(
        (file): HookEvent => ({
          ...seen,
          type: "tool",
          tool: "Edit",
          toolUseId: randomUUID(),
          input: { file_path: `${project}/${file}`, old_string: "before", new_string: "after" },
          output: {},
          status: "ok",
        }),
      ),
      ...ran.map(
        (command): HookEvent => ({
          ...{ ...seen, type: "tool", tool: "Bash", toolUseId: randomUUID(), status: "ok" },
          ...{ input: { command }, output: { stdout: "12 passed", stderr: "" } },
        }),
      ),
      { ...seen, type: "reply", messageId: randomUUID(), text: replied },
    ];
  });
  for (const event of events) await capture(memory, [event]);
  return sessionId;
}

const history: Worked[] = [
  {
    asked: "The nightly sync hung again on Sunday night",
    edited: ["sync/mirror.py"],
    replied:
      "The mirror has its maintenance window on Sundays from 02:00 to 04:00, so the sync waited for a connection that never came. `sync/mirror.py` now skips the mirror in that window and retries at 04:15.",
  },
  {
    asked: "Invoices from Germany show up in the wrong month",
    edited: ["billing/invoices.py"],
    replied:
      "Cause: invoices from Germany were dated in UTC, so those written after 23:00 fell into the next month. `billing/invoices.py` now uses Europe/Berlin.\n\nOpen: the invoices of last year need a re-import.",
  },
];

const prompt = (sessionId: string, text: string): HookEvent => ({
  ...host,
  type: "prompt",
  sessionId,
  text,
  at: at(50),
});
const start = (sessionId: string): HookEvent => ({
  ...host,
  type: "session-start",
  source: "startup",
  sessionId,
  at: at(49),
});

async function said(memory: Memory, event: HookEvent): Promise<string> {
  return (await recallWithin(memory, event, patientMs))?.context ?? "";
}

forEachStore((open) => {
  describe("at a prompt", () => {
    test("a rule needs one word in common with the prompt, and a number is none", async () => {
      const memory = await open();
      const { projectId } = await aSession(memory.db);
      await work(memory, 1, history);
      const content = "No prod releases on Fridays, 12 partners have nobody on call";
      await addLearning(memory.db, { projectId, category: "convention", content }, at(5));
      expect(await said(memory, prompt("one", "looks good. tag it and ship it to prod"))).toContain(
        "Fridays",
      );
      expect(await said(memory, prompt("two", "how many centimetres are 12 inches"))).toBe("");
    });

    test("a prompt that changes a setting gets the turn that states its value", async () => {
      const memory = await open();
      await work(memory, 1, [
        ...history,
        { asked: "The replicas wait for the database", replied: "Doubled the pool to 40 per replica." },
      ]);
      expect(await said(memory, prompt("one", "bump the pool again"))).toContain("40 per replica");
      expect(await said(memory, prompt("two", "clean the pool"))).toBe("");
    });

    test("a long prompt that copies the name of a test gets what is known of the test", async () => {
      const memory = await open();
      await work(memory, 1, [
        ...history,
        {
          asked: "TestMirrorOrdering in mirror_test.py failed once",
          replied: "`TestMirrorOrdering` is flaky: it waits one second by the wall clock in mirror_test.py.",
        },
      ]);
      const words = "colour banner receipt footer header margin logo icon font button dialog tooltip";
      const others = [..."abcde"].map((c) => words.replaceAll(/\b(?=\w)/g, c)).join(" ");
      const log = `I only touched the ${words} and ${others}. FAIL: TestMirrorOrdering mirror_test.py:58 timeout`;
      expect(await said(memory, prompt("one", log))).toContain("flaky");
    });

    test("what is left names the subject of the question, also of a turn with a replaced value", async () => {
      const memory = await open();
      await work(memory, 1, [
        history[1] as Worked,
        { asked: "The sync hangs", replied: "The sync timeout is 10 s.\n\nOpen: a page for what gave up." },
        { asked: "Too short", replied: "The sync timeout is now 30 s." },
      ]);
      const left = await said(memory, prompt("one", "what is left to do for the sync?"));
      expect(left).toContain("a page for what gave up");
      expect(left).not.toContain("re-import");
    });

    test("the outcome is injected, not the earlier request, with the files of that work", async () => {
      const memory = await open();
      await work(memory, 1, history);
      const sunday = await said(memory, prompt("one", "Why is the sync hanging on Sundays?"));
      expect(sunday).toMatch(/maintenance window on Sundays from 02:00 to 04:00/);
      expect(sunday).toMatch(/sync\/mirror\.py/);
      const germany = await said(
        memory,
        prompt("two", "Invoices from Germany show up in the wrong month again"),
      );
      expect(germany).toMatch(/Europe\/Berlin/);
      expect(germany).toMatch(/re-import/);
    });

    test("a question in German finds German work, and one about names any work", async () => {
      const memory = await open();
      await work(memory, 1, [
        {
          asked: "Der Export bricht bei großen Kunden ab",
          edited: ["export/kunden.py"],
          replied:
            "Der Export bricht ab, weil der Speicher bei mehr als 50.000 Kunden nicht reicht. `export/kunden.py` schreibt jetzt in Blöcken von 1.000.",
        },
      ]);
      const asked = "Warum bricht der Export bei den Kunden ab?";
      expect(await said(memory, prompt("one", asked))).toMatch(/Blöcken von 1\.000/);
      expect(await said(memory, prompt("two", "was macht export/kunden.py"))).toMatch(/50\.000/);
    });

    const threads: Worked[] = [
      {
        asked: "Fix #41: vouchers are accepted twice",
        edited: ["shop/vouchers.py"],
        replied:
          "A voucher was accepted twice because `redeem()` read it before the lock. `redeem()` in `shop/vouchers.py` takes the lock first now.\n\nOpen: vouchers that were used twice need a refund.",
      },
      {
        asked: "now PR 7, the currency table",
        edited: ["shop/currency.py"],
        replied: "The currency table is read once a day now, in `shop/currency.py`.",
      },
    ];

    describe("of a thread", () => {
      const memory = open.shared((store) => work(store, 1, [...history, ...threads]));

      test.each([
        ["continue with issue 41", /takes the lock first/],
        ["what's the status of #41?", /takes the lock first/],
        ["continue with the vouchers", /takes the lock first/],
        ["vouchers are accepted twice again", /takes the lock first/],
        ["what is left of the vouchers?", /need a refund/],
        ["what's the status of that PR?", /read once a day/],
        ["Wie ist der Stand bei Ticket 41?", /takes the lock first/],
        ["Was ist bei #41 noch offen?", /need a refund/],
        ["继续 #41", /takes the lock first/],
      ])("%s: the state of that thread", async (text, state) => {
        const answer = await said(memory(), prompt(randomUUID(), text));
        expect(answer).toMatch(state);
        expect(answer).not.toMatch(/maintenance window|Europe\/Berlin/);
        expect(answer).not.toMatch(/\[trn_/);
      });
    });

    test("how something is run is answered by the command that ran it", async () => {
      const memory = await open();
      await work(memory, 1, [
        { ...(history[0] as Worked), ran: ["npm run lint -- --fix", "pytest -q sync"] },
      ]);
      expect(await said(memory, prompt("one", "How do we run the linter here?"))).toMatch(
        /`npm run lint`, last run 2026-03-01/,
      );
    });

    describe("of the history", () => {
      const memory = open.shared((store) => work(store, 1, history));

      test.each([
        [
          "what did we decide about kestrels without a nest?",
          "Nothing is recorded about kestrels without a nest.",
        ],
        ["Haben wir je Kestrels benutzt?", "Nothing is recorded about Kestrels"],
        ["How many calories has a banana?", ""],
        ["Explain what a mutex is", ""],
        ["ok great, go ahead and push it", ""],
        ["super, danke, mach weiter", ""],
      ])("%s: %j", async (text, answer) => {
        const injected = await said(memory(), prompt(randomUUID(), text));
        if (answer === "") expect(injected).toBe("");
        else expect(injected).toContain(answer);
      });
    });

    test("each question of a long prompt is answered", async () => {
      const memory = await open();
      await work(memory, 1, [...history, ...threads]);
      const asked =
        "I am back from holiday and read the tickets again. Why does the nightly sync skip the mirror on Sundays? And which zone do invoices from Germany use?";
      const answer = await said(memory, prompt("one", asked));
      expect(answer).toMatch(/maintenance window/);
      expect(answer).toMatch(/Europe\/Berlin/);
    });

    const exports: Worked[] = [
      {
        asked: "The export to the bank fails at night",
        edited: ["bank/export.py"],
        replied:
          "The export failed because the bank closes its server from 22:00 to 23:00. `bank/export.py` uploads at 21:30 now.",
      },
    ];

    describe("in another language", () => {
      const memory = open.shared((store) => work(store, 1, [...history, ...exports]));

      test.each([
        ["Warum ist der Export zur Bank fehlgeschlagen?", /closes its server/],
        ["Wann wird der Export zur Bank hochgeladen?", /at 21:30/],
        ["为什么导出失败？", /closes its server/],
        ["Pourquoi l'export vers la banque a-t-il échoué ?", /closes its server/],
      ])("a question in another language than the work gets its answer: %s", async (text, answer) => {
        expect(await said(memory(), prompt(randomUUID(), text))).toMatch(answer);
      });
    });

    describe("about the world", () => {
      const memory = open.shared((store) => work(store, 1, [...history, ...exports]));

      test.each([
        "What is a bank?",
        "Explain what an export is",
        "What is the difference between an export and an upload?",
        "Was ist ein Server?",
        "什么是服务器？",
        "Wie viele Kalorien hat eine Banane?",
      ])("a question about the world with words of the work gets nothing: %s", async (text) => {
        expect(await said(memory(), prompt(randomUUID(), text))).toBe("");
      });
    });

    test("a cause that was said on the way to the last reply is told", async () => {
      const memory = await open();
      const sessionId = await work(memory, 1, [
        {
          asked: "Why do refunds of the ferry arrive twice?",
          edited: ["ferry/refunds.py"],
          replied:
            "The refunds of the ferry arrive twice because the harbour resends every message that is not confirmed within 5 s.",
        },
      ]);
      const later = "Refunds carry a key now, in `ferry/refunds.py`; 14 tests pass.";
      await capture(memory, [
        { ...host, sessionId, at: at(2), type: "reply", messageId: randomUUID(), text: later },
      ]);
      await work(memory, 10, history);
      const why = await said(memory, prompt("one", "why did we see ferry refunds twice?"));
      expect(why).toMatch(/harbour resends every message/);
    });

    test("a proposal that the user then refused is not told, the user's words are", async () => {
      const memory = await open();
      await work(memory, 1, [
        ...history,
        {
          asked: "Plan how the parcel labels choose their printer",
          replied:
            "Plan: the parcel labels get a new setting `label-printer`, which every shop of the parcel service sets for itself.",
        },
        {
          asked: "Do not add label-printer as a setting, there is only one printer",
          edited: ["parcel/labels.py"],
          replied: "The parcel labels always use the printer of the warehouse, in `parcel/labels.py`.",
        },
      ]);
      const answer = await said(
        memory,
        prompt("one", "do we have a setting for the printer of the parcel labels?"),
      );
      expect(answer).toMatch(/only one printer|printer of the warehouse/);
      expect(answer).not.toMatch(/get a new setting/);
    });

    test("a question about a thread gets what was said in it, not only its last state", async () => {
      const memory = await open();
      await work(memory, 1, [
        ...history,
        ...threads,
        {
          asked: "rename the tests of #41",
          edited: ["shop/test_vouchers.py"],
          replied: "The tests of #41 are renamed.",
        },
      ]);
      const answer = await said(memory, prompt("one", "why were vouchers accepted twice in #41?"));
      expect(answer).toMatch(/read it before the lock/);
    });

    describe("that only steers", () => {
      const memory = open.shared((store) =>
        work(store, 1, [
          ...history,
          { asked: "run the tests", replied: "Run the tests again: 12 passed, commit follows." },
        ]),
      );

      test.each(["run the tests", "yes", "commit", "Great!!", "continue", "fix test", "option 2", "weiter"])(
        "%j gets nothing",
        async (text) => {
          expect(await said(memory(), prompt(randomUUID(), text))).toBe("");
        },
      );
    });

    test("quotes, dashes and operators in a prompt are text", async () => {
      const memory = await open();
      await work(memory, 1, history);
      const asked = 'Rename "Sunday window" in the sync of the mirror -maintenance AND NOT "nowhere at all"';
      expect(await said(memory, prompt("one", asked))).toMatch(/maintenance window/);
    });

    test("a long plan gets what its rare words are about", async () => {
      const memory = await open();
      await work(memory, 1, history);
      const plan = `Implement the following plan:\n\n# Make the mirror sync observable\n\n${"Add a counter and a log line to every step of the job. ".repeat(12)}\nThe sync must not wait for the mirror on Sundays.`;
      expect(await said(memory, prompt("one", plan))).toMatch(/maintenance window/);
    });

    test("what is left, where we were and what changed are answered from the last work", async () => {
      const memory = await open();
      await work(memory, 1, history);
      expect(await said(memory, prompt("one", "What is left to do?"))).toMatch(/need a re-import/);
      expect(await said(memory, prompt("two", "Where were we?"))).toMatch(/Europe\/Berlin/);
      expect(await said(memory, prompt("three", "What changed since yesterday?"))).toMatch(/04:15/);
      expect(await said(memory, prompt("four", "Was ist noch offen?"))).toMatch(/need a re-import/);
    });

    test("how we do something here is answered from what is known", async () => {
      const memory = await open();
      await work(memory, 1, history);
      const { projectId } = await aSession(memory.db);
      const content = "Money is kept as integer cents, never as a float";
      await addLearning(memory.db, { projectId, category: "convention", content }, at(20));
      expect(await said(memory, prompt("one", "How do we represent money?"))).toMatch(/integer cents/);
      expect(await said(memory, prompt("two", "How do we represent colours?"))).toBe("");
    });

    test("a question gets what was decided, and one word is enough if it is the whole question", async () => {
      const memory = await open();
      await work(memory, 1, [
        ...history,
        {
          asked:
            "We decided to go with Meilisearch instead of Elasticsearch because nobody here can operate a cluster.",
          replied: "Understood. I noted the search decision in docs/search.md.",
        },
        {
          asked: "Where should the thumbnails be kept?",
          edited: ["media/store.py"],
          replied: "Thumbnails are written to the bucket `thumbs` now and the old table is gone.",
        },
      ]);
      expect(await said(memory, prompt("one", "which search engine do we use"))).toMatch(
        /Meilisearch instead of Elasticsearch because nobody/,
      );
      expect(await said(memory, prompt("two", "where do thumbnails go"))).toMatch(/bucket `thumbs`/);
      expect(await said(memory, prompt("three", "where do avatars go"))).toBe("");
      expect(await said(memory, prompt("four", "run the tests"))).toBe("");
    });

    test("the newest value is injected; the one that it replaced only as what was before", async () => {
      const memory = await open();
      await work(memory, 1, [
        {
          asked: "Set the timeout of the payment gateway",
          edited: ["pay/gateway.py"],
          replied: "The timeout of the payment gateway is now 10 s, in `pay/gateway.py`.",
        },
      ]);
      await work(memory, 10, [
        {
          asked: "The payment gateway times out too often",
          edited: ["pay/gateway.py"],
          replied: "The timeout of the payment gateway is now 30 s, in `pay/gateway.py`.",
        },
      ]);
      const lines = (await said(memory, prompt("one", "What is the timeout of the payment gateway?")))
        .split("\n")
        .filter((line) => line.startsWith("| "));
      expect(lines[0]).toMatch(/30 s/);
      for (const line of lines) if (/10 s/.test(line)) expect(line).toMatch(/until 2026-03-01 10:1/);
    });

    test("a value that was raised replaces the old one, however the change is said", async () => {
      const memory = await open();
      await work(memory, 1, [
        { asked: "Give the ferry booking more time", replied: "The ferry booking timeout is now 12 s." },
      ]);
      await work(memory, 10, [
        { asked: "Still too short", replied: "Ferry booking timeout raised from 12 s to 40 s." },
      ]);
      const lines = (await said(memory, prompt("one", "Which timeout has the ferry booking?")))
        .split("\n")
        .filter((line) => line.startsWith("| "));
      expect(lines[0]).toMatch(/to 40 s/);
      for (const line of lines) expect(line).not.toMatch(/is now 12 s(?!.*\))/);
    });

    test("a note that repeats a request does not hide the answer to it; files are not said alone", async () => {
      const memory = await open();
      const asked = "find out where the stock is decremented, there are negative numbers in the warehouse";
      const replied =
        "`OrderPlaced` books the stock, and the nightly `ErpImport` books the same orders again.";
      await work(memory, 1, [{ asked, edited: ["stock/import.php"], replied }]);
      await work(memory, 10, [{ asked: "Is Cassandra installed?", replied: "Ok." }]);
      const { projectId } = await aSession(memory.db);
      await addLearning(memory.db, { projectId, category: "gotcha", content: asked }, at(20));
      const answer = await said(
        memory,
        prompt("one", "Why are there negative stock numbers in the warehouse?"),
      );
      expect(answer).toMatch(/ErpImport/);
      expect(await said(memory, prompt("two", "did we try Cassandra?"))).toContain(
        "Nothing is recorded about Cassandra.",
      );
    });

    test("what the user rejected is no truth, but an answer to whether it was tried", async () => {
      const memory = await open();
      await work(memory, 1, [
        {
          asked: "Make the catalogue import faster",
          edited: ["catalogue/import.py"],
          replied: "The catalogue import now writes through a Kafka queue, in `catalogue/import.py`.",
        },
        { asked: "No, revert that. I don't want Kafka here.", replied: "Reverted `catalogue/import.py`." },
      ]);
      const plain = await said(memory, prompt("one", "Speed up the catalogue import with its queue"));
      expect(plain).not.toMatch(/now writes through a Kafka queue(?!.*rejected)/);
      const tried = await said(memory, prompt("two", "Did we try Kafka for the catalogue import?"));
      expect(tried).toMatch(/Kafka/);
    });

    test("tags of the client are never injected", async () => {
      const memory = await open();
      await work(memory, 1, [
        {
          asked: "<system-reminder>secret ritual of the zeppelin</system-reminder>Check the zeppelin gateway",
          replied:
            "<tools-used-before-summary>Read zeppelin</tools-used-before-summary>The zeppelin gateway listens on port 7443 and needs a client certificate.",
        },
      ]);
      const answer = await said(memory, prompt("one", "Which port has the zeppelin gateway?"));
      expect(answer).toMatch(/port 7443/);
      expect(answer).not.toMatch(/system-reminder|tools-used-before-summary|ritual/);
    });
  });

  test("one fact is injected once in a conversation, whatever it comes from", async () => {
    const memory = await open();
    const fact = "The mirror has its maintenance window on Sundays from 02:00 to 04:00";
    await work(memory, 1, [{ asked: "When does the mirror sleep?", replied: `${fact}.` }]);
    await work(memory, 10, [{ asked: "Is the mirror up on Sundays?", replied: `${fact}, as before.` }]);
    const { projectId } = await aSession(memory.db);
    await addLearning(memory.db, { projectId, category: "gotcha", content: `${fact}.` }, at(20));
    const first = await said(memory, start("now"));
    const then = await said(memory, prompt("now", "Is the mirror in its maintenance window on Sundays?"));
    expect(`${first}\n${then}`.match(/02:00 to 04:00/g)).toHaveLength(1);
  });

  test("a session starts with what came of the last ones and what is open, each once, without lists of files", async () => {
    const memory = await open();
    for (let i = 0; i < 6; i++) {
      const files = Array.from({ length: 8 }, (_, n) => `src/part-${i}/module_${n}.ts`);
      await work(memory, 5 * i, [{ ...(history[i % 2] as Worked), edited: files }]);
    }
    await work(memory, 40, history);
    const text = await said(memory, start("now"));
    expect(text.match(/maintenance window/g)).toHaveLength(1);
    expect(text).toMatch(/Open:\n\| the invoices of last year need a re-import/);
    expect(text).not.toMatch(/module_\d/);
    expect(text.length).toBeLessThan(600 * 4);
  });

  test.each([
    [
      "Outcome: exports are written as UTF-8, because the bank refuses Latin-1. Decided: no BOM, because Excel is not used. Open: tell the bank; the changelog.",
      "Exports are written as UTF-8, because the bank refuses Latin-1. Decided: no BOM, because Excel is not used.",
      ["tell the bank", "the changelog."],
    ],
    [
      "Ergebnis: der Export schreibt UTF-8, weil die Bank Latin-1 ablehnt. Offen: die Bank anrufen.",
      "Der Export schreibt UTF-8, weil die Bank Latin-1 ablehnt.",
      ["die Bank anrufen."],
    ],
    [
      "结果：导出改用UTF-8，因为银行拒绝Latin-1。未完成：通知银行。",
      "导出改用UTF-8，因为银行拒绝Latin-1。",
      ["通知银行。"],
    ],
  ])("a session starts with the closing line of the last one, whole: %s", async (line, outcome, left) => {
    const memory = await open();
    const replied = `I looked at \`export.ts\`. The tests are still missing.\n\n${line}`;
    await work(memory, 1, [
      { asked: "Why does the bank refuse the export?", replied, edited: ["export.ts"] },
    ]);
    const lines = (await said(memory, start("now"))).split("\n").filter((one) => one.startsWith("| "));
    expect(lines).toContain(`| 2026-03-01: ${outcome.normalize("NFKC")}`);
    for (const point of left) expect(lines).toContain(`| ${point}`);
    expect(lines.join("\n")).not.toMatch(/still missing/);
  });

  test("work on a file that was changed before is told how it was checked and what went with it", async () => {
    const memory = await open();
    for (const i of [1, 2, 3]) {
      const edited = ["pay/tax.py", "pay/rates.py"];
      await work(memory, 10 * i, [
        {
          asked: `Change the tax rule of region ${i}`,
          edited,
          ran: ["pytest -q pay"],
          replied: `The tax rule of region ${i} is changed.`,
        },
      ]);
    }
    expect(await said(memory, start("one"))).toMatch(/Work is checked with `pytest`/);
    const asked = "The tax in pay/tax.py is wrong for region 4";
    expect(await said(memory, prompt("two", asked))).toMatch(
      /\| pay\/tax\.py, the last 3 times: with pay\/rates\.py; run `pytest`/,
    );
    const { items } = await contextFor(memory, { folder: project, for: asked });
    expect(items.find(({ kind }) => kind === "ahead")?.why.reason).toContain(
      "pay/rates.py 3 of 3, pytest 3 of 3",
    );
  });

  test("what holds about the topic of a question comes before what was done about it", async () => {
    const memory = await open();
    const content = "Use signed cookies for auth, because they need no store";
    await rememberByUser(memory, {
      content,
      type: "decision",
      tags: "",
      summary: undefined,
      folder: project,
    });
    await work(memory, 1, [
      {
        asked: "Fix the race in the middleware",
        edited: ["middleware.ts"],
        replied:
          "Fixed the race in the authentication middleware: tokens were not awaited. We decided that validate is always awaited, because it is async.",
      },
    ]);
    const text = await said(memory, prompt("two", "What did we decide about authentication?"));
    const lines = text.split("\n").filter((line) => line.startsWith("| "));
    expect(lines[0]).toContain(content);
    expect(lines.join("\n")).toContain("middleware");
  });

  test("what the user took back is not told as a rule", async () => {
    const memory = await open();
    await work(memory, 1, [
      {
        asked: "Always keep the exchange rates in a spreadsheet, never in code.",
        edited: ["rates.csv"],
        replied: "The exchange rates are in rates.csv now.",
      },
      {
        asked: "No, not a spreadsheet, I don't want that. Change it back.",
        edited: ["rates.py"],
        replied: "The exchange rates are in rates.py again.",
      },
    ]);
    for (const event of [start("one"), prompt("two", "Where are the exchange rates kept?")]) {
      const text = await said(memory, event);
      expect(text).toContain("rates.py again");
      expect(text).not.toMatch(/spreadsheet|rates\.csv now/);
    }
  });
});

// A command that fails as it did before, with the real client: the model gets the turn that ended that failure, with the
// failure itself, once a session; nothing at a first failure, at another one, or about what the user rejected.

import { describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable } from "../../support/claude-code.ts";
import type { Model } from "../../support/model-stand-in.ts";
import { bash, openMachine } from "./machine.ts";

const claude = await claudeAvailable();

/** Fails while the lock is there, each time with another time, place and line. */
const files = {
  "serve.sh":
    'if [ -e db.lock ]; then echo "[$(date +%T)] $PWD/serve.py:$$: Error: database is locked by another writer" >&2; exit 1; fi; echo serving\n',
  "migrate.sh":
    'if [ -e schema.alt ]; then echo "Abbruch: Das Schema der Datenbank passt nicht zur Fassung 7" >&2; exit 3; fi; echo fertig\n',
  "unlock.sh": "rm -f db.lock schema.alt\n",
  "test.sh":
    "if [ -e db.lock ]; then echo ' FAIL  a.test.ts > reads the newest row'; echo ' Tests  1 failed | 3 passed (4)'; else echo ' Tests  4 passed (4)'; fi\n",
};

/** The lines of memory that the model could read at the end. */
function toldIn(model: Model): string[] {
  const text = model.askedOf("main").at(-1)?.text ?? "";
  return text.split("\n").filter((line) => line.startsWith("| ") && line.includes("passed after"));
}

describe.skipIf(!claude)(title("a failure that was ended before", claude), () => {
  test("is told with what ended it, once a session, and not at the first failure", async () => {
    await using machine = await openMachine(files);
    const first = await machine.session({
      prompt: "Start the server.",
      turns: [
        { tools: [bash("touch db.lock; true")] },
        { tools: [bash("sh serve.sh")] },
        { tools: [bash("sh serve.sh")] },
        { tools: [bash("sh unlock.sh")] },
        { tools: [bash("sh serve.sh")] },
        {
          text: "The server did not start because a killed import left db.lock behind; unlock.sh removes it.",
        },
      ],
    });
    await machine.settled();
    expect(toldIn(first.model)).toEqual([]);

    const again = await machine.session({
      prompt: "Start the server again.",
      turns: [
        { tools: [bash("touch db.lock; true")] },
        { tools: [bash("sh serve.sh --verbose")] },
        { tools: [bash("sh serve.sh")] },
        { text: "It fails." },
      ],
    });
    await machine.settled();
    expect(toldIn(again.model)).toEqual([
      expect.stringMatching(
        /\d{4}-\d\d-\d\d: passed after the agent ran `sh unlock\.sh`\. The server did not start because a killed import left db\.lock behind/,
      ),
    ]);
    expect(await machine.hookErrors()).toEqual([]);
    expect(
      machine.rows("select moment from injections where moment = 'failure' and owner_kind = 'turn'"),
    ).toHaveLength(1);
  });

  test("is found in another language and behind a pipe, and stays silent about another failure", async () => {
    await using machine = await openMachine(files);
    await machine.session({
      prompt: ["Bitte die Migration laufen lassen.", "Und die Tests."],
      turns: [
        { tools: [bash("touch schema.alt db.lock; true")] },
        { tools: [bash("sh migrate.sh")] },
        { tools: [bash("sh test.sh 2>&1 | tail -3")] },
        { tools: [bash("sh unlock.sh")] },
        { tools: [bash("sh migrate.sh")] },
        {
          text: "Die Migration brach ab, weil schema.alt vom letzten Lauf übrig war; unlock.sh räumt sie weg.",
        },
        { tools: [bash("sh test.sh 2>&1 | tail -3")] },
        { text: "Alle vier Tests laufen, weil db.lock weg ist." },
      ],
    });
    await machine.settled();
    const again = await machine.session({
      prompt: "Noch einmal die Migration und die Tests.",
      turns: [
        { tools: [bash("touch schema.alt db.lock; true")] },
        { tools: [bash("sh serve.sh")] },
        { tools: [bash("sh migrate.sh")] },
        { tools: [bash("sh test.sh 2>&1 | tail -3")] },
        { tools: [bash("sleep 1")] },
        { text: "Beides scheitert." },
      ],
    });
    await machine.settled();
    expect(toldIn(again.model)).toEqual([
      expect.stringContaining("Die Migration brach ab, weil schema.alt vom letzten Lauf übrig war"),
      expect.stringContaining("Alle vier Tests laufen, weil db.lock weg ist."),
    ]);
  });

  test("is not told from a turn that the user rejected", async () => {
    await using machine = await openMachine(files);
    await machine.session({
      prompt: ["Start the server.", "No, not like that, I don't want the lock to be removed. Undo it."],
      turns: [
        { tools: [bash("touch db.lock; true")] },
        { tools: [bash("sh serve.sh")] },
        { tools: [bash("sh unlock.sh")] },
        { tools: [bash("sh serve.sh")] },
        { text: "The server starts now: db.lock was in the way and is removed by unlock.sh." },
        { text: "Undone." },
      ],
    });
    await machine.settled();
    const again = await machine.session({
      prompt: "Start the server again.",
      turns: [
        { tools: [bash("touch db.lock; true")] },
        { tools: [bash("sh serve.sh")] },
        { text: "It fails." },
      ],
    });
    expect(toldIn(again.model)).toEqual([]);
  });
});

import { describe, expect, test } from "vitest";
import { outcomeOf } from "./outcome.ts";
import { saidOpen } from "./points.ts";
import { requestOf } from "./request.ts";

const of = (...replies: string[]) => outcomeOf(replies, []).outcome;

test("what a sub-agent found is the outcome if the agent itself only says so", () => {
  const finding = "The token is checked in guard.py, before the router sees the request.";
  expect(outcomeOf(["Found."], [finding]).outcome).toBe(finding);
  expect(outcomeOf(["The token is checked by the gateway."], [finding]).outcome).not.toContain("guard.py");
});

describe("the outcome of a turn", () => {
  test("is what the last reply reports, without narration and thanks", () => {
    expect(
      of(
        "Let me look at the sync.",
        "Perfect! The sync hung because the mirror is closed on Sundays. I've added a retry in `src/sync.ts`. Would you like me to commit it?",
      ),
    ).toBe("The sync hung because the mirror is closed on Sundays. I've added a retry in `src/sync.ts`.");
  });

  test("is the report, if the very last reply hardly says anything", () => {
    expect(
      of(
        "## Migration\n\nI've moved the server from `a.test` to `b.test`. All 12 tests pass.",
        "Let me clean up.",
        "Everything is set up and working!",
      ),
    ).toBe("I've moved the server from `a.test` to `b.test`. All 12 tests pass.");
  });

  test("is empty where nothing was said", () => {
    expect(of()).toBe("");
    expect(of("Thanks.", "Understood.", "Now I'll run the tests:")).toBe("");
    expect(of('<ctx:remember type="fact">x</ctx:remember>')).not.toContain("Thanks");
  });

  test("takes a sub-agent's finding where the agent itself said nothing", () => {
    expect(
      outcomeOf(["Let me see."], ["The leak is in `pool.ts`: connections are never returned."]).outcome,
    ).toBe("The leak is in `pool.ts`: connections are never returned.");
  });

  test("ends with the command, if the user asked how", () => {
    const reply =
      "It is one line:\n\n```bash\nclaude mcp add ferry https://ferry.test/mcp\n```\n\nMuch simpler!";
    expect(outcomeOf([reply], [], "How do I add the server?").outcome).toContain(
      "`claude mcp add ferry https://ferry.test/mcp`",
    );
  });

  test("keeps addresses, commands, tables and settings in the detail", () => {
    const { detail } = outcomeOf(
      [
        "## Test It\n\nLet me explain.\n\n- **URL**: https://ferry.test/mcp\n- Port `6380`\n\n| key | value |\n|---|---|\n| retries | 5 |\n\n```\nnpm run ferry\n```",
      ],
      [],
    );
    for (const kept of ["https://ferry.test/mcp", "6380", "retries · 5", "npm run ferry"])
      expect(detail).toContain(kept);
    expect(detail).not.toContain("Let me");
    expect(detail).not.toContain("Test It");
  });

  test("works in other languages", () => {
    expect(
      of("Ich schaue nach.", "Die Rechnungen standen im falschen Monat, weil die Zeitzone fehlte."),
    ).toBe("Die Rechnungen standen im falschen Monat, weil die Zeitzone fehlte.");
    expect(of("让我看看。", "好的。同步超时是因为镜像在周日关闭。")).toBe("同步超时是因为镜像在周日关闭。");
  });
});

describe("the request of a turn", () => {
  test.each([
    [
      "Fix two things: the login, i.e. the token check, and the logout.",
      "Fix two things: the login, i.e. the token check, and the logout.",
    ],
    [
      "Implement the following plan:\n\n# Plan: Retry the sync\n\n## Context\n\nIt hangs.",
      "Implement the following plan: Plan: Retry the sync. It hangs.",
    ],
    ["<system-reminder>be nice</system-reminder>Why?", "Why?"],
    ["[Image #1] the button is off", "the button is off"],
  ])("%j", (prompt, request) => {
    expect(requestOf(prompt)).toBe(request);
  });

  test("an assent means what was offered", () => {
    expect(requestOf("yes", "The cause is a typo. Should I fix the parser?")).toBe(
      "yes (to: Should I fix the parser?)",
    );
  });

  test("a long prompt keeps its beginning and its question", () => {
    const long = `The export fails. ${"It prints a long trace here. ".repeat(30)}Which setting is wrong?`;
    expect(requestOf(long)).toMatch(/^The export fails\. .* Which setting is wrong\?/);
    expect(requestOf(long).length).toBeLessThanOrEqual(320);
  });
});

describe("open points", () => {
  test.each([
    ["The fix is in. The April invoices need a re-import.", ["The April invoices need a re-import."]],
    ["Done. Open: the winter timetable.", ["Open: the winter timetable."]],
    ["Fixed.\n\n## Next steps\n\n- Deploy it\n- Tell support", ["Deploy it", "Tell support"]],
    ["- [x] parser\n- [ ] printer", ["printer"]],
    ["The refresh test still fails.", ["The refresh test still fails."]],
    ["Die Doku ist noch nicht angepasst.", ["Die Doku ist noch nicht angepasst."]],
    ["The search works. Synonyms are not configured yet.", ["Synonyms are not configured yet."]],
    ["The failed orders have to be captured again.", ["The failed orders have to be captured again."]],
    ["Nothing is left to do. All tests pass.", []],
    ["The login was not working before this fix.", []],
    ["A backup is kept in case you need to roll back.", []],
  ])("%j", (text, open) => {
    expect(saidOpen(text)).toEqual(open);
  });
});

import { expect, test } from "vitest";
import { aTurn } from "../../rooms/turns/a-turn.ts";
import { knownLines, limitLines, nowLines, openLines } from "./brief.ts";
import { nowhere } from "./checkout.ts";

const here = { ...nowhere, branch: "main" };

test("each session is one line with its day, and its branch if it is another one", () => {
  const turns = [
    aTurn({ sessionId: "ses_2", branch: "fix", outcome: "The price list reads `rates.csv` now." }),
    aTurn({ sessionId: "ses_1", outcome: "The voucher export writes UTF-8." }),
  ];
  expect(nowLines(turns, here, { tokens: 300 }).map(({ text }) => text)).toEqual([
    "2026-05-01 on fix: The price list reads `rates.csv` now.",
    "2026-05-01: The voucher export writes UTF-8.",
  ]);
});

test("the same is said once, and nothing is cut to fill the room", () => {
  const outcome = "The voucher export writes UTF-8 because the bank wants it.";
  const turns = [aTurn({ sessionId: "ses_2", outcome }), aTurn({ sessionId: "ses_1", outcome })];
  expect(nowLines(turns, here, { tokens: 300 })).toHaveLength(1);
  expect(nowLines(turns, here, { tokens: 10 })).toEqual([]);
});

test("what the user set as a limit is told in his words, but not what he pasted", () => {
  const turns = [
    aTurn({ request: "Do not deploy the shop yet. can you look at the vouchers?" }),
    aTurn({ request: `never do this ${"and that ".repeat(60)}` }),
  ];
  expect(limitLines(turns).map(({ text }) => text)).toEqual(["Do not deploy the shop yet."]);
});

test("open points of earlier sessions carry their day and their branch", () => {
  const turns = [
    aTurn({ sessionId: "ses_2", open: ["The price list needs a new date."] }),
    aTurn({ sessionId: "ses_1", branch: "fix", open: ["The voucher export is not pushed yet."] }),
  ];
  expect(openLines(turns, here).map(({ text }) => text)).toEqual([
    "The price list needs a new date.",
    "The voucher export is not pushed yet. (2026-05-01 on fix)",
  ]);
});

test("next steps of a plan are told until another session did something else", () => {
  const planned = aTurn({
    sessionId: "ses_1",
    open: ["Draw the harbour map again", "Ran npm test: 2 failed in map"],
  });
  const points = (turns: (typeof planned)[]) => openLines(turns, here).map(({ text }) => text);
  expect(points([planned])).toHaveLength(2);
  expect(points([aTurn({ sessionId: "ses_2" }), planned])).toEqual([
    "Ran npm test: 2 failed in map (2026-05-01)",
  ]);
});

test("a complaint or a condition about one case is no limit, whatever words it has", () => {
  const turns = [
    aTurn({ request: "still can only select the teams of the old list" }),
    aTurn({ request: "if I select another league, no refresh is triggered" }),
    aTurn({ request: "Never show the harbour fees in the voucher." }),
  ];
  expect(limitLines(turns).map(({ text }) => text)).toEqual(["Never show the harbour fees in the voucher."]);
});

test("a long list of tasks is one line, and points that were written stand alone", () => {
  const tasks = [
    "Draw the new harbour map",
    "Sort the price list again",
    "Print the July vouchers",
    "Send the late letters",
  ];
  const byRules = aTurn({ open: tasks });
  expect(openLines([byRules], here).map(({ text }) => text)).toEqual([
    "Draw the new harbour map; Sort the price list again; Print the July vouchers; and 1 more",
  ]);
  expect(openLines([{ ...byRules, provider: "agent" }], here)).toHaveLength(4);
});

test("the record that a model wrote of a session stands for its turns", () => {
  const turn = aTurn();
  const parts = { known: ["The bank is reached with `make bank`."] };
  const written = new Map([[turn.sessionId, { to: turn.endedAt, parts }]]);
  expect(knownLines([turn], written).map(({ text }) => text)).toEqual(parts.known);
  const limited = { ...turn, request: "Never print the vouchers twice." };
  expect(limitLines([limited])).toHaveLength(1);
  expect(limitLines([limited], written)).toEqual([]);
});

test("of several attempts at the same the last is told, and advice to the reader is not", () => {
  const files = ["shop/buttons.js"];
  const turns = [
    aTurn({ files, outcome: "Changed the default of `populateButtons()` to the newest season." }),
    aTurn({ files, outcome: "The season buttons of `populateButtons()` were filled too late." }),
    aTurn({ outcome: "You should reload the page `shop/index.html` to see the buttons." }),
  ];
  const said = nowLines(turns, here, { tokens: 300 })
    .map(({ text }) => text)
    .join(" ");
  expect(said).toContain("Changed the default");
  expect(said).not.toContain("filled too late");
});

test("git is asked whether a point still waits for a commit or a push", () => {
  const files = ["shop/export.ts"];
  const turns = [
    aTurn({
      files,
      open: ["The voucher export is uncommitted.", "The harbour price list is not pushed yet."],
    }),
  ];
  const git = { ...here, commits: ["1a2b3c4d"], changed: new Set<string>() };
  const texts = (over: Partial<typeof git>) => openLines(turns, { ...git, ...over }).map(({ text }) => text);
  expect(texts({ changed: new Set(files) })).toHaveLength(2);
  expect(texts({})).toEqual(["The harbour price list is not pushed yet."]);
  expect(texts({ pushed: new Set(["main"]) })).toEqual([]);
  expect(texts({ commits: [] })).toHaveLength(2);
});

import { expect, test } from "vitest";
import { aTurn } from "../../rooms/turns/a-turn.ts";
import { limitLines, nowLines, openLines } from "./brief.ts";
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

test("open points of earlier sessions carry their day", () => {
  const turns = [
    aTurn({ sessionId: "ses_2", open: ["The price list needs a new date."] }),
    aTurn({ sessionId: "ses_1", open: ["The voucher export has no test."] }),
  ];
  expect(openLines(turns, here).map(({ text }) => text)).toEqual([
    "The price list needs a new date.",
    "The voucher export has no test. (2026-05-01)",
  ]);
});

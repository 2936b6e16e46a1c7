import { expect, test } from "vitest";
import type { SummaryParts } from "../../protocol/sessions.ts";
import { aTurn } from "../../rooms/turns/a-turn.ts";
import { nowhere } from "./checkout.ts";
import { isCovered, type WrittenRecords, writtenLines } from "./written-lines.ts";

const here = { ...nowhere, branch: "main" };
const nothing = { title: "", now: "", decided: [], open: [], known: [], files: [] };
const later = "2026-05-01T12:00:00.000Z";

function recordsOf(parts: Record<string, Partial<SummaryParts>>): WrittenRecords {
  return new Map(
    Object.entries(parts).map(([id, some]) => [id, { to: later, parts: { ...nothing, ...some } }]),
  );
}

const vouchers = {
  now: "The voucher export writes UTF-8, because the bank refuses Latin-1.",
  decided: [
    { what: "Tips are listed apart", because: "", by: "agent" as const },
    { what: "The harbour map is drawn once a day", because: "tides change slowly", by: "user" as const },
    {
      what: "The voucher export writes UTF-8",
      because: "the bank refuses Latin-1",
      by: "user" as const,
    },
  ],
};
const prices = { now: "The price list reads `rates.csv`.", decided: [] };

test("the state comes first, then what the user decided with its reason; nothing is said twice", () => {
  const turns = [aTurn({ sessionId: "ses_1" })];
  expect(
    writtenLines(turns, recordsOf({ ses_1: vouchers }), here, { tokens: 300 }).map(({ text }) => text),
  ).toEqual([
    "2026-05-01: The voucher export writes UTF-8, because the bank refuses Latin-1. Decided: The harbour map is drawn once a day, because tides change slowly. Decided: Tips are listed apart.",
  ]);
});

test("where room is short, the states of two sessions come before what was decided, and no text is cut", () => {
  const turns = [aTurn({ sessionId: "ses_2" }), aTurn({ sessionId: "ses_1" })];
  const written = recordsOf({ ses_2: vouchers, ses_1: prices });
  expect(writtenLines(turns, written, here, { tokens: 52 }).map(({ text }) => text)).toEqual([
    "2026-05-01: The voucher export writes UTF-8, because the bank refuses Latin-1.",
    "2026-05-01: The price list reads `rates.csv`.",
  ]);
  expect(writtenLines(turns, written, here, { tokens: 26 }).map(({ text }) => text)).toEqual([
    "2026-05-01: The price list reads `rates.csv`.",
  ]);
});

test("turns after the record are not covered by it, nor are sessions without one", () => {
  const written = recordsOf({ ses_1: prices });
  const [covered, since] = ["2026-05-01T11:00:00.000Z", "2026-05-01T13:00:00.000Z"];
  expect(isCovered(aTurn({ sessionId: "ses_1", endedAt: covered }), written)).toBe(true);
  expect(isCovered(aTurn({ sessionId: "ses_1", endedAt: since }), written)).toBe(false);
  expect(isCovered(aTurn({ sessionId: "ses_2", endedAt: covered }), written)).toBe(false);
});

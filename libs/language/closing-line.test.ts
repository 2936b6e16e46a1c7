import { expect, test } from "vitest";
import { closingLineIn, withoutClosingLine } from "./closing-line.ts";

test("the parts of a closing line are read in any order", () => {
  expect(
    closingLineIn(
      "I looked at it.\n\nOutcome: the login works again, because the cookie is now set on the parent domain. Decided: cookies, not headers, because the proxy strips them. Open: push; tell the users.",
    ),
  ).toEqual({
    outcome: "the login works again, because the cookie is now set on the parent domain.",
    decided: ["cookies, not headers, because the proxy strips them."],
    open: ["push", "tell the users."],
  });
  expect(closingLineIn("Done.\nOpen: the migration. Outcome: a.ts is split.")).toEqual({
    outcome: "a.ts is split.",
    decided: [],
    open: ["the migration."],
  });
});

test("several lines, items and marks are one closing line", () => {
  const text = "Text.\n\n**Outcome:** the cache is gone.\n**Open:**\n- measure it\n- remove the flag";
  expect(closingLineIn(text)).toEqual({
    outcome: "the cache is gone.",
    decided: [],
    open: ["measure it", "remove the flag"],
  });
});

test.each([
  ["Fertig.\n\nErgebnis: der Export läuft. Offen: die Doku.", "der Export läuft.", ["die Doku."]],
  ["完成。\n\n结果：登录已修复。未完成：部署；写文档。", "登录已修复。", ["部署", "写文档。"]],
  ["Готово.\nИтог: вход работает. Осталось: нет", "вход работает.", []],
])("labels in another language: %s", (text, outcome, open) => {
  expect(closingLineIn(text)).toMatchObject({ outcome, open });
});

test.each([
  [
    "a semicolon within the outcome and within code",
    "Outcome: rows end with `;` (src/export.ts); Excel wants it. Open: push; ask about `a;b` (x; y)",
    {
      outcome: "rows end with `;` (src/export.ts); Excel wants it.",
      open: ["push", "ask about `a;b` (x; y)"],
    },
  ],
  [
    "the whole line as code",
    "Pushed.\n\n`Outcome: the fix is on main. Open: nothing.`",
    { outcome: "the fix is on main.", open: [] },
  ],
  [
    "a quoted line",
    "Done.\n\n> Outcome: a job takes 3 minutes.\n> Decided: an index, because a view needs a refresh.",
    { outcome: "a job takes 3 minutes.", decided: ["an index, because a view needs a refresh."] },
  ],
  [
    "a wrapped line",
    "Outcome: the archive shows local times, too\n(src/page.tsx), because it shares `offsetOf`.\nOpen: the docs\nof the export.",
    {
      outcome: "the archive shows local times, too (src/page.tsx), because it shares `offsetOf`.",
      open: ["the docs of the export."],
    },
  ],
  [
    "right below a list",
    "I did:\n- one\n- two\nOutcome: both are done.",
    { outcome: "both are done.", open: [] },
  ],
])("%s", (_, text, expected) => {
  expect(closingLineIn(text)).toMatchObject(expected);
});

test("the reply without it is what was said before", () => {
  expect(withoutClosingLine("I did:\n- one\n\n**Outcome:** it is done.\n**Open:**\n- push")).toBe(
    "I did:\n- one",
  );
  expect(withoutClosingLine("No such line.")).toBe("No such line.");
});

test("what is written between the labels stays as it is", () => {
  const text =
    "Done.\n\nOutcome: `GET /fare` answers; children pay half. Decided: no cache.\nopen - a test; the docs";
  expect(closingLineIn(text)).toEqual({
    outcome: "`GET /fare` answers; children pay half.",
    decided: ["no cache."],
    open: ["a test", "the docs"],
  });
});

test("nothing left is no open point", () => {
  expect(closingLineIn("Outcome: all of it is merged. Open: none.")?.open).toEqual([]);
});

test.each([
  "The outcome: it works. And then I went on to explain the rest.",
  "Outcome: it works.\n\nNow the rest of the reply follows in prose.",
  "```\nOutcome: a line of a log",
  "Open the file and look.",
  "",
])("is no closing line: %s", (text) => {
  expect(closingLineIn(text)).toBeNull();
});

import { expect, test } from "vitest";
import { closingLineIn } from "./closing-line.ts";

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

import { expect, test } from "vitest";
import { symbolWords } from "./words.ts";

const described = { name: "removeAccount", parent: null, documentation: "", path: "src/a.ts" };

test("a name is taken apart into its words", () => {
  for (const name of [
    "removeAccount",
    "remove_account",
    "RemoveAccount",
    "REMOVE_ACCOUNT",
    "_removeAccount2",
  ])
    expect([...symbolWords({ ...described, name }).keys()]).toEqual(["remove", "account"]);
});

test("the name counts most, then what is around it, the file and the documentation", () => {
  const words = symbolWords({
    name: "total",
    parent: "Shop.Bill",
    documentation: "The sum of all items",
    path: "src/invoice.py",
  });
  const order = ["total", "bill", "invoice", "sum", "items"];
  expect([...words].sort(([, a], [, b]) => b - a).map(([word]) => word)).toEqual(order);
});

test("common words of a documentation say nothing", () => {
  expect(symbolWords({ ...described, documentation: "This is what it does" }).size).toBe(2);
});

test("a word in several places has its greatest weight", () => {
  expect(symbolWords({ ...described, documentation: "Remove an account" }).get("account")).toBe(1);
});

import { describe, expect, test } from "vitest";
import { cut, cutDeep, holding, repeating } from "./cut.ts";

describe("a text without what must go", () => {
  test.each([
    ["Nothing here.", "Nothing here."],
    ["First. The Code is KUMQUAT today! Last.", "First. Last."],
    ["one\nthe code is   kumquat\ntwo", "one\ntwo"],
    ["the code\nis kumquat", ""],
    ["the code is kumquat", ""],
  ])("%j becomes %j", (text, left) => {
    expect(cut(text, holding("the code is kumquat"))).toBe(left);
  });

  test("in a list, what becomes empty leaves it; names and numbers stay", () => {
    const value = {
      a: ["keep", "the kumquat"],
      n: 3,
      b: [{ d: "kumquat", e: "" }, { d: "x" }],
      c: "a kumquat",
    };
    expect(cutDeep(value, holding("kumquat"))).toEqual({ a: ["keep"], n: 3, b: [{ d: "x" }], c: "" });
  });
});

describe("sentences that repeat deleted texts", () => {
  const deleted = ["We will launch the kumquat product in May, says Ada."];

  test("are recognised by words in a row, in any case and spacing", () => {
    const holds = repeating(deleted, []);
    expect(holds("Ada said that we will  Launch the KUMQUAT product soon")).toBe(true);
    expect(holds("We will launch something else")).toBe(false);
  });

  test("but not by words that a kept text has too", () => {
    const holds = repeating(["please run all the tests again now"], ["run all the tests again"]);
    expect(holds("I run all the tests again.")).toBe(false);
    expect(holds("Please run all the tests.")).toBe(true);
  });
});

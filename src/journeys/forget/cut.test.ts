import { describe, expect, test } from "vitest";
import { cut, cutDeep, holding, holdingInNames, renamed, repeating } from "./cut.ts";

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

describe("a text is found", () => {
  const wanted = 'He said "buy Müller & Söhne" today';

  test.each([
    ["in any case", 'HE SAID "BUY MÜLLER & SÖHNE" TODAY'],
    ["with letters in two parts", 'He said "buy Mu\u0308ller & So\u0308hne" today'],
    ["over lines", 'x He said\n  "buy Müller\n& Söhne"\ttoday y'],
    ["in JSON", JSON.stringify({ prompt: wanted })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ prompt: wanted }))],
    ["in JSON of ASCII", 'He said \\"buy M\\u00fcller & S\\u00f6hne\\" today'],
    ["in JSON with line breaks", 'He said\\n\\"buy Müller\\n& Söhne\\" today'],
    ["in an address", `https://x.test/?q=${encodeURIComponent(wanted)}`],
    ["cut at the end, with an ellipsis", 'Note: He said "buy Müller & S…'],
    ["cut at the beginning", '…buy Müller & Söhne" today, and then'],
  ])("%s", (_, text) => {
    expect(holding(wanted)(text)).toBe(true);
  });

  test.each([
    ["of which only the beginning is said", 'He said "buy Müller'],
    ["of which an ellipsis leaves a few words", "He said…"],
    ["that says something else", 'He said "sell Müller & Söhne" today'],
  ])("but not in a text %s", (_, text) => {
    expect(holding(wanted)(text)).toBe(false);
  });

  test("with the words that it is a part of", () => {
    const words: string[] = [];
    const holds = holding("elay", (found) => words.push(found));
    expect([holds("Sold to Vandelay, Inc."), holds("no delays"), holds("nothing")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(words).toEqual(["vandelay", "delays"]);
  });
});

describe("a name without what must go", () => {
  const standIn = (part: string) => `<${part.length}>`;
  const without = (name: string, match: string) => renamed(name, holdingInNames(holding(match)), standIn);

  test.each([
    ["/home/me/vandelay-app/src/a.ts", "vandelay", "/home/me/<12>/src/a.ts"],
    ["feature/VANDELAY", "vandelay", "feature/<8>"],
    ["sell-the-plant", "sell the plant", "<14>"],
    ["nod_1 area:the%20plant", "the plant", "nod_1 <16>"],
    ["src/sell/the/plant.ts", "sell the plant", "<21>"],
    ["src/other.ts", "vandelay", "src/other.ts"],
  ])("%s without %s is %s", (name, match, left) => {
    expect(without(name, match)).toBe(left);
  });
});

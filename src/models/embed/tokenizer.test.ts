import { beforeAll, describe, expect, test } from "vitest";
import { readModelFile } from "./model-paths.ts";
import { maxTokens, openTokenizer, type Tokenize } from "./tokenizer.ts";

let tokenize: Tokenize;
beforeAll(async () => {
  tokenize = openTokenizer((await readModelFile("tokenizer")).toString("utf8"));
});

describe("token ids are those of Hugging Face's own (Rust) tokenizer", () => {
  // Generated with tokenizers 0.23 (Python) from the same tokenizer.json.
  test.each([
    ["", [101, 102]],
    ["hello world", [101, 7592, 2088, 102]],
    ["Hello, WORLD!", [101, 7592, 1010, 2088, 999, 102]],
    ["Caf\u00e9 na\u00efve \u00c5ngstr\u00f6m", [101, 7668, 15743, 17076, 15687, 102]],
    [
      "retryWithBackoff(maxAttempts=3)",
      [101, 2128, 11129, 24415, 5963, 7245, 1006, 4098, 19321, 6633, 22798, 1027, 1017, 1007, 102],
    ],
    [
      "src/models/embed/open.ts:42",
      [101, 5034, 2278, 1013, 4275, 1013, 7861, 8270, 1013, 2330, 1012, 24529, 1024, 4413, 102],
    ],
    ["snake_case_identifier", [101, 7488, 1035, 2553, 1035, 8909, 4765, 18095, 102]],
    ["\u8bb0\u5fc6\u7cfb\u7edf", [101, 100, 100, 100, 100, 102]],
    [
      "\u6771\u4eac\u30bf\u30ef\u30fc \uace0\ub824\ub300\ud559\uad50",
      [
        101, 1879, 1755, 1709, 30262, 30265, 1455, 30011, 29994, 30010, 29993, 30007, 30005, 30006, 30020,
        29991, 30013, 102,
      ],
    ],
    ["\u0e20\u0e32\u0e29\u0e32\u0e44\u0e17\u0e22", [101, 100, 102]],
    ["Stra\u00dfe \u00c4\u00d6\u00dc", [101, 2358, 27807, 20118, 2226, 102]],
    [
      "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67 emoji \ud83d\udca5",
      [101, 100, 7861, 29147, 2072, 100, 102],
    ],
    [
      "E_CONN_RESET 0x1F4A9",
      [101, 1041, 1035, 9530, 2078, 1035, 25141, 1014, 2595, 2487, 2546, 2549, 2050, 2683, 102],
    ],
    ["a\u200bb\u00adc\u2028d\tz\u0000q", [101, 5925, 1040, 1062, 4160, 102]],
    ["\ufffdx", [101, 1060, 102]],
    ["\u0130stanbul \u0131I", [101, 9960, 1104, 2072, 102]],
    ["\ud840\udc00\ud840\udc01 rare", [101, 100, 100, 4678, 102]],
    [
      "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
      [101, 100, 102],
    ],
    ["don't stop\u2014\u201cquoted\u201d", [101, 2123, 1005, 1056, 2644, 1517, 1523, 9339, 1524, 102]],
    [
      "\u0639\u0631\u0628\u0649 \u0645\u064f\u062d\u064e\u0645\u064e\u0651\u062f",
      [101, 1288, 17149, 29816, 29837, 1295, 29820, 22192, 15394, 102],
    ],
    [
      "\u0939\u093f\u0928\u094d\u0926\u0940 \u092e\u0947\u0902",
      [101, 1339, 29877, 29863, 29861, 29878, 1331, 102],
    ],
    ["\u00bd \u00b2 \ufb01 \u2167", [101, 1092, 1082, 1984, 100, 102]],
    [
      "$100 + 5% = \u00a33 ^ ~ ` |",
      [101, 1002, 2531, 1009, 1019, 1003, 1027, 28182, 1034, 1066, 1036, 1064, 102],
    ],
    ["e\u0301 vs \u00e9", [101, 1041, 5443, 1041, 102]],
  ])("%j", (text, ids) => {
    expect(tokenize(text)).toEqual(ids);
  });
});

test("text cannot forge special tokens", () => {
  expect(tokenize("a [SEP] b")).toEqual([101, 1037, 1031, 19802, 1033, 1038, 102]);
});

test("a long text is cut and still ends as the model expects", () => {
  const ids = tokenize("word ".repeat(1_000));
  expect(ids).toHaveLength(maxTokens);
  expect(ids.at(0)).toBe(101);
  expect(ids.at(-1)).toBe(102);
});

test("deep indentation does not push the code out of sight", () => {
  expect(tokenize(`${" ".repeat(10_000)}retry`)).toEqual(tokenize("retry"));
});

test.each([
  ["letters", "x".repeat(1_000_000)],
  ["spaces", " ".repeat(1_000_000)],
  ["combining accents", `e${"\u0301".repeat(1_000_000)}`],
  ["punctuation", "[".repeat(1_000_000)],
  ["lone surrogates", "\ud83d".repeat(1_000_000)],
  ["Chinese", "记".repeat(1_000_000)],
  ["emoji", "👩‍👩‍👧".repeat(100_000)],
])("a million characters of %s cost no time", (_, text) => {
  const start = performance.now();
  const ids = tokenize(text);
  expect(performance.now() - start).toBeLessThan(500);
  expect(ids.length).toBeLessThanOrEqual(maxTokens);
  expect(ids.at(-1)).toBe(102);
});

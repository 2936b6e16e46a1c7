import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TellbackError } from "../errors.ts";
import { parseQuery } from "./parse.ts";
import { printQuery } from "./print.ts";
import { type Condition, type Key, keyNames, type Operator, type Query, ruleOf } from "./query.ts";
import { stretchOf } from "./time.ts";

const is = (key: Key, value: string, operator: Operator = ":"): Condition => ({
  kind: "is",
  key,
  operator,
  value,
});
const words = (...texts: string[]): Condition => ({
  kind: "words",
  words: texts.map((text) => ({ text, isPhrase: false })),
});
const and = (...of: Condition[]): Condition => ({ kind: "and", of });
const or = (...of: Condition[]): Condition => ({ kind: "or", of });
const not = (inner: Condition): Condition => ({ kind: "not", inner });

describe("a query is parsed", () => {
  test.each<[string, Query]>([
    ["", null],
    ["   ", null],
    ["type:fact", is("type", "fact")],
    ["TYPE:Fact", is("type", "fact")],
    ["tag:project:X", is("tag", "project:X")],
    ['tag:"two words"', is("tag", "two words")],
    ["created:>24h", is("created", "24h", ">")],
    ["tokens:<=1000", is("tokens", "1000", "<=")],
    ["kind:depends-on", is("kind", "DEPENDS_ON")],
    ["a OR b AND c", or(words("a"), and(words("b"), words("c")))],
    ["a and b or c", or(and(words("a"), words("b")), words("c"))],
    ["NOT a AND b", and(not(words("a")), words("b"))],
    ["not not a", not(not(words("a")))],
    ["(a OR b) c", and(or(words("a"), words("b")), words("c"))],
    ["token refresh type:decision", and(words("token", "refresh"), is("type", "decision"))],
    ["type:fact tag:a", and(is("type", "fact"), is("tag", "a"))],
    ["NOT a b", and(not(words("a")), words("b"))],
    ["a AND (b AND c)", and(words("a"), words("b"), words("c"))],
    [
      '"exact words" other',
      {
        kind: "words",
        words: [
          { text: "exact words", isPhrase: true },
          { text: "other", isPhrase: false },
        ],
      },
    ],
    ["src/a.ts:12", words("src/a.ts:12")],
  ])("%s", (text, query) => expect(parseQuery(text)).toEqual(query));
});

describe("the error for an invalid query has the position and a suggestion", () => {
  test.each([
    ["tpye:fact", "unknown key `tpye`, did you mean `type`? (at character 1 of the query)"],
    ["a AND type:fcat", "unknown type `fcat`, did you mean `fact`? (at character 12 of the query)"],
    ["(type:fact", "this bracket is not closed (at character 1 of the query)"],
    ["type:fact)", "this bracket was never opened, or it is empty (at character 10 of the query)"],
    ["()", "this bracket was never opened, or it is empty (at character 2 of the query)"],
    ["type:", "a value is missing after `type:` (at character 6 of the query)"],
    ["a AND", "a condition is missing at the end of the query (at character 6 of the query)"],
    ["OR a", "a condition is missing before OR (at character 1 of the query)"],
    ["type:>fact", "`type` cannot be compared with > (at character 1 of the query)"],
    ["tokens:>many", "invalid number `many` (at character 9 of the query)"],
    ["created:2026-02-30", "invalid time `2026-02-30` (at character 9 of the query)"],
    ['tag:"open', "this quotation mark is not closed (at character 5 of the query)"],
    ["has:everything", "unknown has `everything` (at character 5 of the query)"],
  ])("%s", (text, message) => expect(() => parseQuery(text)).toThrow(message));

  test("the hint points at the position", () => {
    const error = thrownBy("type:fact AND tpye:x");
    expect(error?.hint).toContain("type:fact AND tpye:x\n              ^");
  });

  test("very deep nesting is refused without a crash", () => {
    expect(thrownBy("(".repeat(5_000))?.message).toContain("nested too deeply");
    expect(thrownBy("not ".repeat(2_400))?.message).toContain("nested too deeply");
  });
});

test("a time is a span back from now, or a day", () => {
  const now = new Date("2026-03-10T12:00:00.000Z");
  expect(stretchOf(">", "24h", now)).toEqual({ from: "2026-03-09T12:00:00.000Z", before: null });
  expect(stretchOf("<", "1w", now)).toEqual({ from: null, before: "2026-03-03T12:00:00.000Z" });
  expect(stretchOf(":", "2026-03-01", now)).toEqual({
    from: "2026-03-01T00:00:00.000Z",
    before: "2026-03-02T00:00:00.000Z",
  });
  expect(stretchOf("<=", "2026-03-01", now)).toEqual({ from: null, before: "2026-03-02T00:00:00.000Z" });
});

const valueFor = (key: Key): fc.Arbitrary<string> => {
  const { values, compares } = ruleOf(key);
  if (values) return fc.constantFrom(...values);
  if (compares === "time") return fc.constantFrom("24h", "7d", "2w", "2026-03-01");
  if (compares === "number") return fc.nat({ max: 1e6 }).map(String);
  return fc.string({ minLength: 1, maxLength: 12 });
};
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...keyNames).chain((key) =>
  fc.record({
    kind: fc.constant("is" as const),
    key: fc.constant(key),
    operator: fc.constantFrom<Operator>(
      ...(ruleOf(key).compares ? ([":", ">", "<", ">=", "<="] as const) : [":" as const]),
    ),
    value: valueFor(key),
  }),
);
const bareWord = fc
  .stringMatching(/^[\p{L}\d./#-]{1,8}$/u)
  .filter((text) => !/^(?:and|or|not)$/i.test(text))
  .map((text) => ({ text, isPhrase: false }));
const phrase = fc.string({ maxLength: 12 }).map((text) => ({ text, isPhrase: true }));
const freeWords: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant("words" as const),
  words: fc.array(fc.oneof(bareWord, phrase), { minLength: 1, maxLength: 3 }),
});
const { any } = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    condition,
    freeWords,
    tie("any").map((inner) => not(inner as Condition)),
    fc
      .tuple(
        fc.constantFrom("and" as const, "or" as const),
        fc.array(tie("any"), { minLength: 2, maxLength: 4 }),
      )
      .map(([kind, of]) => ({
        kind,
        of: (of as Condition[]).flatMap((one) => (one.kind === kind ? one.of : [one])),
      })),
  ),
}));

describe("for any query", () => {
  test("the printed text is parsed as the same query", () => {
    fc.assert(
      fc.property(any, (query) => {
        expect(parseQuery(printQuery(query))).toEqual(query);
      }),
      { numRuns: 3_000 },
    );
  });

  test("the parser returns a query or a TellbackError, and a parsed query survives printing", () => {
    const bit = fc.constantFrom(
      "type:",
      "fact",
      "(",
      ")",
      " ",
      "AND",
      "or",
      "NOT ",
      '"',
      "\\",
      ":",
      ">",
      "tag:",
      "a",
      "<=",
      "created:",
      "24h",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(bit, fc.string()), { maxLength: 20 }), (bits) => {
        let query: Query;
        try {
          query = parseQuery(bits.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(TellbackError);
          return;
        }
        expect(parseQuery(printQuery(query))).toEqual(query);
      }),
      { numRuns: 3_000 },
    );
  });
});

function thrownBy(text: string): TellbackError | null {
  try {
    parseQuery(text);
    return null;
  } catch (error) {
    return TellbackError.from(error);
  }
}

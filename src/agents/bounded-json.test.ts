// Parsing JSON from outside never exceeds its limits, and the shortened text is still JSON.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundJson,
  createBounder,
  type JsonLimits,
  jsonLimits,
  parseBounded,
  parseBoundedText,
} from "./bounded-json.ts";

const small: JsonLimits = { string: 40, depth: 5, total: 400, values: 1000 };
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

function parsedValue(bytes: Uint8Array, limits?: JsonLimits): unknown {
  const parsed = parseBounded(bytes, limits);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
}

describe("parseBounded", () => {
  test("returns ordinary JSON unchanged", () => {
    const value = { a: [1, "two", null, { é: 'q"uo\\te\n' }], b: "x".repeat(1000), c: [[[]]] };
    expect(parseBounded(json(value))).toEqual({ ok: true, value, cut: false });
  });

  test("returns any JSON below its limits unchanged, however it is split into pieces", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const bytes = Buffer.from(text);
        const bounder = createBounder(jsonLimits);
        for (let at = 0; at < bytes.length; at += size) bounder.push(bytes.subarray(at, at + size));
        expect(bounder.end()).toEqual({ ok: true, bytes, cut: false });
      }),
    );
  });

  test("keeps head and tail of a long string, says how much is missing, and returns JSON for any cut", () => {
    const pieces = fc.constantFrom("a", '"', "\\", "\n", "é", "汉", "😀", "\u0000", "\ud83d", " word ");
    fc.assert(
      fc.property(
        fc.array(pieces, { minLength: 41, maxLength: 300 }),
        fc.integer({ min: 1, max: 9 }),
        (all, size) => {
          const text = all.join("");
          const bytes = json({ text, after: "kept" });
          const bounder = createBounder(small);
          for (let at = 0; at < bytes.length; at += size) bounder.push(bytes.subarray(at, at + size));
          const bounded = bounder.end();
          expect(bounded).toEqual(boundJson(bytes, small));
          const value = parsedValue(bytes, small) as { text: string; after: string };
          expect(value.after).toBe("kept");
          const [head = "", tail = ""] = value.text.split(/…\[\d+ bytes cut\]…/);
          const whole = text.toWellFormed();
          expect(whole.startsWith(head.replace(/\uFFFD+$/, ""))).toBe(true);
          expect(whole.endsWith(tail.replace(/^\uFFFD+/, ""))).toBe(true);
        },
      ),
    );
  });

  test("ends a list of very many small values early, and keeps what follows it", () => {
    const few = { ...jsonLimits, values: 50 };
    const value = { list: Array.from({ length: 1000 }, () => []), after: { id: "kept" } };
    const bytes = json(value);
    expect(parseBounded(bytes, few)).toEqual({
      ok: true,
      value: { list: Array.from({ length: 51 }, () => []), after: { id: "kept" } },
      cut: true,
    });
    expect(parseBounded(json(Array.from({ length: 1000 }, () => 0)), few)).toMatchObject({
      ok: false,
      reason: expect.stringContaining("values"),
    });
    const deep = {
      tree: Array.from({ length: 100 }, () => ({
        a: [
          [1, 2],
          [3, 4],
        ],
      })),
      after: "kept",
    };
    expect(parsedValue(json(deep), few)).toMatchObject({ after: "kept" });
  });

  test("reports how many bytes it cut", () => {
    expect(parsedValue(json("x".repeat(1000)), small)).toMatch(/^x{14,20}…\[9\d\d bytes cut\]…x{14,20}$/);
  });

  test("ends a huge list early but keeps the other top-level fields", () => {
    const value = { name: "n", list: Array.from({ length: 500 }, (_, index) => ({ index })), id: "toolu_1" };
    const parsed = parseBounded(json(value), small);
    expect(parsed).toMatchObject({ ok: true, cut: true, value: { name: "n", id: "toolu_1" } });
    const { list } = parsedValue(json(value), small) as { list: unknown[] };
    expect(list.length).toBeGreaterThan(5);
    expect(list).toEqual(value.list.slice(0, list.length));
  });

  test.each([
    ["nothing", Buffer.alloc(0), "empty"],
    ["text that is not JSON", Buffer.from("hello"), "not JSON"],
    ["a torn end", Buffer.from('{"a":"b'), "not JSON"],
    ["a torn long string", Buffer.from(`"${"x".repeat(9_000_000)}`), "ends in the middle"],
    ["a raw NUL", Buffer.from('{"a":"\0"}'), "not JSON"],
    ["too many brackets closed", Buffer.from("]]]]"), "not JSON"],
    ["200k levels", Buffer.from("[".repeat(200_000) + "]".repeat(200_000)), "nested deeper than 500"],
    ["200k levels left open", Buffer.from('{"a":'.repeat(200_000)), "nested deeper than 500"],
    ["a number of 20 MB", Buffer.alloc(20_000_000, "1"), "larger than"],
  ])("refuses %s", (_, bytes, reason) => {
    const parsed = parseBounded(bytes);
    expect(parsed).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  test.each([
    ["brackets inside strings", json({ text: "[{".repeat(5000) }), { text: "[{".repeat(5000) }],
    ["an escaped NUL", Buffer.from('"\\u0000"'), "\0"],
    ["half a surrogate pair, as U+FFFD", Buffer.from('{"\\ud800":["\\udc00x"]}'), { "\uFFFD": ["\uFFFDx"] }],
    ["bytes that are not UTF-8, as U+FFFD", Buffer.from([0x22, 0x61, 0xff, 0xc3, 0x22]), "a\uFFFD\uFFFD"],
    ["a byte order mark", Buffer.from("\uFEFF[1]"), [1]],
    [
      "a key named __proto__, as plain data",
      Buffer.from('{"__proto__":"\\ud800"}'),
      JSON.parse('{"__proto__":"\uFFFD"}'),
    ],
  ])("accepts %s", (_, bytes, value) => {
    expect(parsedValue(bytes)).toEqual(value);
  });

  test.each([
    ['{"a":"said \\\\\\"no\\\\\\\\","b":[1,2,{"c":"\\\\ud800"}]}'],
    ['{"open":"never closed'],
    [""],
    ["\uFEFF{}"],
    [`${"[".repeat(600)}${"]".repeat(600)}`],
    [`[${"1,".repeat(30_000)}1]`],
    [JSON.stringify({ long: "x".repeat(300_000), id: "toolu_1" })],
  ])("reads the text %j as its bytes", (text) => {
    expect(parseBoundedText(text)).toEqual(parseBounded(Buffer.from(text)));
  });

  test("shortens 50 MB of tool output", () => {
    const line = JSON.stringify('const said = "a \\ quoted \\"word\\"";\n').slice(1, -1);
    const output = Buffer.from(line.repeat(Math.ceil(50_000_000 / line.length)));
    const bytes = Buffer.concat([
      Buffer.from('{"out":{"stdout":"'),
      output,
      Buffer.from('"},"id":"toolu_1"}'),
    ]);
    const bounded = boundJson(bytes);
    expect(bounded.ok && bounded.bytes.length).toBeLessThan(jsonLimits.string + 100);
    expect(parsedValue(bytes)).toMatchObject({ id: "toolu_1" });
  });

  test("shortens 50 MB of small values", () => {
    const items = Buffer.alloc(50_000_000, '{"a":"b"},');
    const bytes = Buffer.concat([Buffer.from('{"list":['), items, Buffer.from('1],"id":"toolu_1"}')]);
    const bounded = boundJson(bytes);
    expect(bounded.ok && bounded.bytes.length).toBeLessThan(jsonLimits.total + 100);
    expect(parsedValue(bytes)).toMatchObject({ id: "toolu_1" });
  });
});

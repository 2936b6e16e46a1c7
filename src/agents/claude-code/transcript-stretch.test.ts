import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Line } from "./transcript.ts";
import { stretchReader } from "./transcript-stretch.ts";

const fixtures = join(import.meta.dirname, "../../../test/fixtures/claude-code/transcripts");

function linesOf(text: string): Line[] {
  let offset = 0;
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const start = offset;
      offset += Buffer.byteLength(line) + 1;
      return { text: line, offset: start, end: offset };
    });
}

const recorded = (name: string) => linesOf(readFileSync(join(fixtures, `${name}.jsonl`), "utf8"));

let clock = 0;
const record = (type: string, uuid: string, more: object) => {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, ++clock)).toISOString();
  return JSON.stringify({ type, uuid, timestamp, ...more });
};
const user = (uuid: string, content: string, more: object = {}) =>
  record("user", uuid, { message: { content }, ...more });
const assistant = (uuid: string, text: string) =>
  record("assistant", uuid, { message: { model: "m", content: [{ type: "text", text }] } });
const boundary = (uuid: string) => record("system", uuid, { subtype: "compact_boundary" });
const summary = (uuid: string) => user(uuid, "Summary", { isCompactSummary: true });

describe("the stretch of a transcript", () => {
  const lines = linesOf(
    [
      user("u1", "First"),
      assistant("a1", "One"),
      boundary("b1"),
      summary("c1"),
      user("u2", "<local-command-stdout>noise</local-command-stdout>"),
      user("u3", "Second"),
      boundary("b2"),
      summary("c2"),
      assistant("a3", "Three"),
    ].join("\n"),
  );

  test("ends at the given summary", () => {
    const found = stretchReader("c2").read(lines);
    expect(found?.messages).toMatchObject({
      first: { number: 3, id: "u2" },
      last: { number: 4, id: "u3" },
      count: 2,
      end: lines[7]?.end,
    });
    expect(found?.said.map(({ by, text }) => [by, text])).toEqual([["user", "Second"]]);
  });

  test("can be read from the end of the previous one, with continued numbers", () => {
    const first = stretchReader("c1").read(lines);
    expect(first?.messages).toMatchObject({ first: { number: 1 }, last: { number: 2 }, count: 2 });
    const rest = lines.filter(({ offset }) => offset >= (first?.messages?.end ?? 0));
    expect(stretchReader("c2", first?.messages?.last.number).read(rest)).toEqual(
      stretchReader("c2").read(lines),
    );
  });

  test("is everything after the last compaction if no end is given", () => {
    const reader = stretchReader(null);
    expect(reader.read(lines)).toBeNull();
    expect(reader.rest().messages).toMatchObject({ first: { id: "a3" }, last: { id: "a3" }, count: 1 });
  });

  test("is null if the summary is missing", () => {
    expect(stretchReader("elsewhere").read(lines)).toBeNull();
  });

  test("keeps only the end of a long conversation", () => {
    const reader = stretchReader(null);
    const long = "x".repeat(100_000);
    for (let n = 0; n < 60; n++) reader.read(linesOf(assistant(`m${n}`, `${n} ${long}`)));
    const { messages, said } = reader.rest();
    expect(messages?.count).toBe(60);
    expect(said.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_200_000);
    expect(said.at(-1)?.text).toMatch(/^59 /);
  });

  test.each([
    ["compact", "00000000-0000-4000-8000-000000000205", 2],
    ["auto-compact", "00000000-0000-4000-8000-000000000304", 7],
  ])("of the recorded %s contains the messages before the summary", (name, until, count) => {
    expect(stretchReader(until).read(recorded(name))?.messages?.count).toBe(count);
  });
});

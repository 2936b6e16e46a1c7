import { expect, test } from "vitest";
import { z } from "zod";
import { complain, compose, maxTokens } from "./compose.ts";

const request = { system: "Do it.", prompt: "Now.", schema: z.object({ n: z.number() }), maxTokens: 10 };

test("without data and form it is what the caller said", () => {
  expect(compose(request, false)).toEqual({ system: "Do it.", turns: [{ role: "user", text: "Now." }] });
});

test("the form is the schema itself", () => {
  expect(compose(request, true).system).toContain(
    '{"type":"object","properties":{"n":{"type":"number"}},"required":["n"],"additionalProperties":false}',
  );
});

test("data cannot close its own fence: any change to it changes the fence", () => {
  const fenceOf = (data: string) =>
    /<(data-[0-9a-f]{16})>/.exec(compose({ ...request, data }, false).turns[0]?.text ?? "")?.[1];
  const first = fenceOf("harmless");
  expect(fenceOf(`harmless</${first}>`)).not.toBe(first);
  expect(fenceOf("harmless")).toBe(first);
});

test("half a character in the data does not break the request", () => {
  expect(compose({ ...request, data: "a\ud800b" }, false).turns[0]?.text).toContain("a\ufffdb");
});

test("the most that both requests can use covers what is sent, in any script", () => {
  for (const data of ["plain words ".repeat(50), "数据库".repeat(100), "🙂".repeat(100)]) {
    const whole = { ...request, data };
    const first = compose(whole, true);
    const second = complain(first, "x".repeat(request.maxTokens), "y".repeat(5_000));
    const bytes = [first, second].flatMap(({ system, turns }) => [system, ...turns.map(({ text }) => text)]);
    const sent = bytes.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(maxTokens(whole).input).toBeGreaterThanOrEqual(sent);
    expect(maxTokens(whole).output).toBe(20);
  }
});

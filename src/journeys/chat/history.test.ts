import type { ModelMessage } from "ai";
import { expect, test } from "vitest";
import { closed, fitted } from "./history.ts";

const question: ModelMessage = { role: "user", content: "Keep it" };
const call = (id: string) =>
  ({ type: "tool-call", toolCallId: id, toolName: "remember", input: {} }) as const;
const asked: ModelMessage = {
  role: "assistant",
  content: [
    { type: "text", text: "I will." },
    call("a"),
    { type: "tool-approval-request", approvalId: "x", toolCallId: "a" },
    call("b"),
  ],
};

test("a call that nobody approved gets a result that says so, and its request goes", () => {
  expect(closed([question, asked])).toEqual([
    question,
    { role: "assistant", content: [{ type: "text", text: "I will." }, call("a"), call("b")] },
    {
      role: "tool",
      content: ["a", "b"].map((toolCallId) => ({
        type: "tool-result",
        toolCallId,
        toolName: "remember",
        output: { type: "text", value: "The user did not approve it: it was not run." },
      })),
    },
  ]);
});

test("a call whose result is known keeps it", () => {
  const results = closed([asked], (id) => (id === "a" ? "Stored." : undefined)).at(-1);
  expect(results?.content[0]).toMatchObject({ toolCallId: "a", output: { value: "Stored." } });
});

test("a complete history stays as it is, without the user's approvals", () => {
  const result: ModelMessage = {
    role: "tool",
    content: [
      { type: "tool-approval-response", approvalId: "x", approved: true },
      { type: "tool-result", toolCallId: "a", toolName: "remember", output: { type: "text", value: "ok" } },
    ],
  };
  const assistant: ModelMessage = { role: "assistant", content: [call("a")] };
  expect(closed([assistant, result])).toEqual([assistant, { ...result, content: [result.content[1]] }]);
});

test("what does not fit is dropped from the beginning, by whole exchanges", () => {
  const exchange = (n: number): ModelMessage[] => [
    { role: "user", content: `question ${n}` },
    { role: "assistant", content: "x".repeat(500) },
  ];
  const history = [1, 2, 3].flatMap(exchange);
  expect(fitted(history, 10_000)).toEqual(history);
  expect(fitted(history, 1_300)).toEqual(history.slice(2));
  expect(fitted(history, 10)).toEqual(history.slice(4));
});

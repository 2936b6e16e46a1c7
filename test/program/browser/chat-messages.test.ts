// What the events of a stream do to the messages on the page.

import { expect, test } from "vitest";
import type { ChatEvent, ChatMessage } from "../../../src/protocol/chat.ts";
import { asked, replacedIn, waitingIn, withEvent } from "../../../web/chat/messages.ts";

const answer: ChatMessage = { ...asked(""), id: "a", role: "assistant", parts: [], state: "answering" };
const tool = (state: "waiting" | "done", approval: string | null): ChatEvent => ({
  ...{ type: "part", message: "a", index: 1 },
  part: { type: "tool", id: "t", tool: "remember", title: "", input: {}, state, output: null, approval },
});

test("text grows, tools change where they stand, and other messages stay", () => {
  const events: ChatEvent[] = [
    { type: "message", message: answer },
    { type: "part", message: "a", index: 0, part: { type: "text", text: "I " } },
    { type: "text", message: "a", text: "will." },
    tool("waiting", "x"),
  ];
  const question = asked("Keep it");
  const before = events.reduce(withEvent, [question] as readonly ChatMessage[]);
  expect(before[0]).toBe(question);
  expect(before[1]?.parts[0]).toEqual({ type: "text", text: "I will." });
  expect(waitingIn(before).map(({ approval }) => approval)).toEqual(["x"]);
  const after = withEvent(before, tool("done", null));
  expect(waitingIn(after)).toEqual([]);
  expect(before[1]?.parts[1]).toMatchObject({ state: "waiting" });
});

test("a message that begins again takes the place of what was known of it", () => {
  const known = { ...answer, parts: [{ type: "text" as const, text: "old" }] };
  expect(withEvent([known], { type: "message", message: answer })).toEqual([answer]);
});

test("an answer that a later one replaces is marked", () => {
  expect(replacedIn([answer, { ...answer, id: "b", replaces: "a" }])).toEqual(new Set(["a"]));
});

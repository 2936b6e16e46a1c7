// A rollout is read on past a tool that never gets its result.

import { expect, test } from "vitest";
import { type Line, openToolBytes } from "../claude-code/transcript.ts";
import { collectRollout, type RolloutContext } from "./rollout.ts";

const meta = { sessionId: "s", cwd: "/nowhere", branch: undefined, startedAt: "2026-05-01T10:00:00Z" };
const context: RolloutContext = {
  ...{ from: 0, promptId: "p", projectDir: undefined, ended: false },
  meta: { ...meta, parent: undefined },
};
const item = (payload: object) => ({ type: "response_item", timestamp: meta.startedAt, payload });
const call = item({ type: "function_call", call_id: "t", name: "shell", arguments: '{"command":["ls"]}' });
const says = (text: string) =>
  item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
const compacted = { type: "compacted", timestamp: meta.startedAt, payload: { message: "So far." } };

function linesOf(records: object[]): Line[] {
  let end = 0;
  return records.map((record) => {
    const text = JSON.stringify(record);
    const offset = end;
    end += text.length + 1;
    return { text, offset, end };
  });
}

test.each([
  ["stays there while the result may come", [call, says("a")], 0],
  ["goes on after a compaction", [call, compacted], 2],
  ["goes on after much later text", [call, says("x".repeat(openToolBytes)), compacted], 3],
])("the resume position at an open tool %s", (_, records, resumed) => {
  const lines = linesOf(records);
  const { events, resumeAt } = collectRollout(lines, context);
  expect(resumeAt).toBe(resumed === 0 ? 0 : lines[resumed - 1]?.end);
  const interrupted = events.filter(({ event }) => event.type === "tool" && event.status === "interrupted");
  expect(interrupted).toHaveLength(resumed === 0 ? 0 : 1);
});

// A transcript gives the same events as the hooks would have, whatever state it is in.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hookEvent } from "../../protocol/hook.ts";
import { collect, type Line, openToolBytes, readRecord, type TranscriptContext } from "./transcript.ts";

let count = 0;
const record = (type: string, more: object) => ({
  type,
  uuid: `u${++count}`,
  parentUuid: null,
  sessionId: "s1",
  timestamp: "2026-05-01T10:00:00.000Z",
  cwd: "/home/ada/shop",
  gitBranch: "main",
  isSidechain: false,
  ...more,
});
const user = (content: unknown, more: object = {}) =>
  record("user", { promptId: "p1", message: { role: "user", content }, ...more });
const assistant = (content: unknown[], more: object = {}) =>
  record("assistant", { message: { role: "assistant", model: "claude", content }, ...more });
const says = (text: string, more: object = {}) => assistant([{ type: "text", text }], more);
const calls = (id: string, more: object = {}) =>
  assistant([{ type: "tool_use", id, name: "Bash", input: { command: id } }], more);
const answers = (id: string, toolUseResult: unknown, more: object = {}) =>
  user([{ type: "tool_result", tool_use_id: id, content: "text" }], { toolUseResult, ...more });
const fails = (id: string, content: string) =>
  user([{ type: "tool_result", tool_use_id: id, content, is_error: true }], {
    toolUseResult: `Error: ${content}`,
  });

function linesOf(records: (object | string)[]): Line[] {
  let end = 0;
  return records.map((one) => {
    const text = typeof one === "string" ? one : JSON.stringify(one);
    const offset = end;
    end += Buffer.byteLength(text) + 1;
    return { text, offset, end };
  });
}
const read = (records: (object | string)[], context: Partial<TranscriptContext> = {}) =>
  collect(linesOf(records), { transcriptPath: "/t.jsonl", ...context });
const eventsOf = (records: (object | string)[], context: Partial<TranscriptContext> = {}) =>
  read(records, context).events.map(({ event }) => event);

describe("a transcript", () => {
  test("gives the prompt, the tool with its result, and the reply, each with its record's uuid", () => {
    const records = [
      user("do it"),
      calls("t1"),
      answers("t1", { stdout: "a" }, { cwd: "/home/ada/shop/api" }),
      says("done"),
    ];
    const { events, stats } = read(records);
    const about = {
      host: "claude-code",
      sessionId: "s1",
      projectDir: "/home/ada/shop",
      promptId: "p1",
      branch: "main",
    };
    expect(events.map(({ event }) => event)).toMatchObject([
      { ...about, type: "prompt", text: "do it" },
      {
        ...about,
        type: "tool",
        toolUseId: "t1",
        tool: "Bash",
        input: { command: "t1" },
        output: { stdout: "a" },
        status: "ok",
        cwd: "/home/ada/shop/api",
      },
      { ...about, type: "reply", text: "done", messageId: records[3]?.uuid },
    ]);
    expect(events.map(({ uuid }) => uuid)).toEqual([0, 2, 3].map((at) => records[at]?.uuid));
    for (const { event } of events) expect(hookEvent.parse(event)).toEqual(event);
    expect(stats).toEqual({ records: 4, unknown: {}, broken: 0 });
  });

  test("pairs parallel tools with results that come out of order", () => {
    const tools = eventsOf([calls("t1"), calls("t2"), answers("t2", { b: 2 }), answers("t1", { a: 1 })]);
    expect(tools).toMatchObject([
      { toolUseId: "t2", output: { b: 2 } },
      { toolUseId: "t1", output: { a: 1 } },
    ]);
  });

  test.each([
    [
      "an error as the hook reports it",
      fails("t1", "Exit code 2\nls: no"),
      { status: "failed", output: "Exit code 2\nls: no" },
    ],
    [
      "an error without its tag",
      fails("t1", "<tool_use_error>No file</tool_use_error>"),
      { status: "failed", output: "No file" },
    ],
    [
      "a refusal",
      fails("t1", "The user doesn't want to proceed with this tool use."),
      { status: "interrupted" },
    ],
    ["a stopped command", answers("t1", { stdout: "", interrupted: true }), { status: "interrupted" }],
    [
      "blocks of text",
      user([{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "a" }] }]),
      { status: "ok", output: "a" },
    ],
    [
      "a list, as MCP tools give it",
      answers("t1", [{ type: "text", text: "a" }]),
      { output: [{ type: "text", text: "a" }] },
    ],
  ])("gives the result of a tool: %s", (_, result, expected) => {
    expect(eventsOf([calls("t1"), result])).toMatchObject([{ type: "tool", toolUseId: "t1", ...expected }]);
  });

  test("leaves out what neither the user nor the agent said", () => {
    const noise = [
      user("written by the client", { isMeta: true }),
      user("<command-name>/model</command-name>"),
      user("<local-command-stdout>ok</local-command-stdout>"),
      user("<task-notification>done</task-notification>"),
      user("a notice", { promptSource: "system" }),
      user([{ type: "text", text: "[Request interrupted by user]" }]),
      says("API Error: 400", { isApiErrorMessage: true }),
      assistant([{ type: "text", text: "No response requested." }], {
        message: { model: "<synthetic>", content: [{ type: "text", text: "No response requested." }] },
      }),
      assistant([{ type: "thinking", thinking: "hm" }]),
      record("attachment", { attachment: { type: "hook_additional_context", content: ["memory"] } }),
      record("api-request-blob", { message: { role: "user", content: "copied" } }),
      record("system", { subtype: "stop_hook_summary" }),
      answers("toolu_of_an_earlier_file", {}),
    ];
    expect(read(noise)).toMatchObject({
      events: [],
      stats: { records: noise.length, unknown: {}, broken: 0 },
    });
  });

  test("keeps only the typed block of a prompt with an editor's block", () => {
    const blocks = ["<ide_opened_file>a.ts</ide_opened_file>", "rename it"].map((text) => ({
      type: "text",
      text,
    }));
    expect(eventsOf([user(blocks)])).toMatchObject([{ type: "prompt", text: "rename it" }]);
  });

  test("gives a custom command the same text as its hook", () => {
    const content =
      "<command-message>keep</command-message>\n<command-name>/keep</command-name>\n<command-args>blue</command-args>";
    expect(eventsOf([user(content)])).toMatchObject([{ type: "prompt", text: "/keep blue" }]);
  });

  test("names the sub-agent, and does not treat its task as the user's prompt", () => {
    const side = { isSidechain: true, agentId: "a1" };
    const events = eventsOf([
      user("look it up", side),
      calls("t1", { ...side, attributionAgent: "Explore" }),
      answers("t1", undefined, side),
      says("found", side),
    ]);
    const agent = { id: "a1", type: "Explore" };
    expect(events).toMatchObject([
      { type: "tool", agent, promptId: "p1", output: "text" },
      { type: "reply", agent, text: "found" },
    ]);
  });

  test("recognises a compaction by its boundary and its summary", () => {
    const boundary = record("system", { subtype: "compact_boundary", compactMetadata: { trigger: "auto" } });
    const summary = user(
      "This session is being continued\n\nSummary:\n1. It.\nContinue the conversation from where it left off",
      { isCompactSummary: true },
    );
    expect(eventsOf([boundary, summary])).toMatchObject([
      { type: "compact-after", trigger: "auto", summary: "1. It." },
    ]);
    expect(read([says("a"), boundary]).resumeAt).toBe(linesOf([says("a")])[0]?.end);
  });

  test("has the same uuid for a record and its copy in a fork, where session and prompt are new", () => {
    const records = [user("do it"), calls("t1"), answers("t1", {}), says("done")];
    const copies = records.map((one) => ({
      ...one,
      sessionId: "s2",
      ...("promptId" in one && { promptId: "p9" }),
    }));
    const [original, fork] = [read(records), read([...copies, user("go on", { sessionId: "s2" })])];
    const known = new Set(original.events.map(({ uuid }) => uuid));
    expect(fork.events.filter(({ uuid }) => !known.has(uuid)).map(({ event }) => event)).toMatchObject([
      { type: "prompt", text: "go on", sessionId: "s2" },
    ]);
  });

  test("gives a record once, even if it is repeated or its parents form a cycle", () => {
    const [one, two] = [user("a"), says("b")];
    const circle = [
      { ...one, parentUuid: two.uuid },
      { ...two, parentUuid: one.uuid },
    ];
    expect(eventsOf([...circle, ...circle])).toHaveLength(2);
  });
});

describe("a damaged transcript", () => {
  test.each([
    ["text", "hello", "broken"],
    ["nothing", "", "broken"],
    ["a torn record", '{"type":"user","uuid":"u', "broken"],
    ["NUL", "\0\0\0", "broken"],
    ["200k levels", '{"type":'.repeat(200_000), "broken"],
    ["a list", "[1]", "broken"],
    ["a record without a uuid", '{"type":"user"}', "broken"],
    ["a record at no time", JSON.stringify(user("x", { timestamp: "soon" })), "broken"],
    ["an unknown type", '{"type":"hologram"}', "unknown"],
    ["a record after NUL", `\0\0${JSON.stringify(user("x"))}`, "record"],
    ["odd optional fields", JSON.stringify(user("x", { gitBranch: 7, promptId: null, cwd: [] })), "record"],
    ["an unknown block", JSON.stringify(assistant([{ type: "hologram" }])), "record"],
  ])("classifies %s", (_, line, kind) => {
    expect(readRecord(line).kind).toBe(kind);
  });

  test("skips and counts what it cannot read", () => {
    const bomb = `{"type":"user","uuid":"b","timestamp":"2026-05-01","message":{"content":"${"x".repeat(3_000_000)}"}}`;
    const { events, stats } = read(["{", bomb, '{"type":"hologram"}', user("still here")]);
    expect(stats).toEqual({ records: 3, unknown: { hologram: 1 }, broken: 1 });
    expect(events.map(({ event }) => event)).toMatchObject([{ type: "prompt" }, { text: "still here" }]);
    expect(JSON.stringify(events[0]).length).toBeLessThan(300_000);
  });
});

describe("the resume position", () => {
  test("is after the last line if no tool is open", () => {
    const lines = linesOf([user("a"), calls("t1"), answers("t1", {})]);
    expect(collect(lines, { transcriptPath: "/t" }).resumeAt).toBe(lines[2]?.end);
    expect(read([], { from: 77 }).resumeAt).toBe(77);
  });

  test("is at the first tool without a result, which is paired later", () => {
    const lines = linesOf([
      user("a"),
      calls("t1"),
      calls("t2"),
      answers("t2", {}),
      answers("t1", { late: 1 }),
      says("b"),
    ]);
    const first = collect(lines.slice(0, 4), { transcriptPath: "/t" });
    expect(first).toMatchObject({ resumeAt: lines[1]?.offset, promptId: "p1" });
    const rest = lines.filter(({ offset }) => offset >= first.resumeAt);
    const second = collect(rest, { transcriptPath: "/t", promptId: first.promptId });
    expect(second.events.map(({ event }) => event)).toMatchObject([
      { toolUseId: "t2" },
      { toolUseId: "t1", output: { late: 1 } },
      { type: "reply", promptId: "p1" },
    ]);
  });

  test("passes an open tool after a megabyte of later text", () => {
    const filler = says("x".repeat(openToolBytes / 8));
    const waiting = [calls("t1"), ...Array.from({ length: 7 }, () => ({ ...filler, uuid: `f${++count}` }))];
    expect(read(waiting).resumeAt).toBe(0);
    const given = read([...waiting, { ...filler, uuid: "last" }]);
    expect(given.resumeAt).toBeGreaterThan(openToolBytes);
    expect(given.events.at(-1)?.event).toMatchObject({
      toolUseId: "t1",
      status: "interrupted",
      output: null,
    });
  });

  test("passes a tool that is open at a compaction, but not one of another agent", () => {
    const boundary = record("system", { subtype: "compact_boundary", compactMetadata: { trigger: "auto" } });
    const summary = user("1. It.", { isCompactSummary: true });
    const compacted = read([calls("t1"), boundary, summary, says("on")]);
    expect(compacted.events.map(({ event }) => event)).toMatchObject([
      { toolUseId: "t1", status: "interrupted" },
      { type: "compact-after" },
      { type: "reply" },
    ]);
    expect(compacted.resumeAt).toBe(linesOf([calls("t1"), boundary, summary, says("on")]).at(-1)?.end);
    const ofAgent = { isSidechain: true, agentId: "a1" };
    expect(read([calls("t1"), { ...boundary, ...ofAgent }, { ...summary, ...ofAgent }]).resumeAt).toBe(0);
  });

  test("passes every open tool when the session has ended", () => {
    const lines = linesOf([calls("t1"), calls("t2")]);
    const { events, resumeAt } = collect(lines, { transcriptPath: "/t", ended: true });
    expect(events.map(({ event }) => event)).toMatchObject([{ toolUseId: "t1" }, { toolUseId: "t2" }]);
    expect(resumeAt).toBe(lines[1]?.end);
  });
});

const fixtures = join(import.meta.dirname, "../../../test/fixtures/claude-code");
const transcripts = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".jsonl"),
);
test.each(transcripts)("every line of the recorded transcript %s is understood", (name) => {
  const { events, stats } = read(readFileSync(join(fixtures, name), "utf8").trimEnd().split("\n"));
  expect(stats.unknown).toEqual({});
  expect(stats.broken).toBe(0);
  for (const { event } of events) expect(hookEvent.parse(event)).toEqual(event);
});

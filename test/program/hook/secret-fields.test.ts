// A token in any field of any event of any host: in ids, names, paths and texts, by the hook and by the transcript. No
// byte of it is in any file below the home folder, while the daemon runs and after it has stopped.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  type Home,
  otherHostHook,
  rows,
  shellHook,
  stop,
  tellback,
  tellbackHome,
  until,
  untilTakenIn,
} from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const hooksAtOnce = 8;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Tokens that differ in every place, and the place of each. */
function tokens() {
  let state = 20261118;
  const placed = new Map<string, string>();
  const random = (length: number) =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return alphabet.charAt((state >>> 12) % alphabet.length);
    }).join("");
  const place = (where: string, token: string) => {
    placed.set(where, token);
    return token;
  };
  return {
    placed,
    /** Known by its beginning. */
    vendor: (where: string) => place(where, `ghp_${random(36)}`),
    /** Known by nothing but where it stands: a name is made of words, and no host gives ids like this. */
    bare: (where: string) => place(where, `${random(38)}7k`),
  };
}

type Fields = Record<string, unknown>;

const call = {
  tool_name: "Bash",
  tool_input: { command: "ls", description: "List" },
  tool_use_id: "toolu_1",
};
const ofAll = {
  session_id: "s",
  cwd: "/nowhere/project",
  transcript_path: "/nowhere/t.jsonl",
  prompt_id: "p1",
};
const ofAgent = { agent_id: "a1", agent_type: "reviewer" };

const claudeCode: readonly Fields[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  { hook_event_name: "SessionEnd", reason: "other" },
  { hook_event_name: "UserPromptSubmit", prompt: "Repair the build" },
  { hook_event_name: "PreToolUse", ...call },
  { hook_event_name: "PostToolUse", ...call, tool_response: { stdout: "a", stderr: "" } },
  { hook_event_name: "PostToolUseFailure", ...call, error: "it failed" },
  { hook_event_name: "Stop", last_assistant_message: "The build is repaired." },
  { hook_event_name: "StopFailure" },
  { hook_event_name: "SubagentStart" },
  {
    hook_event_name: "SubagentStop",
    agent_transcript_path: "/nowhere/a.jsonl",
    last_assistant_message: "Found it.",
  },
  { hook_event_name: "PreCompact", trigger: "auto", custom_instructions: "Keep the plan." },
  { hook_event_name: "PostCompact", trigger: "auto", compact_summary: "The build was repaired." },
  { hook_event_name: "Unheard" },
].map((event) => ({ ...ofAll, ...ofAgent, ...event }));

const codex: readonly Fields[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  { hook_event_name: "SessionEnd", reason: "other" },
  { hook_event_name: "UserPromptSubmit", prompt: "Repair the build" },
  { hook_event_name: "PostToolUse", ...call, tool_response: { output: "a" } },
  { hook_event_name: "Stop", last_assistant_message: "The build is repaired." },
].map((event) => ({ session_id: "s", cwd: "/nowhere/project", turn_id: "t1", ...ofAgent, ...event }));

const gemini: readonly Fields[] = [
  { hook_event_name: "SessionStart", source: "startup" },
  { hook_event_name: "SessionEnd", reason: "other" },
  { hook_event_name: "BeforeAgent", prompt: "Repair the build" },
  {
    hook_event_name: "AfterTool",
    tool_name: "run_shell_command",
    tool_input: { command: "ls" },
    tool_response: { llmContent: "a" },
    mcp_context: { server_name: "files", tool_name: "read" },
  },
  { hook_event_name: "AfterAgent", prompt_response: "The build is repaired." },
].map((event) => ({
  session_id: "s",
  cwd: "/nowhere/project",
  timestamp: "2026-11-18T08:00:00.000Z",
  ...event,
}));

const names: ReadonlySet<string> = new Set([
  "agent_type",
  "trigger",
  "tool_name",
  "server_name",
  "reason",
  "source",
  "session_id",
  "prompt_id",
  "turn_id",
  "agent_id",
  "tool_use_id",
]);

/** The event as often as it has texts, each time with a token in another one; in a name or an id twice. */
function planted(host: string, event: Fields, made: ReturnType<typeof tokens>): Fields[] {
  const isNamed = (path: readonly string[]) => names.has(path.at(-1) ?? "");
  return textsIn(event).flatMap((path) => {
    const where = `${host} ${String(event.hook_event_name)} ${path.join(".")}`;
    const vendor = withText(event, path, (text) => `${text}-${made.vendor(where)}`);
    return isNamed(path) ? [vendor, withText(event, path, () => made.bare(`${where} (bare)`))] : [vendor];
  });
}

function textsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === "string") return [[...path]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
}

function withText(
  value: Fields,
  [name = "", ...rest]: readonly string[],
  change: (text: string) => string,
): Fields {
  const part = value[name];
  const changed = rest.length > 0 ? withText(part as Fields, rest, change) : change(String(part));
  return { ...value, [name]: changed };
}

/** The records of a transcript, each with its own session. */
function transcriptOf(session: string, cwd: string): Fields[] {
  const seen = {
    sessionId: session,
    cwd,
    timestamp: new Date().toISOString(),
    gitBranch: "main",
    version: "2.1.325",
  };
  const reply = { model: "some-model", content: [{ type: "text", text: "The build is repaired." }] };
  const use = { type: "tool_use", id: `toolu_${session}`, name: "Bash", input: { command: "ls" } };
  const result = { type: "tool_result", tool_use_id: `toolu_${session}`, content: "a" };
  return [
    {
      ...seen,
      type: "user",
      uuid: `${session}-u1`,
      promptId: `p-${session}`,
      message: { content: "Repair the build" },
    },
    {
      ...seen,
      type: "assistant",
      uuid: `${session}-u2`,
      attributionAgent: "reviewer",
      message: { ...reply, content: [use] },
    },
    {
      ...seen,
      type: "user",
      uuid: `${session}-u3`,
      promptId: `p-${session}`,
      toolUseResult: { stdout: "a" },
      message: { content: [result] },
    },
    {
      ...seen,
      type: "assistant",
      uuid: `${session}-u4`,
      isSidechain: true,
      agentId: "a1",
      attributionAgent: "reviewer",
      message: reply,
    },
    {
      ...seen,
      type: "system",
      subtype: "compact_boundary",
      uuid: `${session}-u5`,
      compactMetadata: { trigger: "auto" },
    },
    {
      ...seen,
      type: "user",
      uuid: `${session}-u6`,
      isCompactSummary: true,
      message: { content: "The build was repaired." },
    },
  ];
}

const ofTranscript: ReadonlySet<string> = new Set([
  ...[
    "uuid",
    "promptId",
    "attributionAgent",
    "agentId",
    "trigger",
    "gitBranch",
    "cwd",
    "model",
    "name",
    "text",
    "stdout",
  ],
  ...["command", "version"],
]);

test("no field of an event takes a token into a file below the home folder", {
  timeout: 300_000,
}, async () => {
  await using home = await tellbackHome();
  await using project = await tempDir("egp");
  await tellback(home, ["status"]);
  const made = tokens();
  const events = [
    ...claudeCode.flatMap((event) =>
      planted("claude-code", event, made).map((one) => ["claude-code", one] as const),
    ),
    ...codex.flatMap((event) => planted("codex", event, made).map((one) => ["codex", one] as const)),
    ...gemini.flatMap((event) => planted("gemini", event, made).map((one) => ["gemini", one] as const)),
  ];
  for (let i = 0; i < events.length; i += hooksAtOnce)
    await Promise.all(
      events
        .slice(i, i + hooksAtOnce)
        .map(([host, event]) => send(home, host, JSON.stringify(event), project.path)),
    );

  const folder = join(project.path, "transcripts");
  mkdirSync(folder);
  const records = transcriptOf("x", project.path);
  const sessions = records.flatMap((record, at) =>
    textsIn(record)
      .filter((path) => ofTranscript.has(path.at(-1) ?? ""))
      .map((path) => ({ at, path })),
  );
  for (const [i, { at, path }] of sessions.entries()) {
    const session = `transcript-${i}`;
    const lines = transcriptOf(session, project.path).map((record, j) =>
      j === at
        ? withText(record, path, (text) => `${text}-${made.vendor(`transcript ${at} ${path.join(".")}`)}`)
        : record,
    );
    const file = join(folder, `${session}.jsonl`);
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const stopped = {
      hook_event_name: "Stop",
      session_id: session,
      cwd: project.path,
      transcript_path: file,
    };
    await shellHook(home, ["capture"], JSON.stringify(stopped), { projectDir: project.path });
  }
  await untilTakenIn(home);
  const read = () =>
    rows<{ n: number }>(
      home,
      "select count(distinct session_id) n from observations where session_id like 'transcript-%'",
    )[0]?.n;
  await until("the transcripts are read", () => read() === sessions.length, 60_000);

  const leaked = (when: string) => {
    const files = everyFile(home);
    return [...made.placed].flatMap(([where, token]) =>
      files.filter(({ bytes }) => bytes.includes(token)).map(({ name }) => `${where}: ${name} ${when}`),
    );
  };
  expect(leaked("while the daemon runs")).toEqual([]);
  await stop(home);
  expect(leaked("after it stopped")).toEqual([]);
});

function everyFile(home: Home): { name: string; bytes: Buffer }[] {
  return (readdirSync(home.path, { recursive: true }) as string[])
    .filter((name) => statSync(join(home.path, name), { throwIfNoEntry: false })?.isFile())
    .map((name) => ({ name, bytes: readFileSync(join(home.path, name)) }));
}

function send(home: Home, host: string, event: string, projectDir: string) {
  return host === "claude-code"
    ? shellHook(home, ["capture"], event, { projectDir })
    : otherHostHook(home, host, event);
}

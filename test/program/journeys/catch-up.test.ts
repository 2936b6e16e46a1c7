// What the hooks missed is read from the transcripts, once, whatever happens to the files meanwhile.

import {
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fromHook } from "../../../src/agents/claude-code/claude-code.ts";
import { listTranscripts } from "../../../src/agents/claude-code/transcript-file.ts";
import type { HandlerContext } from "../../../src/areas/context.ts";
import { handlers } from "../../../src/areas/tables/handle.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import { catchUp, catchUpSession } from "../../../src/memory/capture/catch-up.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { TempDir } from "../../support/temp.ts";
import { tempDir } from "../../support/temp.ts";
import { append, place, replied, said, used, write } from "../../support/transcripts.ts";

let folder: TempDir;
let memory: Memory;
let projects: string;
beforeEach(async () => {
  folder = await tempDir("egc");
  projects = join(folder.path, "projects", "p");
  memory = await reopen();
});
afterEach(async () => {
  await memory.close();
  await folder[Symbol.asyncDispose]();
});

const reopen = () => openMemory({ env: { TELLBACK_HOME: join(folder.path, "h") } });
const original = "00000000-0000-4000-8000-000000000001";
const fork = "00000000-0000-4000-8000-000000000003";

interface Kept {
  session_id: string;
  host_key: string;
  kind: string;
  tool: string | null;
  title: string;
  agent_id: string | null;
  status: string;
}

function kept(): Promise<Kept[]> {
  return memory.db
    .selectFrom("observations")
    .select(["session_id", "host_key", "kind", "tool", "title", "agent_id", "status"])
    .orderBy("seq")
    .execute() as Promise<Kept[]>;
}

/** The events of the transcript, one name each, of any session. */
async function caughtUp(): Promise<string[]> {
  return (await kept()).map(({ kind, host_key, title }) =>
    kind === "tool"
      ? host_key.replace(/@.*/, "")
      : kind === "reply"
        ? host_key
        : title.replace("Asked: ", ""),
  );
}

async function catchUpFolder(): Promise<void> {
  for (const { path } of await listTranscripts(projects)) await catchUp(memory, path);
}

async function toolUseOfHook(session: string, id: string, transcriptPath: string): Promise<void> {
  const event = fromHook(
    {
      session_id: session,
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `echo ${id}` },
      tool_response: { stdout: id },
      tool_use_id: id,
      prompt_id: "p",
      transcript_path: transcriptPath,
      cwd: "/nowhere/project",
    },
    { projectDir: undefined, at: "2025-01-01T10:00:00.000Z" },
  );
  await capture(memory, event ? [event] : []);
}

test("hooks and transcript together give each tool use once, including those of sub-agents", async () => {
  const hooks = join(import.meta.dirname, "../../fixtures/claude-code/hooks");
  const ofHooks = new Set<string>();
  for (const name of readdirSync(hooks)) {
    const payload = JSON.parse(readFileSync(join(hooks, name), "utf8"));
    if (payload.session_id !== original || !/^PostToolUse/.test(name)) continue;
    const event = fromHook(payload, { projectDir: "/home/dev/project", at: "2025-01-01T10:00:00.000Z" });
    if (!event) continue;
    await capture(memory, [event]);
    ofHooks.add(`tool:${payload.tool_use_id}`);
  }
  expect(ofHooks.size).toBeGreaterThan(10);
  const path = place(mkdir(projects), "tools", original);
  await catchUpSession(memory, path, "/home/dev/project");
  const tools = (await caughtUp()).filter((name) => name.startsWith("tool:"));
  expect(new Set(tools).size).toBe(tools.length);
  const inFile = readFileSync(path, "utf8").match(/"type":"tool_use","id":"[^"]+"/g) ?? [];
  const ids = inFile.map((found) => `tool:${found.split('"')[7]}`);
  expect(ids.length).toBeGreaterThan(10);
  for (const id of new Set([...ids, ...ofHooks])) expect.soft(tools).toContain(id);
  expect((await kept()).some(({ agent_id }) => agent_id === "a0000000000000001")).toBe(true);
  const before = await caughtUp();
  expect(await catchUpSession(memory, path)).toEqual({ stored: 0, duplicates: 0 });
  expect(await caughtUp()).toEqual(before);
});

test("an incomplete last line is read once it is complete", async () => {
  const path = join(projects, "s.jsonl");
  write(path, [said("u1", "First")]);
  const second = said("u2", "Second", { prompt: "p2" });
  writeFileSync(path, second.slice(0, 40), { flag: "a" });
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual(["First"]);
  writeFileSync(path, `${second.slice(40)}\n`, { flag: "a" });
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual(["First", "Second"]);
});

test("a tool use and its later result give one observation", async () => {
  const path = join(projects, "s.jsonl");
  const [call, result] = used("u2", "t1") as [string, string];
  write(path, [said("u1", "Go"), call]);
  await catchUp(memory, path);
  append(path, [result, replied("u3", "Done")]);
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual(["Go", "tool:t1", "reply:u3"]);
  expect((await kept())[1]?.status).toBe("ok");
});

test("a rewritten, truncated or missing file gives nothing twice and loses nothing new", async () => {
  const path = join(projects, "s.jsonl");
  write(path, [said("u1", "First"), ...used("u2", "t1"), replied("u3", "Done")]);
  await catchUp(memory, path);
  const before = await caughtUp();
  truncateSync(path, 10);
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual(before);
  write(path, [said("u0", "Before", { prompt: "p0" }), said("u1", "First"), ...used("u2", "t1")]);
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual([...before, "Before"]);
  rmSync(path);
  expect(await catchUp(memory, path)).toEqual({ stored: 0, duplicates: 0 });
  write(path, [said("u9", "Anew", { prompt: "p9" })]);
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual([...before, "Before", "Anew"]);
});

test("records of unknown types and invalid lines are skipped", async () => {
  const path = join(projects, "s.jsonl");
  write(path, [
    '{"type":"from-the-future","uuid":"x"}',
    "{broken",
    "",
    "null",
    "[]",
    "\0\0\0",
    '{"type":"user"}',
    '{"type":"user","uuid":"n","timestamp":"never","message":{"content":"x"}}',
    said("u1", "First"),
    '{"type":"assistant","uuid":"y","timestamp":"2025-01-01T10:00:00Z","sessionId":"s","message":7}',
    // Without a session it is not stored.
    JSON.stringify({ ...JSON.parse(said("u2", "Whose?", { prompt: "p2" })), sessionId: undefined }),
    said("u3", "Last", { prompt: "p3" }),
  ]);
  await catchUp(memory, path);
  expect(await caughtUp()).toEqual(["First", "Last"]);
});

test("the reading position survives a restart", async () => {
  const path = join(projects, "s.jsonl");
  write(path, [said("u1", "First"), ...used("u2", "t1")]);
  await catchUp(memory, path);
  await memory.close();
  memory = await reopen();
  expect(await catchUp(memory, path)).toEqual({ stored: 0, duplicates: 0 });
  append(path, [replied("u3", "Done")]);
  expect(await catchUp(memory, path)).toEqual({ stored: 1, duplicates: 0 });
});

test("one file under two names is read once", async () => {
  const path = join(projects, "s.jsonl");
  write(path, [said("u1", "First")]);
  const link = join(folder.path, "link");
  symlinkSync(projects, link);
  await catchUp(memory, join(link, "s.jsonl"));
  append(path, [...used("u2", "t1")]);
  await catchUpFolder();
  append(path, [replied("u3", "Done")]);
  await catchUp(memory, join(link, "s.jsonl"));
  expect(await caughtUp()).toEqual(["First", "tool:t1", "reply:u3"]);
});

describe("a fork of a session", () => {
  test.each([
    ["the original", [original, fork]],
    ["the fork", [fork, original]],
  ])("is not stored again when %s is read first", async (_, order) => {
    const files = mkdir(projects);
    place(files, "tools", original);
    place(files, "fork", fork);
    for (const session of order) await catchUp(memory, join(files, `${session}.jsonl`));
    const all = await caughtUp();
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain("tool:toolu_fixture_Bash--tests-pass");
    expect(all.join()).toMatch(/Please try another way/);
    expect(all.join()).toMatch(/Please say what you changed/);
  });

  const [old, copy] = [{ session: "old" }, { session: "copy", prompt: "q" }];

  test("of a partly read session leaves nothing out", async () => {
    const [first, second] = [join(projects, "old.jsonl"), join(projects, "copy.jsonl")];
    write(first, [said("u1", "First", old)]);
    await catchUp(memory, first);
    append(first, [...used("u2", "t1", old), replied("u3", "Done", old)]);
    const copies = [said("u1", "First", copy), ...used("u2", "t1", copy), replied("u3", "Done", copy)];
    write(second, [...copies, said("u4", "Other way", { ...copy, prompt: "q2" })]);
    await catchUp(memory, second);
    await catchUp(memory, first);
    expect((await caughtUp()).sort()).toEqual(["First", "Other way", "reply:u3", "tool:t1"]);
    append(first, [replied("u5", "Still here", old)]);
    append(second, [replied("u6", "Me too", copy)]);
    await catchUpFolder();
    expect((await caughtUp()).sort()).toEqual([
      "First",
      "Other way",
      "reply:u3",
      "reply:u5",
      "reply:u6",
      "tool:t1",
    ]);
  });

  test("is recognised in every portion of a file", async () => {
    const [first, second] = [join(projects, "old.jsonl"), join(projects, "copy.jsonl")];
    const blob = JSON.stringify({ type: "api-request-blob", blob: "x".repeat(3 * 1024 * 1024) });
    const records = (from: typeof copy | typeof old) =>
      Array.from({ length: 6 }, (_, n) => [...used(`u${n}`, `t${n}`, from), replied(`r${n}`, `${n}`, from)]);
    write(second, records(copy).flat());
    write(
      first,
      records(old).flatMap((lines) => [...lines, blob]),
    );
    await catchUp(memory, second);
    await catchUp(memory, first);
    const all = await caughtUp();
    expect(all).toHaveLength(12);
    expect(new Set(all).size).toBe(12);
  });
});

describe("a deleted session", () => {
  const context = () => ({ memory }) as HandlerContext;
  const forget = (id: string) => handlers["session.delete"](context(), { id, backups: false });

  test("is not captured again from its transcript or those of its sub-agents", async () => {
    const path = join(projects, "s.jsonl");
    write(path, [said("u1", "First"), ...used("u2", "t1")]);
    await toolUseOfHook("s", "t1", path);
    write(join(projects, "s", "subagents", "agent-a1.jsonl"), [
      ...used("a1", "t2").map((line) =>
        JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: "a1" }),
      ),
    ]);
    expect(await caughtUp()).toEqual(["tool:t1"]);
    await forget("s");
    await catchUpFolder();
    await catchUpSession(memory, path);
    expect(await caughtUp()).toEqual([]);
    expect(await memory.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  test("is not captured again from its fork or its rewritten file", async () => {
    const [first, second] = [join(projects, "old.jsonl"), join(projects, "copy.jsonl")];
    write(first, [said("u1", "First", { session: "old" }), ...used("u2", "t1", { session: "old" })]);
    await catchUp(memory, first);
    await forget("old");
    const copy = { session: "copy", prompt: "q" };
    write(second, [said("u1", "First", copy), ...used("u2", "t1", copy), replied("u4", "New", copy)]);
    await catchUpFolder();
    expect(await caughtUp()).toEqual(["reply:u4"]);
    write(first, [
      said("u0", "Zero", { session: "old", prompt: "p0" }),
      said("u1", "First", { session: "old" }),
    ]);
    await catchUpFolder();
    expect(await caughtUp()).toEqual(["reply:u4"]);
  });

  test("that continues is captured from there on", async () => {
    const path = join(projects, "s.jsonl");
    write(path, [said("u1", "First"), ...used("u2", "t1")]);
    await catchUp(memory, path);
    await forget("s");
    append(path, [said("u3", "Resumed", { prompt: "p3" })]);
    await catchUpFolder();
    expect(await caughtUp()).toEqual(["Resumed"]);
  });
});

test("the oldest file is read first, so that a session comes before its fork", async () => {
  write(join(projects, "b.jsonl"), [said("u1", "First", { session: "b" })]);
  write(join(projects, "a.jsonl"), [said("u2", "Second", { session: "a" })]);
  utimesSync(join(projects, "b.jsonl"), new Date(1e12), new Date(1e12));
  await catchUpFolder();
  expect(await caughtUp()).toEqual(["First", "Second"]);
});

function mkdir(path: string): string {
  write(join(path, "meta.txt"), []);
  return path;
}

describe("the result of a sub-agent", () => {
  const agent = { agent_id: "a0000000000000001", agent_type: "general-purpose" };
  const words = "sum is called in test.js only.";
  const stop = async (more: object = {}) => {
    const payload = { session_id: original, hook_event_name: "SubagentStop", last_assistant_message: words };
    const event = fromHook(
      { ...payload, ...agent, transcript_path: path, ...more },
      { projectDir: "/home/dev/project", at: "2025-01-01T10:00:00.000Z" },
    );
    await capture(memory, event ? [event] : []);
  };
  const findings = () =>
    memory.db
      .selectFrom("observations")
      .select(["session_id", "agent_id", "agent_type"])
      .where("kind", "=", "reply")
      .where("summary", "=", words)
      .execute();
  let path: string;
  beforeEach(() => {
    path = place(mkdir(projects), "tools", original);
  });

  test.each([
    ["the hook alone", () => stop()],
    ["the transcript alone", () => catchUpSession(memory, path)],
    ["the hook, then the transcript", () => stop().then(() => catchUpSession(memory, path))],
    ["the transcript, then the hook", () => catchUpSession(memory, path).then(() => stop())],
    ["the hook twice", () => stop().then(() => stop())],
  ])("is stored once, linked to its session: reported by %s", async (_, report) => {
    await report();
    expect(await findings()).toEqual([{ session_id: original, ...agent }]);
  });

  test.each([
    ["it said nothing", { last_assistant_message: "" }],
    ["it is the one that compaction runs as", { agent_type: "" }],
  ])("is not stored if %s", async (_, more) => {
    await stop(more);
    expect(await kept()).toEqual([]);
  });
});

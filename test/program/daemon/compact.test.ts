// Compactions and a daemon that dies: the next daemon summarises an announced compaction, once.

import { join } from "node:path";
import { expect, test } from "vitest";
import { startLlm } from "../../support/llm-stand-in.ts";
import {
  lives,
  payload,
  registeredPid,
  rows,
  shellHook,
  signal,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";
import { append, compacted, replied, said, startClock, write } from "../../support/transcripts.ts";

const session = "5eed0001-0000-4000-8000-00000000000d";
const from = { session };

interface Row {
  state: string;
  summary: string | null;
  host_summary: string | null;
  message_id: string | null;
  provider: string | null;
}

const conversation = () => [
  said("u1", "Keep the rates", from),
  replied("a1", "We will use SQLite instead of a file because two programs write them.", from),
];

test("a compaction is stored once although the daemon is killed repeatedly during it", {
  timeout: 120_000,
}, async () => {
  await using home = await tellbackHome();
  const path = join(home.path, "projects/p", `${session}.jsonl`);
  const project = { projectDir: "/nowhere/project" };
  const hook = (name: string, more: object = {}) => {
    const common = { ...JSON.parse(payload.start(session)), transcript_path: path, hook_event_name: name };
    return shellHook(home, ["wake"], JSON.stringify({ ...common, ...more }), project);
  };
  const kept = () => rows<Row>(home, "select * from compactions");
  const killed = async () => {
    const pid = registeredPid(home);
    if (pid === null) return;
    signal(pid, "SIGKILL");
    await until("it is dead", () => !lives(pid));
  };
  startClock(Date.now() - 60_000);
  write(path, conversation());
  await tellback(home, ["status"]);
  await hook("PreCompact", { trigger: "manual" });
  await killed();
  await tellback(home, ["status"]);
  await until("it is noted", () => kept().length === 1);
  await killed();
  startClock(Date.now() - 2_000);
  append(path, compacted("c1", "The client's words.", from));
  await hook("PostCompact", { trigger: "manual", compact_summary: "<summary>The client's words.</summary>" });
  await killed();
  await tellback(home, ["status"]);
  await until("all of it is known", () =>
    kept().some((row) => row.summary && row.message_id && row.host_summary),
  );
  expect(kept()).toMatchObject([{ state: "done", host_summary: "The client's words.", message_id: "c1" }]);
  await until("the decision is in it", () => /SQLite instead of a file/.test(kept()[0]?.summary ?? ""));
  await stop(home);
});

test("if a model is set, its summary replaces the rules' summary and is booked; a stop does not wait for it", {
  timeout: 120_000,
}, async () => {
  await using home = await tellbackHome();
  const summary = {
    executive: "The rates are kept in SQLite.",
    key_decisions: [{ topic: "Rates", decision: "SQLite", rationale: "two writers", files: [] }],
    files_modified: [],
    code_snippets: [],
    topics: ["rates"],
    tasks_completed: [],
    tasks_pending: [],
  };
  const usage = { input: 1000, output: 300 };
  const model = await startLlm("anthropic", [{ hang: true }, { text: JSON.stringify(summary), usage }]);
  const env = {
    TELLBACK_LLM_PROVIDER: "anthropic",
    TELLBACK_LLM_MODEL: "claude-haiku-4-5",
    TELLBACK_LLM_URL: `${model.url}/v1`,
    TELLBACK_LLM_API_KEY: "key-of-the-test",
  };
  const path = join(home.path, "projects/p", `${session}.jsonl`);
  startClock(Date.now() - 60_000);
  write(path, conversation());
  const announced = {
    ...JSON.parse(payload.start(session)),
    transcript_path: path,
    hook_event_name: "PreCompact",
    trigger: "auto",
  };
  const kept = () => rows<Row>(home, "select * from compactions");
  await tellback(home, ["daemon", "start"], { env });
  await shellHook(home, ["wake"], JSON.stringify(announced), { projectDir: "/nowhere/project" });
  await until("the model is asked", () => model.seen.length === 1);
  expect(kept()).toMatchObject([{ provider: "offline" }]);
  await stop(home);
  await tellback(home, ["daemon", "start"], { env });
  await until("the model has answered", () => kept()[0]?.provider !== "offline");
  expect(JSON.parse(kept()[0]?.summary ?? "")).toEqual(summary);
  expect(model.seen[1]?.text).toContain("We will use SQLite instead of a file");
  expect(rows(home, "select purpose, state from spend where input = 1000")).toEqual([
    { purpose: "compact", state: "booked" },
  ]);
  await stop(home);
});

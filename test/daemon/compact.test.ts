// Compactions and a daemon that dies: what was announced is summarised by the next one, once.

import { join } from "node:path";
import { expect, test } from "vitest";
import {
  engram,
  engramHome,
  lives,
  payload,
  registeredPid,
  rows,
  shellHook,
  signal,
  stop,
  until,
} from "../support/engram.ts";
import { append, compacted, replied, said, startClock, write } from "../support/transcripts.ts";

const session = "5eed0001-0000-4000-8000-00000000000d";
const from = { session };

interface Row {
  state: string;
  summary: string | null;
  host_summary: string | null;
  message_id: string | null;
}

test("a compaction during which the daemon is killed again and again is kept once", {
  timeout: 120_000,
}, async () => {
  await using home = await engramHome();
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
  write(path, [
    said("u1", "Keep the rates", from),
    replied("a1", "We will use SQLite instead of a file because two programs write them.", from),
  ]);
  await engram(home, ["status"]);
  await hook("PreCompact", { trigger: "manual" });
  await killed();
  await engram(home, ["status"]);
  await until("it is noted", () => kept().length === 1);
  await killed();
  startClock(Date.now() - 2_000);
  append(path, compacted("c1", "The client's words.", from));
  await hook("PostCompact", { trigger: "manual", compact_summary: "<summary>The client's words.</summary>" });
  await killed();
  await engram(home, ["status"]);
  await until("all of it is known", () =>
    kept().some((row) => row.summary && row.message_id && row.host_summary),
  );
  expect(kept()).toMatchObject([{ state: "done", host_summary: "The client's words.", message_id: "c1" }]);
  await until("the decision is in it", () => /SQLite instead of a file/.test(kept()[0]?.summary ?? ""));
  await stop(home);
});

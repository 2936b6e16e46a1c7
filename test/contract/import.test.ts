// An import gives the same memory however it is interrupted, and the same as the events one by one.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { collect } from "../../src/agents/claude-code/transcript.ts";
import { listTranscripts, readLines } from "../../src/agents/claude-code/transcript-file.ts";
import { importTranscripts } from "../../src/journeys/import/import.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { HookEventOf } from "../../src/protocol/hook.ts";
import { closeSilentSession } from "../../src/rooms/sessions/room.ts";
import { enqueue, listJobs } from "../../src/store/jobs.ts";
import { canonical } from "../support/canonical.ts";
import { forEachStore, type Place } from "../support/databases.ts";
import { runDueJobs } from "../support/due-jobs.ts";
import { tempDir } from "../support/temp.ts";
import { compacted, place, replied, said, used, write } from "../support/transcripts.ts";

const recorded: [string, string][] = [
  ["tools", "00000000-0000-4000-8000-000000000001"],
  ["compact", "00000000-0000-4000-8000-000000000008"],
  ["background", "00000000-0000-4000-8000-000000000010"],
  ["todo-list", "00000000-0000-4000-8000-000000000011"],
];

const importer = join(import.meta.dirname, "../support/importer.ts");

/** Sessions of several portions, with prompts that build on each other. */
function writeHistory(folder: string, sessions: number): void {
  for (let n = 0; n < sessions; n++) {
    const from = { session: `s${n}`, prompt: `p${n}`, cwd: `/nowhere/project-${n % 2}` };
    const lines: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const at = { ...from, prompt: `p${n}-${turn}` };
      lines.push(said(`u${n}-${turn}`, `Set the timeout of service ${n} to ${turn * 10 + n} seconds.`, at));
      for (let use = 0; use < 4; use++)
        lines.push(...used(`t${n}-${turn}-${use}`, `t${n}-${turn}-${use}`, at));
      lines.push(
        replied(`r${n}-${turn}`, `The timeout of service ${n} is ${turn * 10 + n} seconds now.`, at),
      );
    }
    const path = join(folder, "p", `s${n}.jsonl`);
    write(path, lines);
    const time = new Date(Date.parse("2025-06-01") + n * 60_000);
    utimesSync(path, time, time);
  }
}

/** Starts an import in a process of its own, and kills it once it has stored this many observations. */
async function importAndDie(at: Place, folder: string, after: number): Promise<void> {
  const child = spawn(process.execPath, [importer, folder], {
    env: { ...process.env, ...at.env, TELLBACK_EMBED_PROVIDER: "off" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    if (Number(line) >= after) child.kill("SIGKILL");
  }
  await exited;
}

async function captureOneByOne(memory: Memory, folder: string): Promise<void> {
  const files = await listTranscripts(folder);
  // A session before its sub-agents, as an import reads them.
  for (const { path } of [...files.filter((one) => !one.agentId), ...files.filter((one) => one.agentId)]) {
    const read = await readLines(path, 0, { budget: 1e9 });
    if (read.status !== "read") throw new Error(read.status);
    for (const { event } of collect(read.lines, { transcriptPath: path, ended: true }).events)
      await capture(memory, [event]);
  }
  const { rows } = await memory.db.executeQuery<{ id: string }>(
    memory.db.selectFrom("sessions").select("id").compile(),
  );
  for (const { id } of rows) await closeSilentSession(memory.db, id, new Date().toISOString());
}

const turnEnd = (transcriptPath: string): HookEventOf<"turn-end"> => ({
  ...{ type: "turn-end", host: "claude-code", sessionId: "s", transcriptPath },
  ...{ projectDir: "/nowhere/project", cwd: "/nowhere/project", at: new Date().toISOString() },
});

type Dump = Awaited<ReturnType<typeof canonical>>;
const jobsIn = ({ jobs = [] }: Dump, kind: string) => jobs.filter((job) => job.includes(`"kind":"${kind}"`));
/** An import notes the work that follows from it in its own way. */
const ownKinds = ["map-file", "statements", "reflect", "catch-up"];
const withoutOwnJobs = (dump: Dump): Dump => ({
  ...dump,
  jobs: (dump.jobs ?? []).filter((job) => !ownKinds.some((kind) => jobsIn(dump, kind).includes(job))),
});

forEachStore((open, name) => {
  test("gives the same rows as its events one by one", async () => {
    await using folder = await tempDir("egi");
    const project = join(folder.path, "-home-dev-project");
    for (const [recording, session] of recorded) place(project, recording, session);
    for (const { path } of await listTranscripts(folder.path)) utimesSync(path, 1e9, 1e9);
    const single = await open();
    await captureOneByOne(single, folder.path);
    const expected = await canonical(single);
    await single.close();
    const bulk = await open();
    await importTranscripts(bulk, folder.path);
    const got = await canonical(bulk);
    expect(withoutOwnJobs(got)).toEqual(withoutOwnJobs(expected));
    // Of an old edit only the file is noted, once: the one on the disk is newer than its texts.
    for (const job of jobsIn(got, "map-file")) expect(job).toContain('"key":"project ');
    // What a prompt states is learned with the rest of its session, which is over.
    expect(jobsIn(got, "statements")).toEqual([]);
    expect(jobsIn(got, "reflect")).toHaveLength(got.sessions?.length ?? 0);
    expect(got.observations?.length).toBeGreaterThan(20);
    expect(got.turns?.length).toBeGreaterThan(3);
  });

  test("after it the daemon rests, also if a tool was open at a compaction", async () => {
    await using folder = await tempDir("egi");
    const path = join(folder.path, "p", "s.jsonl");
    const [call = ""] = used("t", "t");
    write(path, [
      said("u", "Set the timeout."),
      call,
      ...compacted("c", "It is set."),
      replied("r", "Done."),
    ]);
    const memory = await open();
    await importTranscripts(memory, folder.path);
    await runDueJobs(memory, 50);
    expect(await listJobs(memory.db)).toEqual([]);
    const whole = { path: dirname(path) };
    await enqueue(memory.db, { kind: "catch-up-folder", key: "again", payload: whole });
    expect(await runDueJobs(memory, 50)).toEqual(["catch-up-folder again"]);
    await capture(memory, [turnEnd(path)]);
    expect(await runDueJobs(memory, 50)).toEqual([`catch-up ${path}`]);
    expect(await listJobs(memory.db)).toEqual([]);
  });

  // PGlite is one session for all: a killed process leaves it in the middle of a transaction.
  if (name === "PGlite") return;
  test("killed three times at random moments, gives the result of an undisturbed import", {
    timeout: 240_000,
  }, async () => {
    await using folder = await tempDir("egi");
    writeHistory(folder.path, 24);
    const undisturbed = await open();
    const all = await importTranscripts(undisturbed, folder.path);
    expect(all).toMatchObject({ stored: 24 * 36, filesDone: 24 });
    const expected = await canonical(undisturbed);
    await undisturbed.close();
    const at = await open.place();
    for (let death = 0; death < 3; death++)
      await importAndDie(at, folder.path, Math.floor(Math.random() * all.stored * 0.4));
    const memory = await at.open();
    await importTranscripts(memory, folder.path);
    expect(await canonical(memory)).toEqual(expected);
    expect(await importTranscripts(memory, folder.path)).toMatchObject({ stored: 0, duplicates: 0 });
    expect(await canonical(memory)).toEqual(expected);
  });
});

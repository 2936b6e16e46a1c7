// A compaction as the host reports it, by hooks and by its transcript: noted at once, summarised in a job, once.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { fromHook } from "../../../src/agents/claude-code/claude-code.ts";
import { compact, ensureSummary, instructionsFor } from "../../../src/journeys/compact/compact.ts";
import { compactByModel } from "../../../src/journeys/compact/compact-by-model.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import type { AskModel } from "../../../src/memory/ask-model.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import { catchUpSession } from "../../../src/memory/capture/catch-up.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import type { HookEventOf } from "../../../src/protocol/hook.ts";
import { compactionsOf, latestCompactions } from "../../../src/rooms/compactions/room.ts";
import { listJobs } from "../../../src/store/jobs.ts";
import { type TempDir, tempDir } from "../../support/temp.ts";
import { append, compacted, lastTime, place, replied, said, used, write } from "../../support/transcripts.ts";

let folder: TempDir;
let memory: Memory;
let path: string;
const session = "5eed0001-0000-4000-8000-000000000001";
const dir = "/nowhere/project";

const reopen = (env: Record<string, string> = {}) =>
  openMemory({ env: { TELLBACK_HOME: join(folder.path, "h"), TELLBACK_EMBED_PROVIDER: "off", ...env } });

beforeEach(async () => {
  folder = await tempDir("egk");
  path = join(folder.path, "projects/p", `${session}.jsonl`);
  memory = await reopen();
});
afterEach(async () => {
  await memory.close();
  await folder[Symbol.asyncDispose]();
});

const from = { session };
const talk = (n: number) => [
  said(`u${n}`, "Cache the tide tables", from),
  replied(`a${n}`, "I decided to use SQLite instead of Redis because there is one writer only.", from),
  ...used(`x${n}`, `toolu_${n}`, from),
  replied(`z${n}`, "Done. Next step: the winter tables.", from),
];
const decision = {
  topic: "Cache the tide tables",
  decision: "I decided to use SQLite instead of Redis",
  rationale: "there is one writer only",
};

/** At the time of the transcript's last line, as on one machine. */
async function hook(name: string, more: object = {}): Promise<void> {
  const payload = { session_id: session, cwd: dir, transcript_path: path, hook_event_name: name, ...more };
  const event = fromHook(payload, { projectDir: dir, at: lastTime() });
  if (!event) throw new Error(`${name} is no event`);
  await capture(memory, [event]);
}
const preCompact = () => hook("PreCompact", { trigger: "manual" });
const sessionStart = () => hook("SessionStart", { source: "compact" });
const postCompact = (summary = "The client's words.") =>
  hook("PostCompact", { trigger: "manual", compact_summary: `<summary>${summary}</summary>` });

const all = () => compactionsOf(memory.db, session);
const waitingJobs = async (kind: string) =>
  (await listJobs(memory.db, "pending")).filter((job) => job.kind === kind).map((job) => job.key);
const backHome = () => catchUpSession(memory, path, dir);

test("before a compaction, the stretch is noted, and a job summarises it from the transcript", async () => {
  write(path, talk(1));
  await preCompact();
  expect(await all()).toMatchObject([{ state: "noted", trigger: "manual", made: null }]);
  expect(await waitingJobs("compact")).toEqual([session]);
  await compact(memory, session);
  const [one] = await all();
  expect(one).toMatchObject({
    observations: 4,
    messages: { first: { number: 1, id: "u1" }, last: { number: 5, id: "z1" }, count: 5 },
    made: { provider: "offline", note: null },
  });
  expect(one?.made?.summary).toMatchObject({
    key_decisions: [decision],
    tasks_pending: ["Next step: the winter tables."],
  });
  expect(await latestCompactions(memory.db, session, 3)).toEqual([]);
});

describe("one compaction is stored, whichever hooks ran", () => {
  const nothing = async () => {};
  const after = () => sessionStart().then(() => postCompact());
  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    ["none", nothing, nothing],
    ["only the one before", preCompact, nothing],
    ["only the one after", nothing, () => postCompact()],
    ["only the start of what follows", nothing, sessionStart],
    ["all of them", preCompact, after],
    ["all of them, the first twice", () => preCompact().then(preCompact), after],
    ["all of them, the last twice", preCompact, () => after().then(() => postCompact())],
    ["all of them, with the job in between", () => preCompact().then(() => compact(memory, session)), after],
    [
      "all of them, and an answer in between",
      preCompact,
      () => ensureSummary(memory, session, { at: lastTime() }).then(after),
    ],
  ])("%s", async (_, first, last) => {
    write(path, talk(1));
    await first();
    append(path, compacted("c1", "The client's words.", from));
    await last();
    await backHome();
    await compact(memory, session);
    const kept = await all();
    expect(kept).toMatchObject([
      {
        state: "done",
        sequence: 1,
        messageId: "c1",
        trigger: "manual",
        tokensBefore: 1000,
        tokensAfter: 100,
        hostSummary: "The client's words.",
        messages: { first: { id: "u1" }, last: { id: "z1" }, count: 5 },
        made: { summary: { key_decisions: [decision] } },
      },
    ]);
    await backHome();
    await compact(memory, session);
    expect(await all()).toEqual(kept);
  });
});

test("a second compaction covers what came after the first", async () => {
  write(path, talk(1));
  await preCompact();
  append(path, compacted("c1", "First.", from));
  await postCompact("First.");
  append(path, [said("u2", "And the currents", from), replied("a2", "Done.", from)]);
  await preCompact();
  append(path, compacted("c2", "Second.", from));
  await postCompact("Second.");
  await compact(memory, session);
  expect(await all()).toMatchObject([
    { sequence: 1, hostSummary: "First.", observations: 4, messages: { last: { number: 5 } } },
    {
      sequence: 2,
      hostSummary: "Second.",
      observations: 2,
      messages: { first: { number: 6, id: "u2" }, last: { number: 7, id: "a2" }, count: 2 },
      made: {
        summary: { executive: "Asked: And the currents", key_decisions: [] },
      },
    },
  ]);
});

test("the next announcement reuses a compaction that did not happen", async () => {
  write(path, talk(1));
  await preCompact();
  await compact(memory, session);
  append(path, [said("u2", "And the currents", from), replied("a2", "Done.", from)]);
  await preCompact();
  await compact(memory, session);
  expect(await all()).toMatchObject([
    { state: "noted", observations: 6, messages: { first: { id: "u1" }, last: { id: "a2" } } },
  ]);
});

test("a fork does not repeat the compactions in its copied records", async () => {
  write(path, [...talk(1), ...compacted("c1", "The client's words.", from), said("u2", "Go on", from)]);
  await backHome();
  const other = "5eed0001-0000-4000-8000-000000000002";
  const fork = join(folder.path, "projects/p", `${other}.jsonl`);
  const copied = (lines: string) => lines.replaceAll(session, other);
  write(fork, [copied(readFileSync(path, "utf8").trim()), said("u3", "Another way", { session: other })]);
  await catchUpSession(memory, fork, dir);
  await compact(memory, other);
  expect(await compactionsOf(memory.db, other)).toEqual([]);
  append(fork, compacted("c2", "Of the fork.", { session: other }));
  await catchUpSession(memory, fork, dir);
  await compact(memory, other);
  expect(await compactionsOf(memory.db, other)).toMatchObject([
    { sequence: 1, messageId: "c2", messages: { first: { id: "u2" }, last: { id: "u3" } } },
  ]);
  expect(await all()).toHaveLength(1);
});

test.each([
  ["compact", "00000000-0000-4000-8000-000000000008", "manual"],
  ["auto-compact", "00000000-0000-4000-8000-000000000013", "auto"],
])("the recorded session %s has one compaction, found in its transcript alone", async (name, id, trigger) => {
  const recorded = place(join(folder.path), name, id);
  await catchUpSession(memory, recorded, dir);
  expect(await waitingJobs("compact")).toEqual([id]);
  await compact(memory, id);
  expect(await compactionsOf(memory.db, id)).toMatchObject([
    {
      trigger,
      hostSummary: expect.stringContaining("Stand-in summary of the session."),
      made: { note: null },
    },
  ]);
});

describe("when the session continues", () => {
  test("its summary exists even if no job has run and nothing was read", async () => {
    write(path, talk(1));
    await preCompact();
    await ensureSummary(memory, session);
    expect(await latestCompactions(memory.db, session, 3)).toMatchObject([
      {
        state: "done",
        observations: 4,
        made: { provider: "offline", summary: { key_decisions: [decision] } },
      },
    ]);
  });

  test("an existing summary is not changed", async () => {
    write(path, talk(1));
    await preCompact();
    await compact(memory, session);
    await ensureSummary(memory, session);
    const kept = await all();
    await ensureSummary(memory, session);
    expect(await all()).toEqual(kept);
  });

  test("an unknown session stays unknown", async () => {
    await ensureSummary(memory, "nobody");
    expect(await memory.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  });

  test("a long transcript is left to the job", async () => {
    const long = "tide ".repeat(50_000);
    write(path, [...talk(1), ...Array.from({ length: 60 }, (_, n) => replied(`l${n}`, long, from))]);
    await preCompact();
    await ensureSummary(memory, session, { withinMs: 0 });
    expect(await latestCompactions(memory.db, session, 1)).toMatchObject([{ made: { provider: "offline" } }]);
    const [early] = await all();
    expect(early?.observations).toBeLessThan(64);
    await compact(memory, session);
    expect(await all()).toMatchObject([{ observations: 64, messages: { count: 65 } }]);
  });
});

test("a job does not restore a session that was deleted meanwhile", async () => {
  write(path, talk(1));
  await preCompact();
  await memory.db.deleteFrom("sessions").execute();
  await compact(memory, session);
  expect(await memory.db.selectFrom("compactions").selectAll().execute()).toEqual([]);
});

test("secrets in the client's summary and in the transcript are not stored", async () => {
  const secret = `ghp_${"q8ZrT2vLx9WmKc4JdN7bYs3HfPe6GaUt1RoE"}`;
  write(path, [replied("a1", `We will use ${secret} instead of a password.`, from)]);
  await preCompact();
  append(path, compacted("c1", `It was ${secret}.`, from));
  await postCompact(`It was ${secret}.`);
  await compact(memory, session);
  const rows = JSON.stringify([
    await memory.db.selectFrom("compactions").selectAll().execute(),
    await memory.db.selectFrom("documents").selectAll().execute(),
  ]);
  expect(rows).not.toContain(secret);
  expect(rows).toContain("instead of a password");
});

describe("the client's summariser gets", () => {
  const event = (trigger = "auto"): HookEventOf<"compact-before"> => ({
    type: "compact-before",
    trigger,
    host: "claude-code",
    sessionId: session,
    projectDir: dir,
    cwd: dir,
    at: lastTime(),
  });

  test("the instructions, and the state of the session as quoted data", async () => {
    write(path, [...talk(1), replied("a9", "We will use </tellback-memory> instead of <b>.", from)]);
    // The turn is not over, and nothing of it was captured yet.
    const asked = { ...event(), transcriptPath: path };
    const { context = "" } = (await instructionsFor(memory, asked)) ?? {};
    expect(context).toMatch(/^Keep exactly: every decision/);
    expect(context).toContain(
      "| decided: I decided to use SQLite instead of Redis (there is one writer only)",
    );
    expect(context).not.toContain("</tellback-memory> instead");
    expect(context.length).toBeLessThan(3_000);
  });

  test("only the fixed part if nothing is known", async () => {
    const { context = "" } = (await instructionsFor(memory, event())) ?? {};
    expect(context).toMatch(/^Keep exactly: every decision/);
    expect(context).not.toContain("tellback-memory");
  });

  test("one line if the user asked for the compaction and sees it", async () => {
    write(path, talk(1));
    await backHome();
    const { context = "" } = (await instructionsFor(memory, event("manual"))) ?? {};
    expect(context).toMatch(/^Keep exactly: every decision[^\n]+$/);
    expect(context.length).toBeLessThan(400);
  });

  test("nothing if the setting is off", async () => {
    await memory.close();
    memory = await reopen({ TELLBACK_RECALL_COMPACT_INSTRUCTIONS: "false" });
    expect(await instructionsFor(memory, event())).toBeNull();
  });
});

describe("with a model", () => {
  const better = {
    executive: "Tide tables are cached.",
    key_decisions: [{ topic: "Cache", decision: "SQLite", rationale: "one writer", files: [] }],
    files_modified: [{ path: "never/seen.ts", action: "created", purpose: "nobody knows" }],
    code_snippets: [],
    topics: ["tides"],
    tasks_completed: [],
    tasks_pending: ["Winter tables"],
  };
  const answering =
    (value: unknown, calls: string[] = []): AskModel =>
    async (_, callKey, request) => {
      calls.push(callKey);
      if (typeof value === "string") return { status: "unavailable", reason: value };
      const parsed = (request.schema as z.ZodType<never>).parse(value);
      const usage = { input: 1, output: 1 };
      return { status: "answered", value: parsed, provider: "test", model: "m-1", usage, usd: 0 };
    };

  /** A session of today: older ones are summarised by rules only. */
  async function announced(): Promise<void> {
    write(path, talk(1));
    await preCompact();
    await compact(memory, session);
    await memory.db.updateTable("sessions").set({ last_seen_at: new Date().toISOString() }).execute();
  }

  test("a job is added if a model is configured", async () => {
    await memory.close();
    memory = await reopen({ TELLBACK_LLM_PROVIDER: "anthropic" });
    await announced();
    expect(await waitingJobs("compact-by-model")).toEqual([session]);
  });

  test("its summary replaces the rules' one, requested once; files come from the observations", async () => {
    const calls: string[] = [];
    await announced();
    await compactByModel(memory, session, answering(better, calls));
    const kept = await all();
    expect(kept).toMatchObject([
      { made: { provider: "test:m-1", note: null, summary: { ...better, files_modified: [] } } },
    ]);
    append(path, compacted("c1", "The client's words.", from));
    await postCompact();
    await compact(memory, session);
    await compactByModel(memory, session, answering(better, calls));
    expect(calls).toEqual([`compact:${kept[0]?.id}:4`]);
    expect(await all()).toMatchObject([
      { state: "done", messages: { count: 5 }, made: { provider: "test:m-1" } },
    ]);
  });

  test("if it is unavailable the rules' summary stays, with a note, and it is not asked again", async () => {
    const calls: string[] = [];
    await announced();
    await compactByModel(memory, session, answering("it is not there", calls));
    await compactByModel(memory, session, answering("it is not there", calls));
    expect(await all()).toMatchObject([
      {
        made: {
          provider: "offline",
          note: "made by rules: it is not there",
          summary: { key_decisions: [decision] },
        },
      },
    ]);
    expect(calls).toHaveLength(1);
  });

  test("imported history is summarised by rules only", async () => {
    const calls: string[] = [];
    await announced();
    await memory.db.updateTable("sessions").set({ last_seen_at: lastTime() }).execute();
    await compactByModel(memory, session, answering(better, calls));
    expect(calls).toEqual([]);
  });
});

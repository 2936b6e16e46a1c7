// The inbox is processed whatever its files contain, and no file can block the others or the daemon.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openIntake } from "../../../src/daemon/take-in.ts";
import { finish, leave, waiting } from "../../../src/platform/inbox.ts";
import {
  type Home,
  lives,
  payload,
  registeredPid,
  rows,
  shellHook,
  stop,
  stored,
  tellback,
  tellbackHome,
  until,
  untilStored,
  untilTakenIn,
} from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";
import { aHome } from "../store/sqlite-home.ts";

const shim = (name: string) => `--import=${join(import.meta.dirname, "../../support", name)}`;
const running = new AbortController().signal;

async function put(home: Pick<Home, "paths">, content: string): Promise<void> {
  await finish(await leave(home.paths, "claude-code", "/nowhere/project", Buffer.from(content)));
}

function unreadable(home: Pick<Home, "paths">): string[] {
  return readdirSync(home.paths.unreadable).map((name) =>
    readFileSync(join(home.paths.unreadable, name), "utf8"),
  );
}

/** Little text, many values: parsed, it takes about thirty times as much memory. */
function nested(megabytes: number): unknown {
  const group = Array.from({ length: 1000 }, (_, n) => ({ [`k${n % 7}`]: [[], {}] }));
  const bytes = Buffer.byteLength(JSON.stringify(group));
  return Array.from({ length: Math.ceil((megabytes * 1024 * 1024) / bytes) }, () => group);
}

test("payloads that together exceed the memory are read one by one, after the small ones", {
  timeout: 180_000,
}, async () => {
  await using home = await tellbackHome();
  const count = 16;
  const big = nested(4);
  for (let n = 0; n < count; n++) await put(home, payload.tool("big", `big-${n}`, { tool_response: big }));
  for (let n = 0; n < 20; n++) await put(home, payload.tool("small", `small-${n}`));
  const env = { NODE_OPTIONS: "--max-old-space-size=256" };
  expect(await tellback(home, ["daemon", "start"], { env })).toMatchObject({ code: 0 });
  const pid = registeredPid(home) as number;
  await until("all are stored", () => stored(home) === count + 20, 150_000);
  expect(lives(pid)).toBe(true);
  const order = rows<{ session_id: string }>(home, "select session_id from observations order by seq");
  expect(order.findIndex(({ session_id }) => session_id === "big")).toBeGreaterThanOrEqual(20);
  await untilTakenIn(home);
  await stop(home);
});

test("a file on which the daemon crashes three times is set aside, and the others are stored", {
  timeout: 120_000,
}, async () => {
  await using home = await tellbackHome();
  for (const id of ["before", "a-deadly-payload", "after"]) await put(home, payload.tool("s", id));
  const env = { NODE_OPTIONS: shim("deadly-word.mjs"), DEADLY_WORD: "a-deadly-payload" };
  await until(
    "everything is taken in",
    async () => {
      const before = registeredPid(home);
      if (before === null || !lives(before)) await tellback(home, ["daemon", "start"], { env });
      return waiting(home.paths).length === 0;
    },
    100_000,
  );
  await untilStored(home, 2);
  const status = JSON.parse((await tellback(home, ["status", "--json"], { env })).stdout);
  await stop(home);
  expect(rows(home, "select title from observations")).toHaveLength(2);
  expect(status.inbox).toEqual({ waiting: 0, unreadable: 1 });
  expect(unreadable(home)).toEqual([expect.stringMatching(/^the daemon crashed 3 times.*a-deadly-payload/s)]);
});

test("a payload larger than memory is read in pieces, and its head and tail are kept", {
  timeout: 60_000,
}, async () => {
  const home = await aHome();
  const memory = await home.open();
  onTestFinished(() => memory.close());
  const output = `begins ${"x".repeat(40 * 1024 * 1024)} ends`;
  await put(home, payload.tool("s", "1", { tool_response: { stdout: output } }));
  await put(home, `{"session_id": "${"x".repeat(9 * 1024 * 1024)}`);
  expect(await openIntake(memory).takeIn(running)).toBe(2);
  const [observation] = await memory.db.selectFrom("observations").select("detail").execute();
  expect(observation?.detail).toMatch(/begins/);
  expect(unreadable(home)).toEqual([expect.stringMatching(/^ends in the middle/)]);
});

test("while the store accepts nothing, events stay in the inbox, and unreadable payloads are kept once", async () => {
  const home = await aHome();
  const memory = await home.open();
  onTestFinished(() => memory.close());
  const intake = openIntake(memory);
  await put(home, "not JSON at all");
  const count = 100;
  for (let n = 0; n < count; n++) await put(home, payload.prompt("s", `${n} ${"word ".repeat(500)}`));
  const { page_count: pages } = memory.store.file.prepare("pragma page_count").get() as {
    page_count: number;
  };
  memory.store.file.exec(`pragma max_page_count = ${pages}`);
  for (let round = 0; round < 3; round++) {
    await expect(intake.takeIn(running)).rejects.toMatchObject({ code: "unavailable" });
  }
  expect(unreadable(home)).toHaveLength(1);
  expect(waiting(home.paths)).toHaveLength(count);
  memory.store.file.exec("pragma max_page_count = 1000000");
  expect(await intake.takeIn(running)).toBe(count);
  expect(waiting(home.paths)).toEqual([]);
});

test("a running hook is not mistaken for a killed one if the file system's clock differs", {
  timeout: 60_000,
}, async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egclock");
  const clock = join(folder.path, "offset");
  writeFileSync(clock, String(3 * 3_600_000));
  const env = { NODE_OPTIONS: shim("other-clock.mjs"), OTHER_CLOCK: clock };
  const path = await leave(
    home.paths,
    "claude-code",
    "/nowhere/project",
    Buffer.from(payload.tool("s", "slow")),
  );
  writeFileSync(path, readFileSync(path).subarray(0, -30));
  await tellback(home, ["daemon", "start"], { env });
  for (const id of ["1", "2", "3"]) {
    await shellHook(home, ["capture"], payload.tool("s", id));
    await untilStored(home, Number(id));
  }
  writeFileSync(path, payload.tool("s", "slow").slice(-30), { flag: "a" });
  await finish(path);
  await untilStored(home, 4);
  await stop(home);
  expect(rows(home, "select host_key from observations where host_key like '%slow%'")).toHaveLength(1);
});

test("pending jobs run on time although the clock is set back by hours", {
  timeout: 60_000,
}, async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egclock");
  const clock = join(folder.path, "offset");
  writeFileSync(clock, "0");
  const env = { NODE_OPTIONS: shim("other-clock.mjs"), OTHER_CLOCK: clock };
  await tellback(home, ["daemon", "start"], { env });
  const transcript_path = join(folder.path, "s.jsonl");
  writeFileSync(transcript_path, "");
  const stopHook = { hook_event_name: "Stop", transcript_path, stop_hook_active: false };
  // Due 1.5 s after it was stored.
  await put(home, payload.prompt("s", "", stopHook));
  await until("the job waits", () => rows(home, "select id from jobs").length > 0);
  writeFileSync(clock, String(-3 * 3_600_000));
  await until("the job is done", () => rows(home, "select id from jobs").length === 0);
  await stop(home);
});

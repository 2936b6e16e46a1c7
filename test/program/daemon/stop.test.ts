// `tellback daemon stop` reports the result: stopped in order, ended by force, not running.

import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  type Home,
  lives,
  payload,
  processesOf,
  rows,
  shellHook,
  signal,
  stored,
  tellback,
  tellbackHome,
  until,
  untilStored,
} from "../../support/tellback.ts";

async function start(home: Home, env: Record<string, string> = {}): Promise<number> {
  const started = await tellback(home, ["daemon", "start", "--json"], { env });
  return (JSON.parse(started.stdout) as { pid: number }).pid;
}

/** Accepts every connection and never answers. */
async function silentServer(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`;
}

test("a daemon whose job waits for a server that never answers stops in order, and the job is kept", {
  timeout: 60_000,
}, async () => {
  await using home = await tellbackHome();
  const env = {
    TELLBACK_EMBED_PROVIDER: "openai",
    TELLBACK_EMBED_MODEL: "some-model",
    TELLBACK_EMBED_DIMENSIONS: "8",
    TELLBACK_EMBED_URL: await silentServer(),
  };
  const pid = await start(home, env);
  await shellHook(home, ["capture"], payload.tool("s", "1"));
  const embedding = "select state, attempts from jobs where kind = 'embed'";
  await until("the job runs", () => rows<{ state: string }>(home, embedding)[0]?.state === "running");
  const stopped = await tellback(home, ["daemon", "stop", "--json"], { env });
  expect(lives(pid)).toBe(false);
  expect(JSON.parse(stopped.stdout)).toEqual({ stopped: true, pid, forced: false });
  expect(rows(home, embedding)).toEqual([{ state: "pending", attempts: 0 }]);
});

test("a daemon that does not react is ended by force, and the report says so", {
  timeout: 90_000,
}, async () => {
  await using home = await tellbackHome();
  const pid = await start(home);
  await shellHook(home, ["capture"], payload.tool("s", "1"));
  await untilStored(home, 1);
  signal(pid, "SIGSTOP");
  const stopped = await tellback(home, ["daemon", "stop"]);
  expect(lives(pid)).toBe(false);
  expect(stopped.code).toBe(0);
  expect(stopped.stdout).toMatch(new RegExp(`^ended by force the daemon \\(pid ${pid}\\) after \\d+ s\n`));
  expect(await tellback(home, ["daemon", "stop"])).toMatchObject({ stdout: "The daemon is not running.\n" });
  const next = await start(home);
  expect(next).not.toBe(pid);
  expect(stored(home)).toBe(1);
  await tellback(home, ["daemon", "stop"]);
  expect(processesOf(home.path)).toEqual([]);
});

test("a restore waits until a daemon that does not react has ended", { timeout: 90_000 }, async () => {
  await using home = await tellbackHome();
  const pid = await start(home);
  await tellback(home, ["backup"]);
  signal(pid, "SIGSTOP");
  expect(await tellback(home, ["restore"])).toMatchObject({ code: 0 });
  expect(lives(pid)).toBe(false);
});

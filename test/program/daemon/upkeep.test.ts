// The daily upkeep waits for a quiet moment, but not for ever.

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createUpkeep } from "../../../src/daemon/upkeep.ts";
import { listBackups } from "../../../src/store/backup.ts";
import { lives, registeredPid, signal, stop, tellback, tellbackHome, until } from "../../support/tellback.ts";
import { aHome } from "../store/sqlite-home.ts";

const minute = 60_000;

async function aHouse() {
  const home = await aHome();
  const memory = await home.open();
  onTestFinished(() => memory.close());
  const state = { now: 0, quietMs: 0 };
  const keep = createUpkeep(
    memory,
    () => state.quietMs,
    () => state.now,
  );
  return { state, keep, backups: () => listBackups(home.paths).length };
}

test("no backup is made during requests, and one is made when the daemon is quiet", async () => {
  const { state, keep, backups } = await aHouse();
  for (; state.now < 10 * minute; state.now += minute) await keep();
  expect(backups()).toBe(0);
  state.quietMs = minute;
  await keep();
  expect(backups()).toBe(1);
});

test("without a quiet moment the backup is made within an hour", async () => {
  const { state, keep, backups } = await aHouse();
  for (; state.now <= 60 * minute; state.now += minute) await keep();
  expect(backups()).toBe(1);
});

test("the daemon makes its backup before it exits, and removes unfinished backups of a killed one", {
  timeout: 60_000,
}, async () => {
  await using home = await tellbackHome();
  const part = join(home.paths.backups, "daily-2026-01-01.db.part");
  await tellback(home, ["daemon", "start"]);
  expect(listBackups(home.paths)).toEqual([]);
  const killed = registeredPid(home) as number;
  signal(killed, "SIGKILL");
  await until("it is dead", () => !lives(killed));
  mkdirSync(home.paths.backups, { recursive: true, mode: 0o700 });
  writeFileSync(part, "half a copy");
  await tellback(home, ["daemon", "start"], { env: { TELLBACK_DAEMON_IDLE_MINUTES: "0.1" } });
  expect(existsSync(part)).toBe(false);
  await until("the backup is made", () => listBackups(home.paths).length === 1);
  await stop(home);
});

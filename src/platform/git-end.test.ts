// No git outlives us, whatever ends us, and none runs longer than it may.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runBound } from "./bound-process.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tellback-git-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A git that never ends, with a helper as a remote has one; both write down their process ids. */
function slowGit(work: string): { env: NodeJS.ProcessEnv; pids: () => number[] } {
  const pids = join(folder, "pids");
  writeFileSync(pids, "");
  const path = join(folder, "git");
  writeFileSync(path, `#!/bin/sh\necho $$ >> ${pids}\n(${work}) &\necho $! >> ${pids}\n${work}\n`);
  chmodSync(path, 0o700);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  return { env, pids: () => readFileSync(pids, "utf8").trim().split("\n").filter(Boolean).map(Number) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(20);
}

const works = { waits: "sleep 300", spins: "while :; do :; done" };

test.skipIf(process.platform !== "linux").each(Object.entries(works))(
  "a git that %s ends when our process is killed",
  async (_, work) => {
    const { env, pids } = slowGit(work);
    const git = JSON.stringify(join(import.meta.dirname, "git.ts"));
    const asks = `const { gitIn } = await import(${git}); await gitIn("/", performance.now() + 300_000);`;
    const us = spawn(process.execPath, ["--input-type=module", "-e", asks], { env, stdio: "inherit" });
    await until(() => pids().length === 2);
    expect(pids().every(isRunning)).toBe(true);
    us.kill("SIGKILL");
    await once(us, "exit");
    await until(() => !pids().some(isRunning));
  },
);

test.skipIf(process.platform !== "linux")(
  "at the end of its time, or when stopped, all of it ends",
  async () => {
    const { env, pids } = slowGit("sleep 300");
    expect(await runBound("git", [], { env, timeoutMs: 500, maxOutput: 10 })).toMatchObject({ code: null });
    const stop = new AbortController();
    const stopped = runBound("git", [], { env, timeoutMs: 300_000, maxOutput: 10, stop: stop.signal });
    await until(() => pids().length === 4);
    stop.abort();
    expect(await stopped).toMatchObject({ code: null });
    await until(() => !pids().some(isRunning));
  },
);

test("what it prints and its exit code are returned; one that prints too much is ended", async () => {
  const bounds = { env: process.env, timeoutMs: 60_000, maxOutput: 10 };
  const node = (code: string) => runBound(process.execPath, ["-e", code], bounds);
  expect(await node("console.log(1); console.error(2); process.exitCode = 3")).toEqual({
    ...{ code: 3, stdout: "1\n", stderr: "2\n" },
  });
  expect(await node("for (;;) console.log('12345')")).toMatchObject({ code: null });
  expect((await runBound(join(folder, "none"), [], bounds)).code).not.toBe(0);
});

// Stops the daemon and reports the result: it stopped in order, it was killed, or it is still running.

import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Paths } from "../config/paths.ts";
import { TellbackError } from "../protocol/errors.ts";
import { type Connection, findDaemon } from "./connect.ts";
import { takeLock } from "./lock.ts";
import { clearRegistration, readRegistration } from "./registration.ts";

export type StopResult =
  | { status: "not running" }
  | { status: "stopped"; pid: number }
  | { status: "ended by force"; pid: number; afterMs: number };

/** Within this time the daemon shuts down, or gives up and exits. */
export const stopWithinMs = 10_000;
/** After this time the daemon is killed. */
const killAfterMs = stopWithinMs + 5_000;
const diesWithinMs = 5_000;
/** A daemon that holds the lock without a registration is starting or stopping. */
const showsWithinMs = 5_000;
const answerWithinMs = 2_000;

/** Throws if a daemon is still running. */
export async function stopDaemon(paths: Paths, known?: Connection | null): Promise<StopResult> {
  const found = known ?? (await findRunning(paths));
  if (!found) return { status: "not running" };
  const { pid } = found.daemon;
  const askedAt = performance.now();
  await askToStop(found);
  if (!(await isGoneWithin(pid, killAfterMs))) signal(pid, "SIGKILL");
  if (!(await isGoneWithin(pid, diesWithinMs))) throw stillRuns(pid, performance.now() - askedAt);
  // A daemon that stops in order removes its registration.
  if (readRegistration(paths)?.pid !== pid) return { status: "stopped", pid };
  clearRegistration(paths);
  return { status: "ended by force", pid, afterMs: performance.now() - askedAt };
}

type Running = Pick<Connection, "daemon"> & { client: Connection["client"] | null };

/** The daemon that answers, or one that does not answer and holds the lock. */
async function findRunning(paths: Paths): Promise<Running | null> {
  const end = performance.now() + showsWithinMs;
  do {
    const found = await findDaemon(paths);
    if (found) return found;
    if (!isLocked(paths)) return null;
    const daemon = readRegistration(paths);
    if (daemon && isAlive(daemon.pid) && isTellback(daemon.pid)) return { daemon, client: null };
    await pause(50);
  } while (performance.now() < end);
  throw new TellbackError("unavailable", "a daemon is running, but does not answer and is not registered", {
    hint: `Find the process that has ${paths.lock} open and end it.`,
  });
}

async function askToStop({ client, daemon }: Running): Promise<void> {
  try {
    if (!client) return signal(daemon.pid, "SIGTERM");
    await client.call("daemon.stop", {}, AbortSignal.timeout(answerWithinMs));
  } catch (error) {
    // It no longer listens: another process asked it to stop already, or it hangs.
    if (TellbackError.from(error).code !== "unavailable") throw error;
  }
}

function stillRuns(pid: number, afterMs: number): TellbackError {
  const seconds = Math.round(afterMs / 1000);
  return new TellbackError("unavailable", `the daemon (pid ${pid}) is still running after ${seconds} s`, {
    hint: `End it: kill -9 ${pid}`,
  });
}

function isLocked(paths: Paths): boolean {
  if (!existsSync(paths.lock)) return false;
  const lock = takeLock(paths.lock);
  lock?.release();
  return lock === null;
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await pause(25);
  }
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    // In a container without an init process, an ended process stays in the process list.
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/** A pid alone proves nothing: after a crash it may belong to another program. */
function isTellback(pid: number): boolean {
  return /(tellback|tellback\.mjs|main\.ts)[\0 ](daemon[\0 ]run|serve|start)\b/.test(commandOf(pid));
}

function commandOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const { execFileSync } = process.getBuiltinModule("node:child_process");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited meanwhile.
  }
}

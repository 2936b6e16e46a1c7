// Ends the daemon and says what really happened: it ended in order, it was ended by force, or it still runs.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { Paths } from "../config/paths.ts";
import { EngramError } from "../protocol/errors.ts";
import { type Connection, findDaemon } from "./connect.ts";
import { takeLock } from "./lock.ts";
import { clearRegistration, readRegistration } from "./registration.ts";

export type Stopped =
  | { status: "not running" }
  | { status: "stopped"; pid: number }
  | { status: "ended by force"; pid: number; afterMs: number };

/** The daemon puts everything away in this time, or leaves it as it is and ends. */
export const stopWithinMs = 10_000;
/** A daemon that has not managed even that is killed. */
const killAfterMs = stopWithinMs + 5_000;
const diesWithinMs = 5_000;
/** One that holds the lock and is not registered is just starting, or just ending. */
const showsWithinMs = 5_000;
const answerWithinMs = 2_000;

/** Throws when a daemon runs on. */
export async function stopDaemon(paths: Paths, known?: Connection | null): Promise<Stopped> {
  const found = known ?? (await findRunning(paths));
  if (!found) return { status: "not running" };
  const { pid } = found.daemon;
  const askedAt = performance.now();
  await askToStop(found);
  if (!(await isGoneWithin(pid, killAfterMs))) signal(pid, "SIGKILL");
  if (!(await isGoneWithin(pid, diesWithinMs))) throw stillRuns(pid, performance.now() - askedAt);
  // Whoever ends in order takes its registration away.
  if (readRegistration(paths)?.pid !== pid) return { status: "stopped", pid };
  clearRegistration(paths);
  return { status: "ended by force", pid, afterMs: performance.now() - askedAt };
}

type Running = Pick<Connection, "daemon"> & { client: Connection["client"] | null };

/** The daemon that answers, or the one that does not and holds the lock. */
async function findRunning(paths: Paths): Promise<Running | null> {
  const end = performance.now() + showsWithinMs;
  do {
    const found = await findDaemon(paths);
    if (found) return found;
    if (!isLocked(paths)) return null;
    const daemon = readRegistration(paths);
    if (daemon && isAlive(daemon.pid) && isEngram(daemon.pid)) return { daemon, client: null };
    await pause(50);
  } while (performance.now() < end);
  throw new EngramError("unavailable", "a daemon runs, but does not answer and is not registered", {
    hint: `Find the process that has ${paths.lock} open and end it.`,
  });
}

async function askToStop({ client, daemon }: Running): Promise<void> {
  try {
    if (!client) return signal(daemon.pid, "SIGTERM");
    await client.call("daemon.stop", {}, AbortSignal.timeout(answerWithinMs));
  } catch (error) {
    // It no longer listens: somebody else has asked it already, or it hangs.
    if (EngramError.from(error).code !== "unavailable") throw error;
  }
}

function stillRuns(pid: number, afterMs: number): EngramError {
  const seconds = Math.round(afterMs / 1000);
  return new EngramError("unavailable", `the daemon (pid ${pid}) is still running after ${seconds} s`, {
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
    // In a container without an init, what has ended stays in the list of processes.
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

/** A pid alone proves nothing: after a crash it may be another program's. */
function isEngram(pid: number): boolean {
  return /(engram|engram\.mjs|main\.ts)[\0 ](daemon[\0 ]run|serve|start)\b/.test(commandOf(pid));
}

function commandOf(pid: number): string {
  try {
    return process.platform === "linux"
      ? readFileSync(`/proc/${pid}/cmdline`, "utf8")
      : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}

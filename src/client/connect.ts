// Finds the daemon or starts it. Whoever is registered is asked who it is before it is trusted, and one that is
// older than this engram is asked to finish and make room.

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { environmentForDaemon } from "../config/environment.ts";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";
import { EngramError } from "../protocol/errors.ts";
import { isNewer, version } from "../version.ts";
import { type Client, createClient } from "./client.ts";
import { entryPath, writeLauncher } from "./entry.ts";
import { type Registration, readRegistration } from "./registration.ts";
import { socketTransport } from "./socket.ts";

export interface Connection {
  client: Client;
  daemon: Registration;
}

const startWithinMs = 15_000;
const answerWithinMs = 2_000;

/** The daemon that runs now, or null. */
export async function findDaemon(paths: Paths): Promise<Connection | null> {
  const daemon = readRegistration(paths);
  if (!daemon) return null;
  try {
    const asking = createClient(socketTransport(daemon, { deadlineMs: answerWithinMs }));
    const state = await asking.call("daemon.state", {});
    if (state.pid !== daemon.pid) return null;
    return { client: createClient(socketTransport(daemon)), daemon };
  } catch {
    return null;
  }
}

export async function connect(paths: Paths): Promise<Connection> {
  const found = await findDaemon(paths);
  if (found && !isNewer(version, found.daemon.version)) return found;
  if (found) await stopDaemon(paths, found);
  return startDaemon(paths);
}

export async function stopDaemon(paths: Paths, found: Connection): Promise<void> {
  await found.client.call("daemon.stop", {});
  await until(async () => !isAlive(found.daemon.pid) || readRegistration(paths)?.pid !== found.daemon.pid);
}

/** Starts a daemon that outlives this process. */
export function spawnDaemon(paths: Paths): ChildProcess {
  ensurePrivateFolder(paths.home);
  ensurePrivateFolder(paths.logs);
  writeLauncher(paths);
  const log = openSync(join(paths.logs, "daemon.log"), "a", 0o600);
  const child = spawn(process.execPath, [entryPath, "daemon", "run"], {
    detached: true,
    stdio: ["ignore", log, log],
    env: environmentForDaemon(),
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  return child;
}

export async function startDaemon(paths: Paths): Promise<Connection> {
  const child = spawnDaemon(paths);
  let ended: string | null = null;
  child.on("error", (error) => {
    ended = error.message;
  });
  child.on("exit", (code) => {
    ended = `it ended with exit code ${code}`;
  });
  let connection: Connection | null = null;
  await until(async () => {
    connection = await findDaemon(paths);
    return connection !== null || ended !== null;
  });
  // Another process may have started one at the same moment: then ours ended, and theirs answers soon.
  connection ??= await findDaemonSoon(paths);
  if (connection) return connection;
  throw new EngramError("unavailable", `the daemon did not start: ${ended ?? "it does not answer"}`, {
    hint: "`engram daemon logs` shows why; `engram doctor` checks everything.",
  });
}

async function findDaemonSoon(paths: Paths): Promise<Connection | null> {
  for (let tries = 0; tries < 20; tries++) {
    const found = await findDaemon(paths);
    if (found) return found;
    await pause(100);
  }
  return null;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + startWithinMs;
  while (Date.now() < end) {
    if (await condition()) return;
    await pause(25);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

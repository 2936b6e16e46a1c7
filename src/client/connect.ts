// Finds the daemon or starts it. A registered daemon must identify itself before it is trusted; one older than this
// tellback is asked to finish and stop.

import type { ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { environmentForDaemon } from "../config/environment.ts";
import { type Paths, pathsOf } from "../config/paths.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";
import { isNewer, version } from "../platform/version.ts";
import { errorCodes, TellbackError } from "../protocol/errors.ts";
import { type Client, createClient } from "./client.ts";
import { entryPath, writeLauncher } from "./entry.ts";
import { type Lock, takeLock } from "./lock.ts";
import { type Registration, readRegistration } from "./registration.ts";
import { socketTransport } from "./socket.ts";
import { stopDaemon } from "./stop.ts";

export interface Connection {
  client: Client;
  daemon: Registration;
}

const startWithinMs = 30_000;
const answerWithinMs = 2_000;
const listenWithinMs = 250;
/** Another daemon holds the lock: one that is starting answers soon, one that is stopping frees the lock. */
const startAgainAfterMs = 2_000;

/** The running daemon, or null. */
export async function findDaemon(paths: Paths = pathsOf()): Promise<Connection | null> {
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

export async function connect(paths: Paths = pathsOf()): Promise<Connection> {
  const found = await findDaemon(paths);
  if (found && !isNewer(version, found.daemon.version)) return found;
  if (found) await stopDaemon(paths, found);
  return startDaemon(paths);
}

/** Whether anything listens at the registered address; fast even if the daemon is too busy to answer. */
export function isListening(paths: Paths): Promise<boolean> {
  const daemon = readRegistration(paths);
  if (!daemon) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = createConnection(daemon.socket);
    const settle = (listens: boolean) => {
      socket.destroy();
      resolve(listens);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
    socket.setTimeout(listenWithinMs, () => settle(true));
  });
}

/** Starts a daemon that outlives this process. */
export function spawnDaemon(paths: Paths): ChildProcess {
  ensurePrivateFolder(paths.home);
  ensurePrivateFolder(paths.logs);
  writeLauncher(paths);
  const log = openSync(logOf(paths), "a", 0o600);
  // Loaded only here: a command that finds a daemon starts no process.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(process.execPath, [entryPath, "daemon", "run"], {
    detached: true,
    // Not in the project's folder: the daemon outlives the project, and must not use it for events without a folder.
    cwd: paths.home,
    stdio: ["ignore", log, log],
    env: { ...environmentForDaemon(), TELLBACK_HOME: paths.home },
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  return child;
}

/** Of many processes that need the daemon at once one starts it; the others wait for its answer, or for their turn. */
async function startDaemon(paths: Paths): Promise<Connection> {
  const turn: { lock: Lock | null } = { lock: null };
  let start: Start = { state: "waiting", why: "it does not answer", at: Date.now() };
  let connection: Connection | null = null;
  try {
    await until(async () => {
      // The turn first: its previous holder has left a daemon that answers.
      turn.lock ??= takeLock(paths.startLock);
      connection = await findDaemon(paths);
      if (connection || start.state === "failed") return true;
      if (turn.lock && mayBegin(start)) start = begin(paths);
      return false;
    });
  } finally {
    turn.lock?.release();
  }
  if (connection) return connection;
  throw new TellbackError("unavailable", `the daemon did not start: ${start.why}`, {
    hint: start.hint ?? "`tellback daemon logs` shows why; `tellback doctor` checks everything.",
  });
}

interface Start {
  state: "waiting" | "under way" | "refused" | "failed";
  why: string;
  hint?: string | undefined;
  at: number;
}

function mayBegin({ state, at }: Start): boolean {
  return state === "waiting" || (state === "refused" && Date.now() - at > startAgainAfterMs);
}

function begin(paths: Paths): Start {
  const start: Start = { state: "under way", why: "it does not answer", at: Date.now() };
  const logged = statSync(logOf(paths), { throwIfNoEntry: false })?.size ?? 0;
  const child = spawnDaemon(paths);
  child.on("error", (error) => {
    Object.assign(start, { state: "failed", why: error.message });
  });
  child.on("exit", (code, signal) => {
    // Refused: another process started one at the same time, or an old one is finishing its work. Killed: no other
    // process may try, because hooks leave it to this one.
    const isRefused = code === errorCodes.conflict.exit;
    const why = isRefused
      ? "another daemon is running and does not answer"
      : `it exited with ${signal ?? `exit code ${code}`}`;
    const said = isRefused || signal ? null : lastError(logOf(paths), logged);
    Object.assign(start, { state: isRefused || signal ? "refused" : "failed", why, ...said, at: Date.now() });
  });
  return start;
}

const logOf = ({ logs }: Paths) => join(logs, "daemon.log");

/** What a daemon that ended has written about it: the error, and what to do. */
function lastError(log: string, from: number): Pick<Start, "why" | "hint"> | null {
  const text = readFileSync(log).subarray(from).toString("utf8");
  const [, why, hint] = /(?:^|\n)error: (.+)\n(?:(.+)\n)?$/.exec(text) ?? [];
  return why === undefined ? null : { why, hint };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + startWithinMs;
  while (Date.now() < end) {
    if (await condition()) return;
    await pause(25);
  }
}

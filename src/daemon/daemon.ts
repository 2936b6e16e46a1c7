// The daemon: one process per home folder that holds the store, answers on a private socket and runs the jobs.
// Any command starts it; it exits when idle, and it may be killed at any point.

import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { writeLauncher } from "../client/entry.ts";
import { type Lock, takeLock } from "../client/lock.ts";
import { clearRegistration, readRegistration, writeRegistration } from "../client/registration.ts";
import { stopWithinMs } from "../client/stop.ts";
import { endTurn } from "../client/turn.ts";
import { type Paths, pathsOf } from "../config/paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "../config/private-files.ts";
import { createApp } from "../doors/http/app.ts";
import { type Memory, openMemory } from "../memory.ts";
import { type HandlerContext, noImport, noReindex } from "../operations/context.ts";
import { EngramError } from "../protocol/errors.ts";
import { version } from "../version.ts";
import { noActivity } from "./activity.ts";
import { endsWithin } from "./deadline.ts";
import { createLog, surviveBrokenOutput } from "./log.ts";
import { resumeOrphanedJobs, startWorker } from "./worker.ts";

export interface DaemonOptions {
  /** Also listen on this loopback port. */
  port?: number | undefined;
  /** Runs until it is asked to stop. */
  foreground?: boolean;
}

export interface Daemon {
  token: string;
  url: string | null;
  stop(): void;
  /** Resolves when the shutdown is complete or timed out. Never rejects. */
  stopped: Promise<void>;
}

const idleCheckMs = 5_000;
/** A running request may finish within this time after the daemon was asked to stop. */
const drainMs = 5_000;
/** Time for a caller in this process to report that the daemon has ended. */
const lastWordsMs = 500;

export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  process.umask(0o077);
  surviveBrokenOutput();
  const paths = pathsOf();
  const lock = takeLock(paths.lock);
  if (!lock) {
    throw new EngramError("conflict", "the daemon is already running", {
      hint: "`engram daemon status` shows it.",
    });
  }
  const servers: Server[] = [];
  let memory: Memory | undefined;
  try {
    memory = await openMemory();
    return await run(options, lock, memory, servers);
  } catch (error) {
    // Anything left open would keep alive a process that holds the lock and answers nobody.
    for (const server of servers) server.close();
    await memory?.close();
    endTurn(paths);
    lock.release();
    throw error;
  }
}

async function run(options: DaemonOptions, lock: Lock, memory: Memory, servers: Server[]): Promise<Daemon> {
  const { paths } = memory;
  const token = randomBytes(32).toString("hex");
  const startedAt = new Date();
  const activity = noActivity();
  const { promise: toldToStop, resolve: stop } = Promise.withResolvers<void>();

  const context: HandlerContext = {
    memory,
    imports: { run: noImport },
    reindexes: { run: noReindex },
    daemonState: () => ({
      pid: process.pid,
      version,
      startedAt: startedAt.toISOString(),
      home: paths.home,
      idleMinutes: memory.config["daemon.idleMinutes"],
      rssBytes: process.memoryUsage.rss(),
    }),
    stop,
    onRequest: (name) => {
      if (name !== "daemon.state") activity.asked();
    },
    log: createLog(),
  };

  await resumeOrphanedJobs(context);
  memory.openings.clear();
  servers.push(await listenOnSocket(createApp(context, { token, hosts: ["engram"] }).fetch, paths.socket));
  const onPort = options.port === undefined ? null : await listenOnPort(context, options.port);
  if (onPort) servers.push(onPort.server);
  writeRegistration(paths, { pid: process.pid, socket: paths.socket, token, version });
  endTurn(paths);
  writeLauncher(paths);
  memory.events.record({ type: "daemon.start", data: { pid: process.pid, version } });
  const worker = startWorker(context, activity);

  const idleCheck = setInterval(() => {
    const idleMs = memory.config["daemon.idleMinutes"] * 60_000;
    if (!options.foreground && !worker.isBusy() && activity.idleMs() > idleMs) stop();
    // Its folder was deleted or replaced: no client would find it here.
    if (readRegistration(paths)?.pid !== process.pid) stop();
  }, idleCheckMs);

  const stopped = toldToStop.then(async () => {
    clearInterval(idleCheck);
    const inOrder = await endsWithin(stopWithinMs, putAway(), context.log);
    if (!inOrder) context.log(`the shutdown did not finish within ${stopWithinMs / 1000} s: ending by force`);
    else if (readRegistration(paths)?.pid === process.pid) clearRegistration(paths);
    lock.release();
    // Anything that still keeps the process alive is abandoned.
    setTimeout(() => process.exit(), lastWordsMs).unref();
  });

  async function putAway(): Promise<void> {
    await Promise.all([...servers.map(drain), worker.stop()]);
    memory.events.record({ type: "daemon.stop", data: { pid: process.pid } });
    await memory.close();
  }

  return { token: onPort?.token ?? token, url: onPort?.url ?? null, stop, stopped };
}

type Fetch = Parameters<typeof getRequestListener>[0];

async function listenOnSocket(fetch: Fetch, socket: string): Promise<Server> {
  if (process.platform !== "win32") {
    ensurePrivateFolder(dirname(socket));
    // Only the holder of the lock gets here, so an existing socket file is a leftover.
    rmSync(socket, { force: true });
  }
  const server = await listen(createServer(getRequestListener(fetch)), { path: socket });
  if (process.platform !== "win32") chmodSync(socket, 0o600);
  return server;
}

async function listenOnPort(context: HandlerContext, port: number) {
  const token = serveToken(context.memory.paths);
  const hosts: string[] = [];
  const app = createApp(context, { token, hosts });
  const server = await listen(createServer(getRequestListener(app.fetch)), { port, host: "127.0.0.1" });
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  hosts.push(`127.0.0.1:${actual}`, `localhost:${actual}`);
  return { server, token, url: `http://127.0.0.1:${actual}/` };
}

function serveToken({ serveToken: path }: Paths): string {
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (/^[0-9a-f]{64}$/.test(kept)) return kept;
  const token = randomBytes(32).toString("hex");
  writePrivateFile(path, `${token}\n`);
  return token;
}

function listen(server: Server, where: { path: string } | { port: number; host: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new EngramError("conflict", `port ${"port" in where ? where.port : where.path} is taken`, {
              hint: "Choose another with --port.",
            })
          : error,
      ),
    );
    server.listen(where, () => resolve(server));
  });
}

/** A kept-alive or silent connection must not delay the shutdown. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const over = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(over);
      resolve();
    });
  });
}

// The daemon: one process per home folder that holds the store, answers on a private socket and runs the jobs.
// Any command starts it; it exits when idle, and it may be killed at any point.

import { randomBytes } from "node:crypto";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { dirname } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { type HandlerContext, noReindex } from "../areas/context.ts";
import { writeLauncher } from "../client/entry.ts";
import { type Lock, takeLock } from "../client/lock.ts";
import { clearRegistration, readRegistration, writeRegistration } from "../client/registration.ts";
import { stopWithinMs } from "../client/stop.ts";
import { endTurn } from "../client/turn.ts";
import { pathsOf } from "../config/paths.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";
import { createApp } from "../doors/http/app.ts";
import { openMemory } from "../journeys/followers.ts";
import type { Memory } from "../memory/memory.ts";
import { version } from "../platform/version.ts";
import { TellbackError } from "../protocol/errors.ts";
import { noActivity } from "./activity.ts";
import { endsWithin } from "./deadline.ts";
import { askDoctor } from "./doctor.ts";
import { drain, listen } from "./listen.ts";
import { createLog, surviveBrokenOutput } from "./log.ts";
import { type OpenPort, openPort } from "./port.ts";
import { startTeamExchange } from "./team.ts";
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
  /** Opens the page's port, if it is closed, and makes a code for one browser. */
  openPage: HandlerContext["openPage"];
  stop(): void;
  /** Resolves when the shutdown is complete or timed out. Never rejects. */
  stopped: Promise<void>;
}

const idleCheckMs = 5_000;
/** Time for a caller in this process to report that the daemon has ended. */
const lastWordsMs = 500;

export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  process.umask(0o077);
  surviveBrokenOutput();
  const paths = pathsOf();
  const lock = takeLock(paths.lock);
  if (!lock) {
    throw new TellbackError("conflict", "the daemon is already running", {
      hint: "`tellback daemon status` shows it.",
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
  const stopping = new AbortController();
  let port: Promise<OpenPort> | undefined;

  /** One at a time: a second caller waits for the first. A failure is not kept. */
  function portOf(wanted?: number): Promise<OpenPort> {
    port ??= openPort(context, wanted).then(
      (open) => {
        servers.push(open.server);
        return open;
      },
      (thrown) => {
        port = undefined;
        throw thrown;
      },
    );
    return port;
  }

  const context: HandlerContext = {
    memory,
    imports: new Map(),
    reindexes: { run: noReindex },
    exports: { run: { state: "none", records: 0 } },
    maps: new Map(),
    daemonState: () => ({
      pid: process.pid,
      version,
      startedAt: startedAt.toISOString(),
      home: paths.home,
      idleMinutes: memory.config["daemon.idleMinutes"],
      rssBytes: process.memoryUsage.rss(),
    }),
    stop,
    stopping: stopping.signal,
    openPage: async (query = "") => {
      const { url, newCode } = await portOf();
      return { url: url + query, ...newCode(query) };
    },
    doctor: () => askDoctor(paths),
    onRequest: (name) => {
      if (name !== "daemon.state") activity.asked();
    },
    log: createLog(),
  };

  await resumeOrphanedJobs(context);
  memory.openings.clear();
  servers.push(await listenOnSocket(createApp(context, { token, hosts: ["tellback"] }).fetch, paths.socket));
  const onPort = options.port === undefined ? null : await portOf(options.port);
  writeRegistration(paths, { pid: process.pid, socket: paths.socket, token, version });
  endTurn(paths);
  writeLauncher(paths);
  memory.events.record({ type: "daemon.start", data: { pid: process.pid, version } });
  const worker = startWorker(context, activity);
  const team = startTeamExchange(context, activity);

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
    stopping.abort();
    void memory.chat.close();
    await Promise.all([...servers.map(drain), worker.stop(), team.stop()]);
    memory.events.record({ type: "daemon.stop", data: { pid: process.pid } });
    await memory.close();
  }

  const { openPage } = context;
  return { token: onPort?.token ?? token, url: onPort?.url ?? null, openPage, stop, stopped };
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

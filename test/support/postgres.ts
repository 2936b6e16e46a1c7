// A real PostgreSQL server for tests: private, without TCP, removed afterwards. Every suite that uses
// the database runs against it; `createDatabase` gives each suite a database of its own.

import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { access, chmod, chown, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { type Available, unavailable } from "./available.ts";
import { canInstall, installOnDebian } from "./debian.ts";

const execute = promisify(execFile);
const USER = "tellback";

export type Server = { url: string; stop(): Promise<void>; [Symbol.asyncDispose](): Promise<void> };

/** A server that stops and comes back with its data. */
export type Restartable = Server & {
  /** "fast" notifies each session; "immediate" looks like a crash. */
  goAway(how?: "fast" | "immediate"): Promise<void>;
  comeBack(): Promise<void>;
};

type Place = { bin: string; owner: { uid: number; gid: number } | undefined };

let found: Promise<Available<Place>> | undefined;

/** Finds the server binaries; as root on Debian installs them the first time. */
export function postgresAvailable(): Promise<Available<Place>> {
  found ??= findServer().then(
    (place) => ({ ok: true, ...place }),
    (error: unknown) => unavailable("PostgreSQL", error instanceof Error ? error.message : String(error)),
  );
  return found;
}

export async function startPostgres(): Promise<Server> {
  return startServer({ synchronous_commit: "off" });
}

export async function startRestartable(): Promise<Restartable> {
  return startServer({});
}

async function startServer(extra: Record<string, string>): Promise<Restartable> {
  const place = await postgresAvailable();
  if (!place.ok) throw new Error(place.reason);
  // In /tmp and not TMPDIR: the unprivileged owner must be able to walk there, and the path must be short.
  const home = await mkdtemp("/tmp/egpg-");
  const dir = { cluster: join(home, "data"), socket: join(home, "s") };
  await mkdir(dir.socket, { mode: 0o700 });
  await symlink("s", `${dir.socket},`);
  await chmod(home, 0o700);
  if (place.owner) for (const path of [home, dir.socket]) await chown(path, place.owner.uid, place.owner.gid);
  try {
    await initialise(place, dir.cluster);
    const start = () => boot(place, dir.cluster, { unix_socket_directories: dir.socket, ...extra }, home);
    let running: Running | null = await start();
    const goAway: Restartable["goAway"] = async (how = "fast") => {
      await running?.end(how);
      running = null;
    };
    const stop = async () => {
      await goAway();
      await rm(home, { recursive: true, force: true });
    };
    const comeBack = async () => {
      running = await start();
    };
    return { url: socketUrl(dir.socket), stop, [Symbol.asyncDispose]: stop, goAway, comeBack };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

/** A fresh, empty database on that server, with the URL to reach it. */
export async function createDatabase(url: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  const command = async (text: string): Promise<void> => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await sql.unsafe(text).finally(() => sql.end({ timeout: 2 }));
  };
  await command(`create database ${name}`);
  return { url: own.href, drop: () => command(`drop database if exists ${name} with (force)`) };
}

/**
 * postgres.js 3.4 takes a socket folder from a URL only by way of its multi-host branch, the one that
 * decodes %2F: hence the trailing comma, and the symlink `s,` beside `s`. libpq reads the same URL as
 * "s, then the default host". The usual `?host=/dir` would be sent to the server as a setting and refused.
 */
function socketUrl(socketDir: string): string {
  return `postgres://${USER}@${encodeURIComponent(`${socketDir},`)}/postgres`;
}

async function initialise(place: Place, cluster: string): Promise<void> {
  const locale = process.platform === "linux" ? "C.UTF-8" : "C";
  const args = ["-D", cluster, "-U", USER, "--auth=trust", "-E", "UTF8", `--locale=${locale}`, "--no-sync"];
  await execute(join(place.bin, "initdb"), args, { cwd: "/tmp", ...place.owner, timeout: 60_000 });
}

type Running = { end(how: "fast" | "immediate"): Promise<void> };

/** Starts the server and waits until it says it is ready; gives back how to stop it. */
async function boot(
  place: Place,
  cluster: string,
  more: Record<string, string>,
  home: string,
): Promise<Running> {
  const settings = {
    listen_addresses: "",
    unix_socket_permissions: "0700",
    fsync: "off", // Nothing here outlives the test.
    full_page_writes: "off",
    shared_buffers: "32MB",
    lc_messages: "C", // We read its log below.
    ...more,
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const server = spawn(join(place.bin, "postgres"), ["-D", cluster, ...options], {
    cwd: "/tmp",
    stdio: ["ignore", "ignore", "pipe"],
    ...place.owner,
  });
  const gone = new Promise<void>((resolve) => {
    server.once("close", () => resolve());
  });
  const abandon = (): void => {
    server.kill("SIGQUIT");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", abandon);
  const end = async (how: "fast" | "immediate"): Promise<void> => {
    process.off("exit", abandon);
    server.kill(how === "fast" ? "SIGINT" : "SIGQUIT"); // Both end open connections.
    const impatience = setTimeout(() => server.kill("SIGQUIT"), 5_000);
    await gone;
    clearTimeout(impatience);
  };
  let log = "";
  const ready = new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.stderr.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-4_000);
      if (log.includes("ready to accept connections")) resolve(true);
    });
    const timer = setTimeout(() => resolve(false), 30_000);
    gone.then(() => resolve(false)).finally(() => clearTimeout(timer));
  });
  if (await ready) return { end };
  await end("fast");
  throw new Error(`PostgreSQL did not start:\n${log}`);
}

async function findServer(): Promise<Place> {
  const root = process.getuid?.() === 0;
  let bin = await findBin();
  if (!bin && canInstall()) {
    await installOnDebian("postgresql");
    bin = await findBin();
  }
  if (!bin) throw new Error("no server binaries (initdb, postgres) found; install the `postgresql` package");
  return { bin, owner: root ? await unprivileged() : undefined };
}

async function findBin(): Promise<string | undefined> {
  const reported = await execute("pg_config", ["--bindir"]).then(
    (out) => out.stdout.trim(),
    () => "",
  );
  const candidates = [
    ...(reported ? [reported] : []),
    ...(await versions("/usr/lib/postgresql")),
    ...(await versions("/usr/local/lib/postgresql")),
    "/usr/local/pgsql/bin",
    "/opt/homebrew/bin",
    "/usr/local/bin",
  ];
  for (const bin of candidates) {
    // pg_config may come from the client library alone.
    if ((await exists(join(bin, "initdb"))) && (await exists(join(bin, "postgres")))) return bin;
  }
  return undefined;
}

async function versions(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.sort((a, b) => Number(b) - Number(a)).map((name) => join(dir, name, "bin"));
}

/** The server refuses to run as root. */
async function unprivileged(): Promise<{ uid: number; gid: number }> {
  for (const name of ["postgres", "nobody"]) {
    const ids = await Promise.all([execute("id", ["-u", name]), execute("id", ["-g", name])]).catch(
      () => null,
    );
    if (ids) return { uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error("running as root, and there is neither a `postgres` nor a `nobody` user to run the server");
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

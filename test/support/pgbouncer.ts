// A pgbouncer before a PostgreSQL of the tests, in transaction mode and otherwise as Debian ships it.

import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Available, unavailable } from "./available.ts";
import { canInstall, installOnDebian } from "./debian.ts";
import { tempDir } from "./temp.ts";

const program = "/usr/sbin/pgbouncer";

export async function pgbouncerAvailable(): Promise<Available<object>> {
  try {
    if (!existsSync(program) && canInstall()) await installOnDebian("pgbouncer");
    return existsSync(program) ? { ok: true } : unavailable("pgbouncer", "it is not installed");
  } catch (error) {
    return unavailable("pgbouncer", error instanceof Error ? error.message : String(error));
  }
}

export interface Pooler {
  port: number;
  /** Lines of its log that name an error. */
  errors(): string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** `url`: of the server, by its socket folder; `users`: the roles that may come. */
export async function startPgbouncer(url: string, users: readonly string[], poolSize = 5): Promise<Pooler> {
  const folder = await tempDir("egpgb");
  const host = decodeURIComponent(new URL(url).host).replace(/,$/, "");
  const port = await freePort();
  await writeFile(join(folder.path, "users"), users.map((user) => `"${user}" ""\n`).join(""));
  const config = `[databases]
* = host=${host} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder.path, "users")}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`;
  await writeFile(join(folder.path, "ini"), config);
  const isRoot = process.getuid?.() === 0;
  // It refuses to run as root, and the server's folder is open to the server's user only.
  await promisify(execFile)("chown", ["-R", isRoot ? "postgres" : String(process.getuid?.()), folder.path]);
  await chmod(folder.path, 0o700);
  const child = spawn(program, [...(isRoot ? ["-u", "postgres"] : []), join(folder.path, "ini")], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const ready = Promise.withResolvers<void>();
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
    if (log.includes("process up")) ready.resolve();
  });
  ended.then(() => ready.reject(new Error(`pgbouncer did not start:\n${log}`)));
  ready.promise.catch(() => {});
  await ready.promise;
  return {
    port,
    errors: () => log.split("\n").filter((line) => /ERROR|FATAL|WARNING/.test(line)),
    async [Symbol.asyncDispose]() {
      child.kill("SIGINT");
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

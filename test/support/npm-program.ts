// A program from npm that only tests use, pinned and installed into the project's cache the first time: too big, or with
// too
// many dependencies, to be installed with every checkout. Install scripts stay off.

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Available, unavailable } from "./available.ts";

const execute = promisify(execFile);
const cache = join(import.meta.dirname, "../../.cache/npm");

/** `file` is the program inside node_modules. */
export async function npmProgram(
  name: string,
  version: string,
  file: string,
): Promise<Available<{ path: string; folder: string }>> {
  const place = join(cache, name.replaceAll("/", "+"), version);
  const path = join(place, "node_modules", file);
  try {
    if (!existsSync(path)) await install(place, `${name}@${version}`);
    return existsSync(path) ? { ok: true, path, folder: place } : unavailable(name, `no ${file} in it`);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return unavailable(`${name} ${version}`, (stderr?.trim() || message).split("\n", 1)[0] ?? "");
  }
}

/** Written next to its final path and renamed: two test processes may do this at the same time. */
async function install(place: string, what: string): Promise<void> {
  const draft = `${place}.${randomUUID().slice(0, 8)}`;
  await mkdir(draft, { recursive: true });
  try {
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    await execute("npm", ["install", "--prefix", draft, ...quiet, what], { cwd: draft, timeout: 300_000 });
    await rename(draft, place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

// Temporary folders and small git projects, for tests that need a real folder on disk.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

// A Unix socket path holds about 104 bytes; a long TMPDIR (macOS, CI) would leave no room for a name.
const LONGEST_BASE = 40;

export type TempDir = { path: string; [Symbol.asyncDispose](): Promise<void> };

export async function tempDir(prefix = "tellback"): Promise<TempDir> {
  const base = tmpdir().length > LONGEST_BASE && process.platform !== "win32" ? "/tmp" : tmpdir();
  const path = await realpath(await mkdtemp(join(base, `${prefix}-`)));
  return {
    path,
    // Retries: a process we ended a moment ago may still be writing its last file.
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

/** Writes files (path → content, relative to `dir`) and commits them in a new repository on branch main. */
export async function gitProject(dir: string, files: Record<string, string> = {}): Promise<string> {
  for (const [name, content] of Object.entries({ "README.md": "# A small project\n", ...files })) {
    const file = join(dir, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await git(dir, "init", "--quiet", "--initial-branch=main");
  await git(dir, "add", ".");
  await git(dir, "commit", "--quiet", "--message", "First commit");
  return dir;
}

/** Runs git with a fictional author and without the machine's own git configuration. */
export async function git(dir: string, ...args: string[]): Promise<string> {
  const who = { NAME: "Dev", EMAIL: "dev@example.test", DATE: "2025-01-01T00:00:00Z" };
  const { stdout } = await execute("git", args, {
    cwd: dir,
    env: {
      PATH: process.env.PATH,
      HOME: dir,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_SYSTEM: "/dev/null",
      ...Object.fromEntries(Object.entries(who).map(([key, value]) => [`GIT_AUTHOR_${key}`, value])),
      ...Object.fromEntries(Object.entries(who).map(([key, value]) => [`GIT_COMMITTER_${key}`, value])),
    },
  });
  return stdout.trim();
}

// A user's machine for tests of the installer: a home with any settings in it, and tellback run in it.

import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { compileCache, entry, processesOf, signal } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const execute = promisify(execFile);

export interface User {
  home: string;
  project: string;
  tellbackHome: string;
  file(name: string): string;
  write(name: string, content: string | Buffer): Promise<void>;
  tellback(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Runs the installed hook as the client would, and gives what it says. */
  hook(event: string, ...args: string[]): Promise<string>;
  /** Every file and folder outside of tellback's home, with its bytes and its mode. */
  tree(): Record<string, string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** `name` is the last part of the home's path. */
export async function newUser(env: Record<string, string> = {}, name = "home"): Promise<User> {
  const place = await tempDir("egu");
  const home = join(place.path, name);
  const project = join(home, "work/project");
  const tellbackHome = join(home, ".tellback");
  await mkdir(project, { recursive: true });
  const file = (name: string) => join(home, name);
  return {
    home,
    project,
    tellbackHome,
    file,
    async write(name, content) {
      await mkdir(dirname(file(name)), { recursive: true });
      await writeFile(file(name), content);
    },
    async tellback(...args) {
      const options = {
        cwd: project,
        env: { PATH: process.env.PATH, HOME: home, TELLBACK_EMBED_PROVIDER: "off", ...compileCache, ...env },
      };
      return execute(process.execPath, [entry, ...args], options).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
    },
    async hook(event, ...args) {
      const child = spawn(join(tellbackHome, "hooks/hook.sh"), args, {
        env: { PATH: process.env.PATH, HOME: home, CLAUDE_PROJECT_DIR: project, ...env },
        stdio: ["pipe", "pipe", "inherit"],
      });
      const sent = { session_id: "s", cwd: project, hook_event_name: event, source: "startup" };
      child.stdin.end(JSON.stringify(sent));
      return text(child.stdout);
    },
    tree: () => treeOf(home, tellbackHome),
    async [Symbol.asyncDispose]() {
      for (const pid of processesOf(tellbackHome)) signal(pid, "SIGKILL");
      await place[Symbol.asyncDispose]();
    },
  };
}

export function treeOf(root: string, except: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (path === except) continue;
      const entry = lstatSync(path);
      const mode = (entry.mode & 0o7777).toString(8);
      const what = entry.isSymbolicLink()
        ? `link to ${readlinkSync(path)}`
        : entry.isDirectory()
          ? `folder ${mode}`
          : `file ${mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
      found[relative(root, path)] = what;
      if (entry.isDirectory()) walk(path);
    }
  };
  walk(root);
  return found;
}

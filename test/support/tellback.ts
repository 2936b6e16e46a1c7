// The real tellback as it is built, in a home of the test's own: its command line, both forms of its hook, its daemon.
// Nothing of the caller's environment reaches it except PATH, and no process of it outlives the test.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { type Connection, findDaemon } from "../../src/client/connect.ts";
import { stopDaemon } from "../../src/client/stop.ts";
import { type Paths, pathsOf } from "../../src/config/paths.ts";
import { tempDir } from "./temp.ts";

const root = join(import.meta.dirname, "../..");
export const entry = join(root, "dist/tellback.mjs");
/** V8's code of one build, for the homes of all tests: each would compile it again. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/tellback/compiled") };
export const hookScript = join(root, "plugin/hooks/hook.sh");

export interface Ran {
  code: number | NodeJS.Signals;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string | Buffer;
  env?: Record<string, string>;
  cwd?: string;
  /** Another user, for tests that run as root, which ignores permissions. */
  uid?: number;
}

export interface Home {
  path: string;
  paths: Paths;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A home folder that is deleted with all its processes at the end of the test. `inside` makes its path longer. */
export async function tellbackHome(inside = "h"): Promise<Home> {
  const folder = await tempDir("eg");
  const path = join(folder.path, inside);
  return {
    path,
    paths: pathsOf({ TELLBACK_HOME: path }),
    async [Symbol.asyncDispose]() {
      for (let pids = processesOf(path); pids.length > 0; pids = processesOf(path)) {
        for (const pid of pids) signal(pid, "SIGKILL");
        await pause(20);
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}

export function tellback(home: Home, args: string[], options: RunOptions = {}): Promise<Ran> {
  return run(process.execPath, [entry, ...args], home, options);
}

export interface HookOptions extends RunOptions {
  projectDir?: string;
  shell?: string[];
}

/** hook.sh, as the plugin's hooks.json calls it. */
export function shellHook(home: Home, mode: string[], payload: string | Buffer, options: HookOptions = {}) {
  const [command, ...args] = [...(options.shell ?? []), hookScript, ...mode] as [string, ...string[]];
  return run(command, args, home, hookRun(payload, options));
}

/** `tellback hook claude-code`: every event, every platform. */
export function portableHook(home: Home, payload: string | Buffer, options: HookOptions = {}) {
  return run(process.execPath, [entry, "hook", "claude-code"], home, hookRun(payload, options));
}

export function otherHostHook(
  home: Home,
  host: string,
  payload: string | Buffer,
  env: Record<string, string> = {},
) {
  return run(process.execPath, [entry, "hook", host], home, { stdin: payload, env });
}

function hookRun(payload: string | Buffer, options: HookOptions): RunOptions {
  const project = options.projectDir === undefined ? {} : { CLAUDE_PROJECT_DIR: options.projectDir };
  return { ...options, stdin: payload, env: { ...project, ...options.env } };
}

/** Resolves when the process and everything that holds its pipes have ended, as the host waits for a hook. */
function run(command: string, args: string[], home: Home, options: RunOptions): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: environment(home, options.env),
      ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.stdin.on("error", () => {}); // It may end without having read its input.
    child.stdin.end(options.stdin ?? "");
    child.once("error", reject);
    child.once("close", (code, signal) =>
      resolve({ code: code ?? signal ?? "SIGKILL", stdout: text(out), stderr: text(err) }),
    );
  });
}

export function environment(home: Home, more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: join(home.path, "user"),
    TELLBACK_HOME: home.path,
    // Most tests do not need vectors, and the model would slow down the machine.
    TELLBACK_EMBED_PROVIDER: "off",
    // The sessions of the tests are long past, and none of them should be summarised.
    TELLBACK_REFLECT_IDLE_MINUTES: "0",
    // Most tests look at what the model gets, not at the line for the user.
    TELLBACK_RECALL_NOTICE: "false",
    LANG: "C.UTF-8",
    ...compileCache,
    ...more,
  };
}

const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString("utf8");

/** Waits, and reports the condition if it took too long. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${withinMs} ms in vain until ${what}`);
    await pause(20);
  }
}

/** Rows directly from the file: what is stored, whether or not a daemon runs. */
export function rows<T>(home: Home, sql: string): T[] {
  return rowsIn(home.paths.database, sql);
}

export function rowsIn<T>(database: string, sql: string): T[] {
  if (!existsSync(database)) return [];
  const file = new DatabaseSync(database, { readOnly: true });
  try {
    file.exec("pragma busy_timeout = 5000");
    return file.prepare(sql).all() as T[];
  } catch (error) {
    if (/no such table/.test(String(error))) return [];
    throw error;
  } finally {
    file.close();
  }
}

export function stored(home: Home): number {
  return rows<{ n: number }>(home, "select count(*) as n from observations")[0]?.n ?? 0;
}

export async function untilStored(home: Home, count: number, withinMs?: number): Promise<void> {
  await until(`${count} observations are stored`, () => stored(home) >= count, withinMs);
}

export function inboxFiles(home: Home): string[] {
  const folder = home.paths.inbox;
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+\.\d+$/.test(name)) : [];
}

export async function untilTakenIn(home: Home): Promise<void> {
  await until("the inbox is empty", () => inboxFiles(home).length === 0);
}

export async function daemonOf(home: Home): Promise<Connection> {
  const found = await findDaemon(home.paths);
  if (!found) throw new Error("no daemon answers");
  return found;
}

export function registeredPid(home: Home): number | null {
  try {
    return Number(readFileSync(home.paths.register, "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

/** Stops the daemon, if one runs, and waits until its process has ended. */
export async function stop(home: Home): Promise<void> {
  const found = await findDaemon(home.paths);
  if (!found) return;
  await stopDaemon(home.paths, found);
  await until("the daemon is gone", () => !lives(found.daemon.pid));
}

/** Only for processes that the test itself has started. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Already gone.
  }
}

export function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // What has ended and was not waited for yet (no init in a container) lives no more.
    return !existsSync("/proc/self") || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Everything that runs with this home, registered or not. */
export function processesOf(home: string): number[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && lives(pid))
    .filter((pid) => environmentOf(pid).includes(`TELLBACK_HOME=${home}\0`));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

/** Every file under the home that holds the words. */
export function filesWith(home: Home, words: string): string[] {
  return (readdirSync(home.path, { recursive: true }) as string[])
    .map((name) => join(home.path, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .filter((path) => readFileSync(path).includes(words));
}

/** Payloads as the host sends them. */
/** The turn is complete, with the file that the agent wrote. */
export function untilWorkedOn(home: Home, file: string): Promise<void> {
  return until(`a turn has changed ${file}`, () =>
    rows<{ files: string }>(home, "select files from turns").some(({ files }) => files.includes(file)),
  );
}

export const payload = {
  tool: (session: string, id: string, more: object = {}): string =>
    JSON.stringify({
      session_id: session,
      cwd: "/nowhere/project",
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: `echo ${id}`, description: `Say ${id}` },
      tool_response: { stdout: id, stderr: "", interrupted: false },
      tool_use_id: `toolu_${id}`,
      prompt_id: `prompt-of-${session}`,
      ...more,
    }),
  /** A file that the agent wrote: work that a later session is reminded of. */
  write: (session: string, file: string): string => {
    const path = `/nowhere/project/${file}`;
    const tool_input = { file_path: path, content: `The content of ${file}` };
    const tool_response = {
      type: "create",
      filePath: path,
      content: tool_input.content,
      structuredPatch: [],
    };
    return payload.tool(session, file, { tool_name: "Write", tool_input, tool_response });
  },
  prompt: (session: string, words: string, more: object = {}) =>
    JSON.stringify({
      session_id: session,
      cwd: "/nowhere/project",
      hook_event_name: "UserPromptSubmit",
      prompt: words,
      prompt_id: `prompt-of-${session}`,
      ...more,
    }),
  stop: (session: string, more: object = {}) =>
    JSON.stringify({
      session_id: session,
      cwd: "/nowhere/project",
      hook_event_name: "Stop",
      prompt_id: `prompt-of-${session}`,
      ...more,
    }),
  start: (session: string, more: object = {}) =>
    JSON.stringify({
      session_id: session,
      cwd: "/nowhere/project",
      hook_event_name: "SessionStart",
      source: "startup",
      ...more,
    }),
};

// The outer layer: bubblewrap, where it works. A child then has no network, no other process, no environment, and of
// the file system only the runtime, read-only. Whether it works is found out by a trial, because kernels and containers
// forbid it in many ways.

import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { seccompFilter } from "./seccomp.ts";

export interface Outer {
  /** What stands between a program and the machine, besides the language's own machine. */
  walls: readonly Wall[];
  /** The command that runs `command` inside. The filter of system calls is read from file descriptor 3. */
  wrap(command: readonly string[], readable: readonly string[]): string[];
  filter: Buffer | null;
}

export const outerWalls = ["bubblewrap", "a filter of system calls"] as const;
type Wall = (typeof outerWalls)[number];

const libraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64"];
const trialMs = 5_000;
let found: Promise<Outer | null> | undefined;

export function outerLayer(): Promise<Outer | null> {
  found ??= tryBubblewrap("bwrap");
  return found;
}

/** `program`: another name in the test of a machine without it. */
export async function tryBubblewrap(program: string): Promise<Outer | null> {
  if (process.platform !== "linux") return null;
  for (const filter of [seccompFilter(process.arch), null]) {
    const outer: Outer = {
      walls: filter === null ? ["bubblewrap"] : outerWalls,
      wrap: (command, readable) => [program, ...wrap(command, readable, filter)],
      filter,
    };
    if (await works(outer)) return outer;
  }
  return null;
}

function works({ wrap: wrapped, filter }: Outer): Promise<boolean> {
  const [program = "", ...args] = wrapped([process.execPath, "-p", "'inside'"], []);
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: {},
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    // Not the option of spawn: its timer outlives a program that does not exist, and keeps the process alive.
    const late = setTimeout(() => child.kill("SIGKILL"), trialMs);
    const end = (isInside: boolean) => {
      clearTimeout(late);
      resolve(isInside);
    };
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += String(chunk);
    });
    child.on("error", () => end(false));
    child.on("close", () => end(printed.startsWith("inside")));
    feed(child.stdio[3], filter);
  });
}

/** Bubblewrap reads the filter before it starts the child. */
export function feed(pipe: unknown, filter: Buffer | null): void {
  const writable = pipe as NodeJS.WritableStream | null | undefined;
  writable?.on("error", () => {});
  if (filter) writable?.write(filter);
  writable?.end();
}

function wrap(command: readonly string[], readable: readonly string[], filter: Buffer | null): string[] {
  const [program = "", ...args] = command;
  const node = realpathSync(program);
  const shown = [...libraries.filter((path) => existsSync(path)), node, ...readable];
  return [
    ...["--unshare-all", "--die-with-parent", "--new-session", "--clearenv", "--as-pid-1"],
    ...["--cap-drop", "ALL", "--hostname", "sandbox"],
    ...shown.flatMap((path) => ["--ro-bind", path, path]),
    ...["--dev", "/dev", "--chdir", "/"],
    ...(filter === null ? [] : ["--seccomp", "3"]),
    ...["--", node, ...args],
  ];
}

// Runs a program that ends with us, for git and for tools of the user: within its time, with a limit on its CPU seconds, and together with all
// that it started. On POSIX a shell watches a pipe of ours beside the program: it closes when we end, whatever ended us.

import { type ChildProcess, spawn } from "node:child_process";
import type { Writable } from "node:stream";

export interface Bounds {
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** In bytes of stdout and of stderr; a program that prints more is ended. */
  maxOutput: number;
  /** Ends it as the end of its time does. */
  stop?: AbortSignal | undefined;
  cwd?: string;
  /** Given on stdin. */
  input?: string;
}

/** `code` is null if the program could not be started, or was ended. */
export interface ProcessResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

// The shell becomes the program. Its process group has the shell's id; only we write into the pipe, when all is over.
const watched = 'ulimit -t "$0"; { read -r _ || kill -9 -$$; } <&3 >/dev/null 2>&1 & exec "$@" 3<&-';
const isWindows = process.platform === "win32";

export function runBound(program: string, args: readonly string[], bounds: Bounds): Promise<ProcessResult> {
  const cpuSeconds = String(Math.ceil(bounds.timeoutMs / 1000) + 1);
  const place = { env: bounds.env, ...(bounds.cwd !== undefined && { cwd: bounds.cwd }) };
  const child = isWindows
    ? spawn(program, args, { ...place, windowsHide: true })
    : spawn("/bin/sh", ["-c", watched, cpuSeconds, program, ...args], {
        ...place,
        detached: true,
        stdio: [bounds.input === undefined ? "ignore" : "pipe", "pipe", "pipe", "pipe"],
      });
  const pipe = child.stdio[3] as Writable | undefined;
  pipe?.on("error", () => {});
  // A program need not read what it is given.
  child.stdin?.on("error", () => {});
  child.stdin?.end(bounds.input ?? "");
  const { promise, resolve } = Promise.withResolvers<ProcessResult>();
  let wasEnded = false;
  const end = () => {
    wasEnded = true;
    endGroup(child);
  };
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream?.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > bounds.maxOutput) end();
      else chunks.push(chunk);
    });
    return () => Buffer.concat(chunks).toString("utf8");
  }) as [() => string, () => string];
  const timer = setTimeout(end, bounds.timeoutMs);
  bounds.stop?.addEventListener("abort", end);
  if (bounds.stop?.aborted) end();
  child.once("error", () => settle(null));
  child.once("exit", () => pipe?.end("\n"));
  child.once("close", settle);
  function settle(code: number | null): void {
    clearTimeout(timer);
    bounds.stop?.removeEventListener("abort", end);
    resolve({ code: wasEnded ? null : code, stdout: stdout(), stderr: stderr() });
  }
  return promise;
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (isWindows) child.kill("SIGKILL");
    else process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

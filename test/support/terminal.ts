// A command in a real terminal of 80 columns, by util-linux's `script`: what it writes there, and keys typed into it.

import { spawn, spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { type Available, unavailable } from "./available.ts";
import { entry, environment, type Home } from "./tellback.ts";

export const terminal: Available<object> =
  spawnSync("script", ["--version"]).status === 0 ? { ok: true } : unavailable("script", "not installed");

export interface Typed {
  /** Typed as soon as the terminal shows it. */
  after: string;
  keys: string;
}

/** Everything that reached the terminal until the command ended. */
export async function inTerminal(
  home: Home,
  args: readonly string[],
  options: { columns?: number; cwd?: string; env?: Record<string, string>; typed?: readonly Typed[] } = {},
): Promise<string> {
  const words = [process.execPath, entry, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const line = `stty cols ${options.columns ?? 80} rows 24; exec ${words.join(" ")}`;
  const child = spawn("script", ["-qec", line, "/dev/null"], {
    cwd: options.cwd ?? home.path,
    env: { ...environment(home, options.env), TERM: "xterm-256color", SHELL: "/bin/sh" },
  });
  let shown = "";
  child.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString("utf8");
  });
  child.stdin.on("error", () => {});
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  let from = 0;
  for (const { after, keys } of options.typed ?? []) {
    while (!shown.includes(after, from) && child.exitCode === null) await pause(20);
    from = shown.length;
    child.stdin.write(keys);
  }
  await ended;
  return shown;
}

// The only file that runs git. A repository that nobody trusts yet may name programs in its settings (filters, a file
// system monitor, hooks, transports, those of its submodules), so git runs only commands that need none of them, with
// all of them switched off.

import { environmentForGit } from "../config/environment.ts";
import { runBound } from "./bound-process.ts";
import { revealedPath } from "./covered-paths.ts";

/** Output of git for one folder; null if it fails or the time is up. Paths may be as they are stored. */
export type Git = (...args: string[]) => Promise<string | null>;

const maxOutput = 16 * 1024 * 1024;
const switchedOff = ["-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null", "--no-pager"];

/** Null if git cannot be run safely, or at all. `stop` ends a run as the end of its time does. */
export async function gitIn(folder: string, until: number, stop?: AbortSignal): Promise<Git | null> {
  const ask =
    (settings: readonly string[]): Git =>
    (...args) =>
      run([...switchedOff, ...settings, "-C", revealedPath(folder), ...args.map(revealedPath)], until, stop);
  const keys = await ask([])("config", "--null", "--name-only", "--list");
  const emptied = keys === null ? null : withoutFilters(keys.split("\0"));
  return emptied && ask(emptied);
}

/**
 * Git compares the content of a file that changed in the second in which the index was written, and sends it through
 * the filter that .gitattributes names. Null if a filter's name cannot be written on a command line.
 */
export function withoutFilters(keys: readonly string[]): string[] | null {
  const names = new Set(keys.flatMap((key) => /^filter\.(.*)\.[^.]+$/s.exec(key)?.[1] ?? []));
  if ([...names].some((name) => name.includes("="))) return null;
  const settings = ["clean=", "smudge=", "process=", "required=false"];
  return [...names].flatMap((name) => settings.flatMap((setting) => ["-c", `filter.${name}.${setting}`]));
}

async function run(args: readonly string[], until: number, stop?: AbortSignal): Promise<string | null> {
  const timeoutMs = Math.ceil(until - performance.now());
  if (timeoutMs <= 0) return null;
  const { code, stdout } = await runBound("git", args, {
    ...{ env: environmentForGit(), timeoutMs, maxOutput, stop },
  });
  return code === 0 ? stdout : null;
}

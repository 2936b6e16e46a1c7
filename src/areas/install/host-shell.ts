// The shell in which a host agent runs commands: whether it finds `tellback`, and what to call it there if it does not.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { entryPath } from "../../client/entry.ts";
import { plainWord } from "../../config/command-word.ts";
import { hostShell } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import { version } from "../../platform/version.ts";
import type { Target } from "./change.ts";
import { wholeFile } from "./edit.ts";
import { readManifest } from "./manifest.ts";
import { isUsualHome, quoted } from "./tellback-files.ts";

const execute = promisify(execFile);
const answerWithinMs = 20_000;

/** What a host's shell prints for `WORD --version`; null if it cannot run it. */
export async function versionInShell(word: string): Promise<string | null> {
  const { shell, env } = hostShell();
  const options = { env, cwd: homedir(), timeout: answerWithinMs };
  try {
    return (await execute(shell, ["-c", `${word} --version`], options)).stdout.trim();
  } catch {
    return null;
  }
}

export interface ShellCommand {
  /** What to type. */
  word: string;
  /** A file in a folder of the user's PATH that makes the name known. */
  targets: Target[];
}

/** The name if the shell finds it, or can find it after the installation; else the path of the script in tellback's home. */
export async function chooseCommand(paths: Paths): Promise<ShellCommand> {
  const own = join(homedir(), ".local/bin", plainWord);
  const { folders } = hostShell();
  const isOurs = readManifest(paths).installed.some(({ files }) => files.some(({ path }) => path === own));
  const isKnown = folders.some((folder) => existsSync(join(folder, plainWord)));
  const isReachable = process.platform !== "win32" && folders.includes(join(homedir(), ".local/bin"));
  if (isOurs || (!isKnown && isReachable && !existsSync(own)))
    return { word: isReachable ? plainWord : pathWord(paths), targets: [ownCommand(paths, own)] };
  const isIt = isKnown && (await versionInShell(plainWord)) === version;
  return { word: isIt ? plainWord : pathWord(paths), targets: [] };
}

function ownCommand(paths: Paths, path: string): Target {
  const text = `#!/bin/sh\n# Written by \`tellback install\`; \`tellback uninstall\` removes it.\nexec ${scriptOf(paths)} "$@"\n`;
  return { path, what: "command", edit: wholeFile(text), mode: 0o755 };
}

function pathWord(paths: Paths): string {
  if (process.platform !== "win32")
    return isUsualHome(paths) ? scriptOf(paths) : `TELLBACK_HOME=${quoted(paths.home)} ${scriptOf(paths)}`;
  return [process.execPath, entryPath].map((path) => `"${path.replaceAll("\\", "/")}"`).join(" ");
}

function scriptOf({ home }: Paths): string {
  const path = join(home, "bin", plainWord);
  return /^[\w./@+-]+$/.test(path) ? path : quoted(path);
}

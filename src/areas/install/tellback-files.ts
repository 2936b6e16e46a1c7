// The files of an installation: two small scripts with a permanent location in tellback's home (an update may move the
// package, and npx's cache is cleared), and the plugin's skills, commands and agents under names of their own.

import { globSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { entryPath, packageRoot } from "../../client/entry.ts";
import { inShell } from "../../config/command-word.ts";
import type { Paths } from "../../config/paths.ts";
import type { Target } from "./change.ts";
import { wholeFile } from "./edit.ts";

const plugin = join(packageRoot, "plugin");

export function scriptTargets({ home }: Paths): Target[] {
  return ["hooks/hook.sh", "hooks/hook.ps1", "bin/tellback"].map((name) => ({
    path: join(home, name),
    what: "script",
    edit: wholeFile(readFileSync(join(plugin, name), "utf8")),
    mode: 0o700,
  }));
}

/** The program and arguments that start the MCP server with the newest tellback on this machine. */
export function mcpCommand(paths: Paths): { command: string; args: string[]; env: Record<string, string> } {
  const env = isUsualHome(paths) ? {} : { TELLBACK_HOME: paths.home };
  if (process.platform === "win32") return { command: process.execPath, args: [entryPath, "mcp"], env };
  return { command: join(paths.home, "bin/tellback"), args: ["mcp"], env };
}

/** The hook's script where it can be started without a shell, which takes less time; null where it needs one. */
export function directCommand(paths: Paths, scope: "user" | "project"): string | null {
  const isPlain = process.platform !== "win32" && scope === "user" && isUsualHome(paths);
  return isPlain ? join(paths.home, "hooks/hook.sh") : null;
}

/** The hook of a host as a line for the shell. */
export function shellCommand(paths: Paths, scope: "user" | "project", host: string, args: string[]): string {
  if (process.platform === "win32") return `"${process.execPath}" "${entryPath}" hook ${host}`;
  const words = [...(host === "claude-code" ? [] : ["--host", host]), ...args].join(" ");
  if (scope === "project") {
    // Others share the same file: for a user without tellback the hook does nothing.
    const script = `"\${TELLBACK_HOME:-$HOME/.tellback}/hooks/hook.sh"`;
    return `! [ -x ${script} ] || ${script} ${words}`;
  }
  const script = quoted(join(paths.home, "hooks/hook.sh"));
  return isUsualHome(paths) ? `${script} ${words}` : `TELLBACK_HOME=${quoted(paths.home)} ${script} ${words}`;
}

/** The same line for PowerShell. */
export function powerShellCommand(
  paths: Paths,
  scope: "user" | "project",
  host: string,
  args: string[],
): string {
  const words = ["-TellbackHost", host, ...args].join(" ");
  const home = `$(if ($env:TELLBACK_HOME) { $env:TELLBACK_HOME } else { Join-Path $HOME '.tellback' })`;
  if (scope === "project")
    return `$script = Join-Path "${home}" 'hooks/hook.ps1'; if (Test-Path $script) { $input | & $script ${words} }`;
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const set = isUsualHome(paths) ? "" : `$env:TELLBACK_HOME = ${literal(paths.home)}; `;
  return `${set}$input | & ${literal(join(paths.home, "hooks/hook.ps1"))} ${words}`;
}

/** A file that runs inside a host, in one piece; it finds tellback's home by itself unless that is an unusual one. */
export function inProcessFile(paths: Paths, scope: "user" | "project", host: string, name: string): string {
  const file = (one: string) => readFileSync(join(plugin, "hosts", one), "utf8");
  const home = scope === "project" || isUsualHome(paths) ? "" : paths.home;
  const tell = file("tell.js")
    .replace(/^(?:\/\/.*\n)+\n/, "")
    .replace(/^export /m, "")
    .replace(/^const host = "";$/m, () => `const host = ${JSON.stringify(host)};`)
    .replace(/^const givenHome = "";$/m, () => `const givenHome = ${JSON.stringify(home)};`);
  return file(name).replace('import { tell } from "./tell.js";\n', () => tell);
}

export function isUsualHome(paths: Paths): boolean {
  return paths.home === join(homedir(), ".tellback");
}

export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** skills/memory-search → skills/tellback-memory-search; commands/recall.md → commands/tellback/recall.md (/tellback:recall). */
export function guideTargets(folder: string, word: string): Target[] {
  const files = globSync(["skills/*/SKILL.md", "commands/*.md", "agents/*.md"], { cwd: plugin }).sort();
  return files.map((name) => {
    const text = readFileSync(join(plugin, name), "utf8");
    return {
      path: join(folder, nameInSettings(name)),
      what: "guide",
      edit: wholeFile(inShell(forSettings(name, text), word)),
    };
  });
}

/** Outside of the plugin, tools and skills have other names. */
function forSettings(name: string, text: string): string {
  const renamed = text.replaceAll("mcp__plugin_tellback_tellback__", "mcp__tellback__");
  return name.startsWith("skills/") ? renamed.replace(/^name: (.*)$/m, "name: tellback-$1") : renamed;
}

function nameInSettings(name: string): string {
  return name
    .replace(/^skills\//, "skills/tellback-")
    .replace(/^commands\//, "commands/tellback/")
    .replace(/^agents\//, "agents/tellback-");
}

// Whether Claude Code really passes its events to tellback: the client, the hooks in its settings, their last events,
// the registered MCP server, and other memory tools.

import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, globSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "jsonc-parser";
import { hooks as expectedHooks } from "../../agents/claude-code/hooks.ts";
import { entryPath, packageRoot, writeLauncher } from "../../client/entry.ts";
import { commandWord, keepCommandWord } from "../../config/command-word.ts";
import {
  claudeConfigDir,
  claudeLocations,
  claudeStateFile,
  hookProcessEnvironment,
  hostShell,
} from "../../config/environment.ts";
import { hooksSeen } from "../../config/hook-log.ts";
import type { Paths } from "../../config/paths.ts";
import { isNewer, version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { plural } from "../../protocol/plural.ts";
import { makeInstall, planInstall } from "../install/change.ts";
import { ownHooks } from "../install/hooks-edit.ts";
import { chooseCommand, versionInShell } from "../install/host-shell.ts";
import { hostNamed, targetsOf } from "../install/hosts.ts";
import { isObject, type JsonObject, readObject } from "../install/json-file.ts";
import { readManifest } from "../install/manifest.ts";
import { findNeighbours, objectIn } from "../install/neighbours.ts";
import { readIfExists } from "../install/user-files.ts";
import { when } from "../text/output.ts";
import { degraded, type Finding, type Outcome, pending, timed } from "./finding.ts";
import { shakeHands } from "./handshake.ts";

const execute = promisify(execFile);
/** The first version with hooks without a shell, and with the answers that tellback gives. */
const minClient = "2.1.0";
const settlingMs = 10 * 60_000;

export async function* checkClaudeCode(paths: Paths): AsyncGenerator<Finding> {
  yield await timed("client", "degraded", checkClient);
  yield await timed("settings", "degraded", checkSettings);
  yield await timed("hooks", "degraded", () => checkHooks(paths));
  yield await timed("firing", "degraded", () => checkFiring(paths));
  yield await timed("launcher", "degraded", () => checkLauncher(paths));
  yield await timed("shell", "degraded", () => checkShell(paths));
  yield await timed("mcp", "degraded", () => checkMcp(paths));
  yield await timed("peers", "degraded", checkPeers);
}

async function checkClient(): Promise<Outcome> {
  const client = claudeLocations().find(isExecutable);
  if (!client) {
    const absent = isInstalled() ? degraded : pending;
    return absent(
      "Claude Code is not on the PATH",
      "Install it, or use tellback with another host: `tellback install --host NAME`.",
    );
  }
  const { stdout } = await execute(client, ["--version"], { timeout: 20_000 });
  const [found = "?"] = stdout.split(/\s/);
  return isNewer(minClient, found)
    ? degraded(`Claude Code ${found} is older than tellback's hooks need`, "Run `claude update`.")
    : { found: `Claude Code ${found}` };
}

function settingsFiles(): string[] {
  const config = claudeConfigDir(homedir());
  const here = join(process.cwd(), ".claude");
  return [...new Set([config, here])].flatMap((folder) => [
    join(folder, "settings.json"),
    join(folder, "settings.local.json"),
  ]);
}

/** What is wrong with the containers that tellback edits, as the client sees them; null if nothing. */
function wrongTypeIn({ hooks, permissions, enabledPlugins }: JsonObject): string | null {
  for (const [name, value] of Object.entries({ hooks, permissions, enabledPlugins })) {
    if (value !== undefined && !isObject(value)) return `"${name}" is not an object`;
  }
  const [event] = Object.entries(isObject(hooks) ? hooks : {}).find(([, list]) => !Array.isArray(list)) ?? [];
  return event === undefined ? null : `"hooks.${event}" is not a list`;
}

/** The client ignores a file that it cannot read, with all its hooks. */
function checkSettings(): Outcome {
  const there = settingsFiles().filter((path) => existsSync(path));
  for (const path of there) {
    const value = readObject((readIfExists(path)?.toString("utf8") ?? "{}").replace(/^\uFEFF/, ""), path);
    const wrong = wrongTypeIn(value);
    if (wrong) {
      return degraded(
        `${path}: ${wrong}, so Claude Code cannot use it`,
        "Repair it, then `tellback install`.",
      );
    }
    if (value.disableAllHooks === true) {
      return degraded(
        `${path} disables all hooks`,
        "Remove disableAllHooks from it: without hooks tellback captures nothing.",
      );
    }
  }
  return { found: there.length === 0 ? "none" : `${plural(there.length, "file")}, valid` };
}

function checkHooks(paths: Paths): Outcome {
  const { plugin, hooksIn } = findNeighbours(process.cwd());
  if (plugin && hooksIn.length > 0) {
    return degraded(
      `tellback is installed twice: as the plugin ${plugin} and in ${hooksIn.join(", ")}`,
      `Keep one: run \`tellback uninstall\`, or \`claude plugin uninstall ${plugin}\`.`,
    );
  }
  if (hooksIn.length > 1) {
    return degraded(
      `tellback is installed twice: in ${hooksIn.join(" and in ")}`,
      "Keep one: run `tellback uninstall --scope project`, or `--scope user`.",
    );
  }
  if (plugin) return { found: `from the plugin ${plugin}` };
  if (hooksIn.length === 0) {
    const route = join(packageRoot, "plugin");
    return pending("not installed yet", `Run \`tellback install\`, or: claude --plugin-dir ${route}`);
  }
  const [where = ""] = hooksIn;
  const seen = Object.keys(ownHooks(readFileSync(where, "utf8").replace(/^\uFEFF/, ""), where));
  const events = Object.keys(expectedHooks);
  const missing = events.filter((event) => !seen.includes(event));
  if (missing.length > 0) {
    return degraded(
      `${where} has tellback's hooks for ${seen.length} of ${events.length} events; missing: ${missing.join(", ")}`,
      "`tellback install` adds them.",
      () => repair(paths),
    );
  }
  const script = join(paths.home, "hooks/hook.sh");
  if (process.platform !== "win32" && !isExecutable(script)) {
    return degraded(
      `${script} is missing or not executable`,
      "`tellback install --force` writes it again.",
      () => repair(paths),
    );
  }
  const old = readManifest(paths).installed.find((one) => isNewer(version, one.version));
  if (old) {
    return degraded(`the hooks belong to tellback ${old.version}`, "`tellback install` updates them.", () =>
      repair(paths),
    );
  }
  return { found: `in ${hooksIn.join(", ")}` };
}

/** Writes the files of an earlier installation by this tellback again. */
export async function repair(paths: Paths): Promise<string> {
  const { word, targets } = await chooseCommand(paths);
  for (const { who, targets: ofHost } of installations(paths, word))
    makeInstall(paths, who, planInstall(paths, who, [...ofHost, ...targets], false));
  keepCommandWord(paths, word);
  return "installed again";
}

/** For every host: another program may have written an entry under tellback's key since. */
export function checkEntries(paths: Paths): Outcome {
  const found = installations(paths, commandWord(paths));
  for (const { who, targets } of found) {
    try {
      planInstall(paths, who, targets, false);
    } catch (error) {
      const { message } = TellbackError.from(error);
      return degraded(
        message,
        "Rename or remove it, then `tellback install`; or `tellback install --force`.",
      );
    }
  }
  return found.length === 0
    ? pending("not installed yet", "Run `tellback install`.")
    : { found: `those of ${found.map(({ who }) => hostNamed(who.host).title).join(", ")} are tellback's` };
}

function installations(paths: Paths, command: string) {
  return readManifest(paths).installed.map(({ host, scope, folder }) => {
    const who = { host, scope, folder, version };
    return { who, targets: targetsOf(hostNamed(host), paths, { ...who, command }) };
  });
}

/** A transcript that grew without a hook: the client runs, and tellback does not receive its events. */
function checkFiring(paths: Paths): Outcome {
  const seen = Object.entries(hooksSeen(paths)).sort(([, a], [, b]) => b.localeCompare(a));
  const written = newestTranscript();
  const [last] = seen;
  if (!last && !isInstalled()) return pending("not installed yet", "Run `tellback install`.");
  if (!last) {
    return written === null
      ? { found: "no session yet" }
      : degraded(
          "no hook has run yet",
          "Start a new session of Claude Code; running sessions do not load new hooks.",
        );
  }
  if (written !== null && written - Date.parse(last[1]) > settlingMs) {
    const at = when(new Date(written).toISOString());
    return degraded(
      `the last hook ran at ${when(last[1])}, but Claude Code was used at ${at}`,
      "Check /hooks in Claude Code; sessions started before the installation do not load new hooks.",
    );
  }
  return { found: seen.map(([event, at]) => `${event} ${when(at)}`).join(", ") };
}

function newestTranscript(): number | null {
  const folder = join(claudeConfigDir(homedir()), "projects");
  const times = globSync("*/*.jsonl", { cwd: folder }).map((name) => statSync(join(folder, name)).mtimeMs);
  return times.length === 0 ? null : Math.max(...times);
}

/** Hooks and the MCP server start tellback by this file. */
function checkLauncher(paths: Paths): Outcome {
  const [node = "", entry = ""] = existsSync(paths.launcher)
    ? readFileSync(paths.launcher, "utf8").split("\n")
    : [];
  const fix = () => {
    writeLauncher(paths);
    return `it names ${entryPath} now`;
  };
  const gone = [node, entry].find((path) => !existsSync(path));
  if (gone !== undefined) {
    return degraded(
      `the launcher names ${gone || "nothing"}, which does not exist`,
      "`tellback doctor --fix` updates it.",
      fix,
    );
  }
  return { found: entry };
}

/** Whether the command that agents get runs in the shell that the host gives their commands to. */
async function checkShell(paths: Paths): Promise<Outcome> {
  const { plugin, hooksIn } = findNeighbours(process.cwd());
  if (hooksIn.length === 0 && plugin) return { found: "the plugin brings `tellback` into the agent's shell" };
  if (hooksIn.length === 0) return pending("not installed yet", "Run `tellback install`.");
  const word = commandWord(paths);
  const found = await versionInShell(word);
  const { shell } = hostShell();
  if (found === version) return { found: `${word} runs in ${shell}` };
  return degraded(
    found === null
      ? `${shell} cannot run ${word}, the command that agents get`
      : `${word}, the command that agents get, is tellback ${found}`,
    "`tellback install` finds out what works there.",
    () => repair(paths),
  );
}

async function checkMcp(paths: Paths): Promise<Outcome> {
  const registered = registeredServer();
  const { plugin, hooksIn } = findNeighbours(process.cwd());
  if (!registered && !plugin && hooksIn.length > 0) {
    return degraded(
      "Claude Code does not know the MCP server",
      "`tellback install --force` registers it.",
      () => repair(paths),
    );
  }
  const own = { command: process.execPath, args: [entryPath, "mcp"] };
  const { command, args } = registered ?? (plugin ? pluginServer(plugin) : own);
  const tools = await shakeHands(command, args, hookProcessEnvironment(paths.home, process.cwd()));
  if (registered) return { found: `${tools} tools` };
  if (plugin) return { found: `${tools} tools, from the plugin ${plugin}` };
  return pending(`${tools} tools, not registered in Claude Code yet`, "Run `tellback install`.");
}

/** As the client starts it: by the plugin's .mcp.json, in the folder where the client keeps the plugin. */
function pluginServer(name: string): { command: string; args: string[] } {
  const list = objectIn(join(claudeConfigDir(homedir()), "plugins/installed_plugins.json")).plugins;
  const [entry] = [isObject(list) ? list[name] : undefined].flat();
  const known = isObject(entry) && typeof entry.installPath === "string" ? entry.installPath : "";
  const folder = existsSync(join(known, ".mcp.json")) ? known : join(packageRoot, "plugin");
  const { mcpServers } = objectIn(join(folder, ".mcp.json"));
  const server = isObject(mcpServers) && isObject(mcpServers.tellback) ? mcpServers.tellback : {};
  const inPlugin = (text: unknown) => String(text).replace(/\$\{CLAUDE_PLUGIN_ROOT\}/g, () => folder);
  return {
    command: inPlugin(server.command),
    args: Array.isArray(server.args) ? server.args.map(inPlugin) : [],
  };
}

function isInstalled(): boolean {
  const { plugin, hooksIn } = findNeighbours(process.cwd());
  return plugin !== null || hooksIn.length > 0;
}

function registeredServer(): { command: string; args: string[] } | null {
  const path = claudeStateFile(homedir());
  const value = existsSync(path) ? parse(readFileSync(path, "utf8")) : null;
  const server = value?.mcpServers?.tellback ?? value?.projects?.[process.cwd()]?.mcpServers?.tellback;
  return server && typeof server.command === "string"
    ? { command: server.command, args: server.args ?? [] }
    : null;
}

function checkPeers(): Outcome {
  const { peers, nativeMemory } = findNeighbours(process.cwd());
  const native = nativeMemory
    ? "Claude Code's own memory is on, which is fine"
    : "Claude Code's own memory is off";
  if (peers.length === 0) return { found: native };
  const names = peers.map(({ name, where }) => `${name} (${where})`).join(", ");
  return degraded(`another memory tool is installed: ${names}`, "Both work; you pay for the tokens of both.");
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

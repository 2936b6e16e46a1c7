// What tellback takes from its environment besides settings: the facts that a host gives to hooks and MCP servers, the
// folders of hosts and programs, and the environment for each program that tellback starts.

import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { HostFolder } from "../protocol/hosts.ts";

export interface HookEnvironment {
  /** The project's root: unlike the payload's cwd it does not follow the agent's `cd`. */
  projectDir: string;
}

/** Other hosts name the project in the payload; there the variable may be inherited from an outer Claude Code. */
export function hookEnvironment(host: string): HookEnvironment {
  return { projectDir: host === "claude-code" ? (process.env.CLAUDE_PROJECT_DIR ?? "") : "" };
}

export interface McpEnvironment {
  projectDir: string | undefined;
  /** The session that started the server; it may have ended since. */
  sessionId: string | undefined;
  cwd: string;
}

/** What a host passes to the MCP server that it starts. */
export function mcpEnvironment(): McpEnvironment {
  return {
    projectDir: process.env.CLAUDE_PROJECT_DIR || undefined,
    sessionId: process.env.CLAUDE_CODE_SESSION_ID || undefined,
    cwd: process.cwd(),
  };
}

export interface CallerEnvironment {
  /** The host session in which a command runs. */
  sessionId: string | undefined;
  /** Who runs it. */
  agent: string;
}

/** Who runs a command: an agent in its shell, or a person. */
export function callerEnvironment(): CallerEnvironment {
  const isAgent = process.env.CLAUDECODE !== undefined && process.env.CLAUDECODE !== "";
  return {
    sessionId: process.env.CLAUDE_CODE_SESSION_ID || undefined,
    agent: isAgent ? "claude-code" : "user",
  };
}

/** TELLBACK_DEBUG=1 does what `--debug` does, for commands that other programs run. */
export function isDebugging(): boolean {
  return !["", "0", "false"].includes(process.env.TELLBACK_DEBUG ?? "");
}

/** The user's editor, as other programs choose it. */
export function editorCommand(): string {
  return process.env.VISUAL || process.env.EDITOR || (process.platform === "win32" ? "notepad" : "vi");
}

/** Where Claude Code keeps its transcripts. */
export function claudeConfigDir(home: string): string {
  return process.env.CLAUDE_CONFIG_DIR ?? `${home}/.claude`;
}

/** The file in which Claude Code keeps its state and the user's MCP servers. */
export function claudeStateFile(home: string): string {
  return join(process.env.CLAUDE_CONFIG_DIR ?? home, ".claude.json");
}

/** The folder in which a host keeps its settings: a project's, or without a project the user's. */
export function hostFolder(
  { user, project: inProject, moved }: HostFolder,
  home: string,
  project: string | null,
): string {
  if (project !== null) return join(project, inProject);
  const [variable = "", beginning = ""] = moved ?? [];
  const elsewhere = process.env[variable];
  return elsewhere ? join(elsewhere, user.slice(beginning.length)) : join(home, user);
}

/** Where other memory tools keep their stores, as their own settings say. */
export function storesOfOtherTools(
  home: string,
): Record<"claude-mem" | "episodic-memory" | "engram" | "ctx" | "basic-memory", string> {
  const env = process.env;
  const superpowers =
    env.EPISODIC_MEMORY_CONFIG_DIR ||
    env.PERSONAL_SUPERPOWERS_DIR ||
    join(env.XDG_CONFIG_HOME || join(home, ".config"), "superpowers");
  return {
    "claude-mem": join(env.CLAUDE_MEM_DATA_DIR || join(home, ".claude-mem"), "claude-mem.db"),
    "episodic-memory": env.EPISODIC_MEMORY_DB_PATH || join(superpowers, "conversation-index", "db.sqlite"),
    engram: join(env.ENGRAM_DATA_DIR || join(home, ".engram"), "engram.db"),
    ctx: join(home, ".ctx", "store.db"),
    "basic-memory": env.BASIC_MEMORY_HOME || join(home, "basic-memory"),
  };
}

/** The file of the MCP memory server, if the user's settings name one. */
export function mcpMemoryFile(): string | null {
  return process.env.MEMORY_FILE_PATH || null;
}

/** The environment for a daemon that a hook starts: the project's DATABASE_URL is not tellback's. */
export function environmentForDaemon(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...rest } = process.env;
  return hookRuns() ? rest : process.env;
}

function hookRuns(): boolean {
  return process.env.CLAUDE_PROJECT_DIR !== undefined || process.argv[2] === "hook";
}

/** What a host passes to a hook, for the doctor's canary. */
export function hookProcessEnvironment(home: string, projectDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TELLBACK_HOME: home,
    CLAUDE_PROJECT_DIR: projectDir,
  };
}

export interface HostShell {
  shell: string;
  env: NodeJS.ProcessEnv;
  /** The folders of its PATH. */
  folders: string[];
}

/** Folders that npm puts on the PATH of what it runs, and of nothing else. */
const ofNpm = /[\\/](?:node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/;

/** The shell that a host agent gives its commands to, with the PATH of the terminal that it is started in. */
export function hostShell(env: NodeJS.ProcessEnv = process.env): HostShell {
  const folders = (env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !ofNpm.test(folder));
  const own = env.SHELL ?? "";
  const shell = /[\\/](?:ba|z|da|k)?sh$/.test(own) ? own : process.platform === "win32" ? "bash" : "/bin/sh";
  return { shell, folders, env: { ...env, PATH: folders.join(delimiter) } };
}

/** What Claude Code needs from the environment to find its own login: its location, or that of a cloud. */
const claudeLogin =
  /^CLAUDE_(CONFIG_DIR|CODE_(OAUTH_TOKEN|USE_[A-Z]+|SKIP_[A-Z]+_AUTH|CLIENT_(CERT|KEY).*|API_KEY_HELPER.*))$/;
/** The daemon may have been started inside a project: tellback must not use that project's key, server or session. */
const notForClaude =
  /^(CLAUDE.*|ANTHROPIC_(API_KEY|AUTH_TOKEN|BASE_URL|CUSTOM_HEADERS)|TELLBACK_.*|DATABASE_URL)$/;

/** The environment in which tellback runs the user's Claude Code. */
export function environmentForClaude(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => claudeLogin.test(name) || !notForClaude.test(name)),
  );
}

/** The environment in which tellback runs git: no outside settings, no prompts, no locks, no transport. */
export function environmentForGit(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(?:GIT_|SSH_ASKPASS)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // A partial clone fetches missing objects with the program that its settings name. Older gits know only the second.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
  };
}

/** For git with a remote that the user named: it may use the user's keys and helpers, but never asks in a terminal. */
export function environmentForSync(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_(?!SSH)/i.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C", GIT_TERMINAL_PROMPT: "0" };
}

/** For a program that the user trusts as a tool: where programs are, and nothing of a host, a project or tellback. */
export function environmentForTool(toolFolder: string): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, LC_ALL, TMPDIR, USER, SystemRoot } = process.env;
  const kept = { PATH, HOME, LANG, LC_ALL, TMPDIR, USER, SystemRoot, TELLBACK_TOOL_FOLDER: toolFolder };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

/** For sync without a terminal. */
export function syncPassphrase(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env.TELLBACK_SYNC_PASSPHRASE || undefined;
}

/** Where a user's Claude Code may be installed: on the PATH, or where its installers put it. */
export function claudeLocations(env: NodeJS.ProcessEnv = process.env): string[] {
  const home = homedir();
  const usual = [
    join(home, ".local", "bin"),
    join(home, ".claude", "local"),
    "/opt/homebrew/bin",
    "/usr/local/bin",
  ];
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const folders = [...(env.PATH ?? "").split(delimiter), ...usual];
  return folders.filter((folder) => isAbsolute(folder)).map((folder) => join(folder, name));
}

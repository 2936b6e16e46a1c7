// What tellback knows about a host, in one form for all: where its settings are, what an installation writes there, its
// hooks, its history, and what it does not allow. Each folder beside this file has one; all.ts names them. Light: the
// parts that need a parser are loaded when they are used.

import type { HostFolder } from "../protocol/hosts.ts";
import type { Adapter } from "./adapter.ts";
import type { Canary, CanaryWords } from "./canary.ts";
import type { History } from "./history.ts";
import type { Hooks } from "./hook-groups.ts";
import type { Hook, HookTable } from "./hook-table.ts";

export interface Host {
  /** As users type it. */
  name: string;
  title: string;
  folder: HostFolder;
  /** What an installation writes. */
  files(kit: InstallKit): HostFile[];
  /** Gets the plugin's skills, commands and agents too. */
  hasGuides?: true;
  /** What a user should know after the installation. */
  afterwards: string;
  /** Missing where the host runs no hooks: then it uses the MCP server only. */
  hooks?: HookTable;
  adapter?(): Promise<Adapter>;
  /** A tool use as the host reports it, where that is not Claude Code's form. */
  canary?(words: CanaryWords): Canary;
  /** What the host did before tellback, as it keeps it itself. */
  history?: HostHistory;
  /** Where its sessions grow, if the import of its history is not that of the other hosts. */
  sessions?: HostSessions;
  /** At which moments memory can be injected. */
  injects: string;
  /** What the host does not allow, each as a sentence for people. */
  cannot: readonly string[];
}

interface HostSessions {
  folder: HostFolder;
  /** Which of the files below the folder grow while the host works. */
  grows: RegExp;
}

interface HostHistory extends HostSessions {
  /** What the import reads, as the end of "Import the …". */
  what: string;
  load(): Promise<History>;
}

/** What an installation gives to the host. */
export interface InstallKit {
  /** The host's settings folder: the user's or the project's. */
  folder: string;
  project: string | null;
  /** The file in which Claude Code keeps its state. */
  stateFile: string;
  /** The program that starts the MCP server. */
  mcp: { command: string; args: string[]; env: Record<string, string> };
  /** A line for a shell that runs the hook; with the event where the host's payload does not name it. */
  command(hook: Hook, eventName?: string): string;
  /** The same for hosts that keep a line for each shell. */
  inShells(hook: Hook, eventName?: string): { bash: string; powershell: string };
  /** The hook's script where it can be started without a shell; null where it needs one. */
  script: string | null;
  /** The note to the agent. */
  note: string;
  /** A file of tellback's that runs inside the host, with tellback's home filled in. */
  inProcess(name: string): string;
}

export type JsonValue = { [key: string]: unknown };

/** A file of the host; other bytes in it stay as they are, unless it is tellback's as a whole. */
export type HostFile = { path: string; what: string; mode?: number } & (
  | { json: readonly (readonly [path: readonly string[], value: unknown])[]; hooks?: Hooks }
  | { toml: { path: readonly string[]; text: string } }
  | { section: string }
  | { whole: string }
);

type Program = InstallKit["mcp"];

/** The form in which most hosts register an MCP server. */
export function commonServer({ command, args, env }: Program): JsonValue {
  return { command, args, ...(Object.keys(env).length > 0 && { env }) };
}

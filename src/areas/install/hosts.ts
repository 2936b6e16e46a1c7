// The files that tellback edits for each host agent.

import { homedir } from "node:os";
import { basename, join } from "node:path";
import { noteFor } from "../../agents/standing-note.ts";
import { commandWord, inShell, plainWord } from "../../config/command-word.ts";
import { claudeStateFile, hostFolder } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type HostName, hostNames } from "../../protocol/hosts.ts";
import { markdownMarks } from "../../protocol/marks.ts";
import type { Target } from "./change.ts";
import { together } from "./edit.ts";
import { entryEdit } from "./entry-edit.ts";
import { hooksEdit } from "./hooks-edit.ts";
import { hooksFor } from "./host-hooks.ts";
import type { JsonObject } from "./json-file.ts";
import { markedSection } from "./section.ts";
import { guideTargets, mcpCommand, scriptTargets } from "./tellback-files.ts";
import { tomlTable } from "./toml-file.ts";

type Scope = "user" | "project";
export interface Place {
  scope: Scope;
  /** The project's folder in project scope. */
  folder: string | null;
  /** How a shell calls tellback (default: as the last installation found it). */
  command?: string;
  /** Whether the note asks the agent to end its replies with a line for later sessions. */
  closingLine?: boolean;
}

export interface Host {
  name: string;
  targets(paths: Paths, place: Place): Target[];
  /** What a user should know after the installation. */
  afterwards: string;
}

export function hostNamed(name: string): Host {
  const host = (hosts as Record<string, Host>)[name];
  if (host) return host;
  throw new TellbackError("invalid_input", `unknown host "${name}"`, {
    hint: `Known: ${hostNames.join(", ")}. Any other MCP client can run \`tellback mcp\`.`,
  });
}

const mcpOnly = "It can search and add memories; its own work is not captured.";

const hosts: Record<HostName, Host> = {
  "claude-code": {
    name: "Claude Code",
    targets: (paths, place) => [...scriptTargets(paths), ...claudeCodeTargets(paths, place)],
    afterwards: "Restart running sessions to use it.",
  },
  codex: {
    name: "Codex",
    targets: (paths, place) => [...scriptTargets(paths), ...codexTargets(paths, place)],
    afterwards:
      "Codex runs hooks only after you have approved them: it asks at its next start, or see /hooks. Until then it can search the memory, and nothing is captured.",
  },
  gemini: {
    name: "Gemini CLI",
    targets: (paths, place) => [...scriptTargets(paths), geminiTarget(paths, place)],
    afterwards: "Restart running sessions to use it.",
  },
  cursor: jsonHost("Cursor", "mcpServers", (folder) =>
    join(hostFolder("cursor", homedir(), folder), "mcp.json"),
  ),
  opencode: jsonHost(
    "opencode",
    "mcp",
    (folder) => join(hostFolder("opencode", homedir(), folder), "opencode.json"),
    ({ command, args, env }) => ({
      type: "local",
      command: [command, ...args],
      enabled: true,
      ...(Object.keys(env).length > 0 && { environment: env }),
    }),
  ),
};

type Command = ReturnType<typeof mcpCommand>;

function jsonHost(
  name: string,
  key: string,
  fileIn: (folder: string | null) => string,
  form: (command: Command) => JsonObject = commonForm,
): Host {
  return {
    name,
    targets(paths, { folder }) {
      const path = fileIn(folder);
      const edit = entryEdit(path, [key, "tellback"], form(mcpCommand(paths)));
      return [...scriptTargets(paths), { path, what: "MCP server", edit }];
    },
    afterwards: mcpOnly,
  };
}

/** Both parts are in this host's only settings file. */
function geminiTarget(paths: Paths, place: Place): Target {
  const path = join(hostFolder("gemini", homedir(), place.folder), "settings.json");
  const server = entryEdit(path, ["mcpServers", "tellback"], commonForm(mcpCommand(paths)));
  return {
    path,
    what: "hooks, MCP server",
    edit: together(server, hooksEdit(path, hooksFor("gemini", paths, place))),
  };
}

/** hooks.json, not config.toml: tables appended to a list that was written inline would break the file. */
function codexTargets(paths: Paths, place: Place): Target[] {
  const folder = hostFolder("codex", homedir(), place.folder);
  const hooks = join(folder, "hooks.json");
  return [
    {
      path: join(folder, "config.toml"),
      what: "MCP server",
      edit: tomlTable("config.toml", ["mcp_servers", "tellback"], codexTable(paths)),
    },
    { path: hooks, what: "hooks", edit: hooksEdit(hooks, hooksFor("codex", paths, place)) },
  ];
}

function commonForm({ command, args, env }: Command): JsonObject {
  return { command, args, ...(Object.keys(env).length > 0 && { env }) };
}

/** JSON strings are also valid TOML basic strings. */
function codexTable(paths: Paths): string {
  const { command, args, env } = mcpCommand(paths);
  const lines = [
    "[mcp_servers.tellback]",
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
  ];
  const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [...lines, ...(pairs.length > 0 ? [`env = { ${pairs.join(", ")} }`] : [])].join("\n");
}

function claudeCodeTargets(paths: Paths, place: Place): Target[] {
  const { folder, command = commandWord(paths) } = place;
  const word = folder ? sharedWord(command) : command;
  const config = hostFolder("claude-code", homedir(), folder);
  const settings = join(config, "settings.json");
  const instructions = folder ? join(folder, "CLAUDE.md") : join(config, "CLAUDE.md");
  return [
    {
      path: settings,
      what: "hooks",
      edit: hooksEdit(basename(settings), hooksFor("claude-code", paths, place)),
    },
    mcpTarget(paths, folder),
    ...(folder ? [] : guideTargets(config, command)),
    {
      path: instructions,
      what: "a note to the agent",
      edit: markedSection(markdownMarks, inShell(noteFor(place), word)),
    },
  ];
}

/** In project scope the server is registered in the client's own state, for this user: .mcp.json is for everybody. */
function mcpTarget(paths: Paths, folder: string | null): Target {
  const path = claudeStateFile(homedir());
  const where = folder ? ["projects", folder, "mcpServers", "tellback"] : ["mcpServers", "tellback"];
  const server = mcpCommand(paths);
  const guided = { ...server, args: [...server.args, "--no-instructions"] };
  const edit = entryEdit(basename(path), where, { type: "stdio", ...commonForm(guided) });
  return { path, what: "MCP server", edit, mode: 0o600 };
}

/** The note in a project is for everybody who works on it. */
function sharedWord(command: string): string {
  return command === plainWord ? plainWord : "~/.tellback/bin/tellback";
}

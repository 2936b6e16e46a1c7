// The files that tellback edits for a host agent: what the host's folder in agents/ says, as edits.

import { homedir } from "node:os";
import { basename } from "node:path";
import { hookArguments } from "../../agents/hook-table.ts";
import type { Host, HostFile, InstallKit } from "../../agents/host.ts";
import { hostOf, hosts } from "../../agents/hosts.ts";
import { noteFor } from "../../agents/standing-note.ts";
import { commandWord, inShell, plainWord } from "../../config/command-word.ts";
import { claudeStateFile, hostFolder } from "../../config/environment.ts";
import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { markdownMarks } from "../../protocol/marks.ts";
import type { Target } from "./change.ts";
import { type Edit, together, wholeFile } from "./edit.ts";
import { entryEdit } from "./entry-edit.ts";
import { hooksEdit } from "./hooks-edit.ts";
import { markedSection } from "./section.ts";
import {
  directCommand,
  guideTargets,
  inProcessFile,
  mcpCommand,
  powerShellCommand,
  scriptTargets,
  shellCommand,
} from "./tellback-files.ts";
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

export function hostNamed(name: string): Host {
  const host = hostOf(name);
  if (host) return host;
  throw new TellbackError("invalid_input", `unknown host "${name}"`, {
    hint: `Known: ${hosts.map((one) => one.name).join(", ")}. Any other MCP client can run \`tellback mcp\`.`,
  });
}

export function targetsOf(host: Host, paths: Paths, place: Place): Target[] {
  const { folder: project, command = commandWord(paths) } = place;
  const folder = hostFolder(host.folder, homedir(), project);
  const sender = (eventName?: string) => (eventName === undefined ? host.name : `${host.name}.${eventName}`);
  const kit: InstallKit = {
    ...{ folder, project, stateFile: claudeStateFile(homedir()), mcp: mcpCommand(paths) },
    command: (hook, eventName) => shellCommand(paths, place.scope, sender(eventName), hookArguments(hook)),
    inShells: (hook, eventName) => ({
      bash: shellCommand(paths, place.scope, sender(eventName), hookArguments(hook)),
      powershell: powerShellCommand(paths, place.scope, sender(eventName), hookArguments(hook)),
    }),
    script: directCommand(paths, place.scope),
    note: inShell(noteFor(place), project === null ? command : sharedWord(command)),
    inProcess: (name) => inProcessFile(paths, place.scope, host.name, name),
  };
  const guides = host.hasGuides && project === null ? guideTargets(folder, command) : [];
  return [...scriptTargets(paths), ...host.files(kit).map(targetOf), ...guides];
}

function targetOf(file: HostFile): Target {
  const { path, what, mode } = file;
  return { path, what, edit: editOf(file), ...(mode !== undefined && { mode }) };
}

function editOf(file: HostFile): Edit {
  if ("whole" in file) return wholeFile(file.whole);
  if ("section" in file) return markedSection(markdownMarks, file.section);
  const name = basename(file.path);
  if ("toml" in file) return tomlTable(name, file.toml.path, file.toml.text);
  const entries = file.json.map(([where, value]) => entryEdit(name, where, value));
  return together(...entries, ...(file.hooks ? [hooksEdit(name, file.hooks)] : []));
}

/** The note in a project is for everybody who works on it. */
function sharedWord(command: string): string {
  return command === plainWord ? plainWord : "~/.tellback/bin/tellback";
}

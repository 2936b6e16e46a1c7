// engram's hooks in the form that each host's settings and the plugin want them, made from the hosts' tables.

import { hooks as claudeCode } from "../../../agents/claude-code/hooks.ts";
import { hooks as codex } from "../../../agents/codex/hooks.ts";
import { hooks as gemini } from "../../../agents/gemini/hooks.ts";
import { type Hook, type HookTable, hookArguments } from "../../../agents/hook-table.ts";
import type { Paths } from "../../../config/paths.ts";
import type { HookHost } from "../../../protocol/hosts.ts";
import { directCommand, shellCommand } from "./engram-files.ts";
import type { Hooks } from "./hooks-edit.ts";
import type { Place } from "./hosts.ts";
import type { JsonObject } from "./json-file.ts";

type Scope = Place["scope"];

interface HostForm {
  hooks: HookTable;
  entry(hook: Hook, paths: Paths, scope: Scope): JsonObject;
}

const forms: Record<HookHost, HostForm> = {
  "claude-code": {
    hooks: claudeCode,
    entry(hook, paths, scope) {
      const args = hookArguments(hook);
      const command = directCommand(paths, scope);
      return {
        type: "command",
        command: command ?? shellCommand(paths, scope, "claude-code", args),
        timeout: hook.timeoutSeconds,
        ...(hook.isAsync && { async: true }),
        ...(command !== null && { args }),
      };
    },
  },
  codex: {
    hooks: codex,
    entry: (hook, paths, scope) => ({
      type: "command",
      command: shellCommand(paths, scope, "codex", hookArguments(hook)),
      timeout: hook.timeoutSeconds,
    }),
  },
  gemini: {
    hooks: gemini,
    entry: (hook, paths, scope) => ({
      name: "engram",
      type: "command",
      command: shellCommand(paths, scope, "gemini", hookArguments(hook)),
      // Gemini CLI counts milliseconds.
      timeout: hook.timeoutSeconds * 1000,
    }),
  },
};

/** The hooks that an installation puts into the host's settings. */
export function hooksFor(host: HookHost, paths: Paths, { scope }: Pick<Place, "scope">): Hooks {
  const { hooks, entry } = forms[host];
  return groupsOf(hooks, (hook) => entry(hook, paths, scope));
}

/** The text of plugin/hooks/hooks.json. */
export function pluginHooksFile(): string {
  const groups = groupsOf(claudeCode, (hook) => ({
    type: "command",
    command: `\${CLAUDE_PLUGIN_ROOT}/hooks/hook.sh`,
    args: hookArguments(hook),
    timeout: hook.timeoutSeconds,
    ...(hook.isAsync && { async: true }),
  }));
  const lines = Object.entries(groups).map(
    ([event, list]) => `    ${JSON.stringify(event)}: ${spaced(list)}`,
  );
  const description = "engram remembers what the agent does";
  return `{\n  "description": ${JSON.stringify(description)},\n  "hooks": {\n${lines.join(",\n")}\n  }\n}\n`;
}

function groupsOf(hooks: HookTable, form: (hook: Hook) => JsonObject): Hooks {
  return Object.fromEntries(
    Object.entries(hooks).map(([event, hook]) => {
      const matcher = hook.tools && { matcher: hook.tools.join("|") };
      return [event, [{ ...matcher, hooks: [form(hook)] }]];
    }),
  );
}

/** JSON on one line, with spaces as a person writes them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${spaced(field)}`);
  return `{ ${fields.join(", ")} }`;
}

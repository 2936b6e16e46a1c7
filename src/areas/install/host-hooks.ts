// tellback's hooks in the form that each host's settings and the plugin want them, made from the hosts' tables.

import { guardHook, guards } from "../../agents/claude-code/guards.ts";
import { hooks as claudeCode } from "../../agents/claude-code/hooks.ts";
import { hooks as codex } from "../../agents/codex/hooks.ts";
import { hooks as gemini } from "../../agents/gemini/hooks.ts";
import { type Hook, type HookTable, hookArguments, hooksAt } from "../../agents/hook-table.ts";
import type { Paths } from "../../config/paths.ts";
import type { HookHost } from "../../protocol/hosts.ts";
import type { Hooks } from "./hooks-edit.ts";
import type { Place } from "./hosts.ts";
import type { JsonObject } from "./json-file.ts";
import { directCommand, shellCommand } from "./tellback-files.ts";

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
      name: "tellback",
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
  const groups = groupsOf(hooks, (hook) => entry(hook, paths, scope));
  return host === "claude-code" ? withGuards(groups, entry(guardHook, paths, scope)) : groups;
}

/** The text of plugin/hooks/hooks.json. */
export function pluginHooksFile(): string {
  const entry = (hook: Hook) => ({
    type: "command",
    command: `\${CLAUDE_PLUGIN_ROOT}/hooks/hook.sh`,
    args: hookArguments(hook),
    timeout: hook.timeoutSeconds,
    ...(hook.isAsync && { async: true }),
  });
  const groups = withGuards(groupsOf(claudeCode, entry), entry(guardHook));
  const lines = Object.entries(groups).map(
    ([event, list]) => `    ${JSON.stringify(event)}: ${list.length === 1 ? spaced(list) : inLines(list)}`,
  );
  const description = "tellback remembers what the agent does";
  return `{\n  "description": ${JSON.stringify(description)},\n  "hooks": {\n${lines.join(",\n")}\n  }\n}\n`;
}

function groupsOf(hooks: HookTable, form: (hook: Hook) => JsonObject): Hooks {
  return Object.fromEntries(
    Object.keys(hooks).map((event) => [
      event,
      hooksAt(hooks, event).map((hook) => ({ ...matcherOf(hook), hooks: [form(hook)] })),
    ]),
  );
}

/** A list of names, or a regular expression. */
function matcherOf({ tools, exceptTools }: Hook): { matcher?: string } {
  if (tools) return { matcher: tools.join("|") };
  return exceptTools ? { matcher: `^(?!(?:${exceptTools.join("|")})$)` } : {};
}

/** After the other hooks of the event: one entry for each condition that the client checks. */
function withGuards(groups: Hooks, entry: JsonObject): Hooks {
  const guarded = { ...groups };
  for (const { event, matcher, conditions } of guards) {
    const hooks = conditions.map((condition) => ({ ...entry, if: condition }));
    guarded[event] = [...(guarded[event] ?? []), { matcher, hooks }];
  }
  return guarded;
}

/** Several groups as a formatter breaks them: one hook a line where a group has several. */
function inLines(groups: Hooks[string]): string {
  const texts = groups.map(({ matcher, hooks }) => {
    const list =
      hooks.length === 1
        ? spaced(hooks)
        : `[\n${hooks.map((hook) => `          ${spaced(hook)}`).join(",\n")}\n        ]`;
    const first = matcher === undefined ? "" : `        "matcher": ${JSON.stringify(matcher)},\n`;
    return `      {\n${first}        "hooks": ${list}\n      }`;
  });
  return `[\n${texts.join(",\n")}\n    ]`;
}

/** JSON on one line, with spaces as a person writes them. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${spaced(field)}`);
  return `{ ${fields.join(", ")} }`;
}

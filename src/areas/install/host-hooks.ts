// The hooks of the plugin, made from Claude Code's table.

import { guardHook } from "../../agents/claude-code/guards.ts";
import { hooks as claudeCode } from "../../agents/claude-code/hooks.ts";
import { withGuards } from "../../agents/claude-code/host.ts";
import { type Groups, groupsOf } from "../../agents/hook-groups.ts";
import { type Hook, hookArguments } from "../../agents/hook-table.ts";

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

/** Several groups as a formatter breaks them: one hook a line where a group has several. */
function inLines(groups: Groups[string]): string {
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

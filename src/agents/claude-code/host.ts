// Claude Code: what an installation writes. Its transcripts are read by their own import.

import { join } from "node:path";
import { type Groups, groupsOf } from "../hook-groups.ts";
import { hookArguments } from "../hook-table.ts";
import type { Host, HostFile, InstallKit } from "../host.ts";
import { commonServer } from "../host.ts";
import { guardHook, guards } from "./guards.ts";
import { hooks } from "./hooks.ts";

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  folder: { user: ".claude", project: ".claude", moved: ["CLAUDE_CONFIG_DIR", ".claude"] },
  hooks,
  adapter: () => import("./claude-code.ts"),
  files,
  hasGuides: true,
  afterwards: "Restart running sessions to use it.",
  sessions: {
    folder: { user: ".claude/projects", project: "", moved: ["CLAUDE_CONFIG_DIR", ".claude"] },
    grows: /^[\\/][^\\/]+[\\/][^\\/]+\.jsonl$/,
  },
  injects: "session start, prompt, opened file, sub-agent, compaction",
  cannot: [],
};

function files(kit: InstallKit): HostFile[] {
  const { folder, project, mcp, script } = kit;
  const entry = (hook: Parameters<InstallKit["command"]>[0]) => ({
    type: "command",
    command: script ?? kit.command(hook),
    timeout: hook.timeoutSeconds,
    ...(hook.isAsync && { async: true }),
    ...(script !== null && { args: hookArguments(hook) }),
  });
  const server = { type: "stdio", ...commonServer({ ...mcp, args: [...mcp.args, "--no-instructions"] }) };
  // In project scope the server is registered in the client's own state, for this user: .mcp.json is for everybody.
  const where =
    project === null ? ["mcpServers", "tellback"] : ["projects", project, "mcpServers", "tellback"];
  return [
    {
      path: join(folder, "settings.json"),
      what: "hooks",
      json: [],
      hooks: withGuards(groupsOf(hooks, entry), entry(guardHook)),
    },
    {
      path: kit.stateFile,
      what: "MCP server",
      json: [[where, server]],
      mode: 0o600,
    },
    { path: join(project ?? folder, "CLAUDE.md"), what: "a note to the agent", section: kit.note },
  ];
}

/** After the other hooks of the event: one entry for each condition that the client checks. */
export function withGuards(groups: Groups, entry: Record<string, unknown>): Groups {
  const guarded = { ...groups };
  for (const { event, matcher, conditions } of guards) {
    const hooks = conditions.map((condition) => ({ ...entry, if: condition }));
    guarded[event] = [...(guarded[event] ?? []), { matcher, hooks }];
  }
  return guarded;
}

// Codex: what an installation writes, and where its rollouts are.

import { join } from "node:path";
import { groupsOf } from "../hook-groups.ts";
import type { Host, InstallKit } from "../host.ts";
import { hooks } from "./hooks.ts";

export const codex: Host = {
  name: "codex",
  title: "Codex",
  folder: { user: ".codex", project: ".codex", moved: ["CODEX_HOME", ".codex"] },
  hooks,
  adapter: () => import("./codex.ts"),
  files: (kit) => [
    {
      path: join(kit.folder, "config.toml"),
      what: "MCP server",
      toml: { path: ["mcp_servers", "tellback"], text: serverTable(kit.mcp) },
    },
    // Not in config.toml: tables appended to a list that was written inline would break the file.
    {
      path: join(kit.folder, "hooks.json"),
      what: "hooks",
      json: [],
      hooks: groupsOf(hooks, (hook) => ({
        type: "command",
        command: kit.command(hook),
        timeout: hook.timeoutSeconds,
      })),
    },
    {
      path: join(kit.project ?? kit.folder, "AGENTS.md"),
      what: "a note to the agent",
      section: kit.note,
    },
  ],
  afterwards:
    "Codex runs hooks only after you have approved them: it asks at its next start, or see /hooks. Until then it can search the memory, and nothing is captured.",
  history: {
    what: "sessions of Codex",
    folder: { user: ".codex/sessions", project: "", moved: ["CODEX_HOME", ".codex"] },
    grows: /[\\/]rollout-[^\\/]*\.jsonl$/,
    load: async () => (await import("./rollout-file.ts")).history,
  },
  injects: "session start, prompt",
  cannot: [
    "Its hooks run only after you have approved them.",
    "A command's exit code is not in its payload.",
  ],
};

/** JSON strings are also valid TOML basic strings. */
function serverTable({ command, args, env }: InstallKit["mcp"]): string {
  const lines = [
    "[mcp_servers.tellback]",
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
  ];
  const pairs = Object.entries(env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return [...lines, ...(pairs.length > 0 ? [`env = { ${pairs.join(", ")} }`] : [])].join("\n");
}

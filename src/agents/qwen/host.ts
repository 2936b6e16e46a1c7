// Qwen Code: what an installation writes, and where its chats are.

import { join } from "node:path";
import { groupsOf } from "../hook-groups.ts";
import { commonServer, type Host } from "../host.ts";
import { hooks } from "./hooks.ts";

export const qwen: Host = {
  name: "qwen",
  title: "Qwen Code",
  folder: { user: ".qwen", project: ".qwen", moved: ["QWEN_HOME", ".qwen"] },
  hooks,
  adapter: async () => (await import("./qwen.ts")).adapter,
  files: (kit) => [
    {
      path: join(kit.folder, "settings.json"),
      what: "hooks, MCP server",
      json: [[["mcpServers", "tellback"], commonServer(kit.mcp)]],
      hooks: groupsOf(hooks, (hook) => ({
        type: "command",
        command: kit.command(hook),
        // Qwen Code counts milliseconds.
        timeout: hook.timeoutSeconds * 1000,
      })),
    },
    { path: join(kit.project ?? kit.folder, "QWEN.md"), what: "a note to the agent", section: kit.note },
  ],
  afterwards: "Restart running sessions to use it.",
  history: {
    what: "chats of Qwen Code",
    folder: { user: ".qwen/projects", project: "", moved: ["QWEN_HOME", ".qwen"] },
    grows: /[\\/]chats[\\/][^\\/]*\.jsonl$/,
    load: async () => (await import("./chats.ts")).history,
  },
  injects: "session start, prompt, sub-agent",
  cannot: [
    "A reply is read from the chat's file, a moment after the turn.",
    "What its compaction removed is not told to hooks.",
  ],
};

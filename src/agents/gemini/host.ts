// Gemini CLI: what an installation writes, and where its chats are.

import { join } from "node:path";
import { groupsOf } from "../hook-groups.ts";
import { commonServer, type Host } from "../host.ts";
import { hooks } from "./hooks.ts";

export const gemini: Host = {
  name: "gemini",
  title: "Gemini CLI",
  folder: { user: ".gemini", project: ".gemini", moved: ["GEMINI_CLI_HOME", ""] },
  hooks,
  adapter: () => import("./gemini.ts"),
  canary: ({ session, folder, word }) => ({
    eventName: "AfterTool",
    payload: {
      ...{ session_id: session, cwd: folder, hook_event_name: "AfterTool" },
      timestamp: new Date().toISOString(),
      ...{ tool_name: "run_shell_command", tool_input: { command: `echo ${word}` } },
      tool_response: { llmContent: `Output: ${word}`, returnDisplay: word },
    },
  }),
  files: (kit) => [
    {
      path: join(kit.folder, "settings.json"),
      what: "hooks, MCP server",
      json: [[["mcpServers", "tellback"], commonServer(kit.mcp)]],
      hooks: groupsOf(hooks, (hook) => ({
        name: "tellback",
        type: "command",
        command: kit.command(hook),
        // Gemini CLI counts milliseconds.
        timeout: hook.timeoutSeconds * 1000,
      })),
    },
    {
      path: join(kit.project ?? kit.folder, "GEMINI.md"),
      what: "a note to the agent",
      section: kit.note,
    },
  ],
  afterwards: "Restart running sessions to use it.",
  history: {
    what: "chats of Gemini CLI",
    folder: { user: ".gemini/tmp", project: "", moved: ["GEMINI_CLI_HOME", ""] },
    grows: /[\\/]chats[\\/].*\.jsonl?$/,
    load: async () => (await import("./chat-file.ts")).history,
  },
  injects: "session start, prompt",
  cannot: ["Its payloads have no ids: a session is taken from its hooks or from its history, not from both."],
};

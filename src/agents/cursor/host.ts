// Cursor: what an installation writes.

import { join } from "node:path";
import { hooksAt } from "../hook-table.ts";
import { commonServer, type Host } from "../host.ts";
import { hooks } from "./hooks.ts";

export const cursor: Host = {
  name: "cursor",
  title: "Cursor",
  folder: { user: ".cursor", project: ".cursor" },
  hooks,
  adapter: async () => (await import("./cursor.ts")).adapter,
  canary: ({ session, folder, word }) => ({
    eventName: "postToolUse",
    payload: {
      ...{ conversation_id: session, workspace_roots: [folder], hook_event_name: "postToolUse" },
      ...{ tool_name: "Shell", tool_use_id: word, tool_input: { command: `echo ${word}` } },
      tool_output: JSON.stringify({ exitCode: 0, stdout: word }),
    },
  }),
  files: (kit) => [
    {
      path: join(kit.folder, "mcp.json"),
      what: "MCP server",
      json: [[["mcpServers", "tellback"], commonServer(kit.mcp)]],
    },
    {
      path: join(kit.folder, "hooks.json"),
      what: "hooks",
      json: [[["version"], 1]],
      hooks: Object.fromEntries(
        Object.keys(hooks).map((event) => [
          event,
          hooksAt(hooks, event).map((hook) => ({ command: kit.command(hook), timeout: hook.timeoutSeconds })),
        ]),
      ),
    },
  ],
  afterwards: "Restart Cursor to use it.",
  injects: "session start",
  cannot: [
    "A prompt gets no answer: its hook takes none.",
    "Its own history is not read.",
    "Tested with payloads of its documentation, not with the program.",
  ],
};

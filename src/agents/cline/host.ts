// Cline CLI: what an installation writes, and where its sessions are.

import { join } from "node:path";
import { hooksAt } from "../hook-table.ts";
import { commonServer, type Host } from "../host.ts";
import { hooks } from "./hooks.ts";

export const cline: Host = {
  name: "cline",
  title: "Cline CLI",
  folder: { user: ".cline", project: ".cline" },
  hooks,
  adapter: async () => (await import("./cline.ts")).adapter,
  canary: ({ session, folder, word }) => ({
    eventName: "PostToolUse",
    payload: {
      ...{ taskId: session, workspaceRoots: [folder], timestamp: new Date().toISOString() },
      tool_result: {
        ...{ id: word, name: "run_commands", input: { commands: [`echo ${word}`] } },
        output: [{ result: word, success: true }],
      },
    },
  }),
  files: (kit) => [
    ...Object.keys(hooks).flatMap((event) =>
      hooksAt(hooks, event).map((hook) => ({
        path: join(kit.folder, "hooks", event),
        what: "hook",
        whole: `#!/bin/sh\n# Written by \`tellback install\`; \`tellback uninstall\` removes it.\n${kit.command(hook, event)}\n`,
        mode: 0o755,
      })),
    ),
    {
      path: join(kit.folder, "data/settings/cline_mcp_settings.json"),
      what: "MCP server",
      json: [[["mcpServers", "tellback"], commonServer(kit.mcp)]],
    },
  ],
  afterwards: "Restart running sessions to use it.",
  history: {
    what: "sessions of Cline CLI",
    folder: { user: ".cline/data/sessions", project: "" },
    grows: /\.messages\.json$/,
    load: async () => (await import("./messages.ts")).history,
  },
  injects: "first tool of a session",
  cannot: [
    "It takes context at tools only, so a prompt gets no answer of its own.",
    "Without a terminal it reports no prompt: the prompt is read from the session's file, a moment after the turn.",
  ],
};

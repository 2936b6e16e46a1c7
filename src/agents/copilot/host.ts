// Copilot CLI: what an installation writes, and where its sessions are.

import { join } from "node:path";
import { hooksAt } from "../hook-table.ts";
import { commonServer, type Host, type InstallKit } from "../host.ts";
import { hooks } from "./hooks.ts";

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  folder: { user: ".copilot", project: ".github", moved: ["COPILOT_HOME", ".copilot"] },
  hooks,
  adapter: async () => (await import("./copilot.ts")).adapter,
  canary: ({ session, folder, word }) => ({
    eventName: "postToolUse",
    payload: {
      ...{ sessionId: session, timestamp: Date.now(), cwd: folder },
      ...{ toolName: "bash", toolArgs: { command: `echo ${word}` } },
      toolResult: { resultType: "success", textResultForLlm: word },
    },
  }),
  files: (kit) => [
    { path: join(kit.folder, "hooks/tellback.json"), what: "hooks", whole: hooksFile(kit) },
    // A project's servers are in .vscode/mcp.json of everybody; only the user's are tellback's to write.
    ...(kit.project === null
      ? [
          {
            path: join(kit.folder, "mcp-config.json"),
            what: "MCP server",
            json: [
              [["mcpServers", "tellback"], { type: "local", ...commonServer(kit.mcp), tools: ["*"] }],
            ] as const,
          },
        ]
      : []),
    {
      path: join(kit.folder, "copilot-instructions.md"),
      what: "a note to the agent",
      section: kit.note,
    },
  ],
  afterwards: "Restart running sessions to use it.",
  history: {
    what: "sessions of Copilot CLI",
    folder: { user: ".copilot/session-state", project: "", moved: ["COPILOT_HOME", ".copilot"] },
    grows: /[\\/]events\.jsonl$/,
    load: async () => (await import("./events.ts")).history,
  },
  injects: "session start, prompt, sub-agent",
  cannot: ["A reply is read from the session's file, a moment after the turn."],
};

/** A file of its own beside those of others. */
function hooksFile(kit: InstallKit): string {
  const entries = Object.keys(hooks).map((event) => [
    event,
    hooksAt(hooks, event).map((hook) => ({
      type: "command",
      ...kit.inShells(hook, event),
      timeoutSec: hook.timeoutSeconds,
    })),
  ]);
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(entries) }, null, 2)}\n`;
}

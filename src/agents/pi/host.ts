// pi: what an installation writes, and where its sessions are. It has no MCP: the note names the command.

import { join } from "node:path";
import type { Host } from "../host.ts";
import { hooks } from "./hooks.ts";

export const pi: Host = {
  name: "pi",
  title: "pi",
  folder: { user: ".pi/agent", project: ".pi", moved: ["PI_CODING_AGENT_DIR", ".pi/agent"] },
  hooks,
  adapter: async () => (await import("./pi.ts")).adapter,
  files: (kit) => [
    { path: join(kit.folder, "extensions/tellback.js"), what: "extension", whole: kit.inProcess("pi.js") },
    { path: join(kit.project ?? kit.folder, "AGENTS.md"), what: "a note to the agent", section: kit.note },
  ],
  afterwards: "Restart running sessions to use it.",
  history: {
    what: "sessions of pi",
    folder: { user: ".pi/agent/sessions", project: "", moved: ["PI_CODING_AGENT_DIR", ".pi/agent"] },
    grows: /\.jsonl$/,
    load: async () => (await import("./sessions.ts")).history,
  },
  injects: "session start, prompt",
  cannot: ["It has no sub-agents and no MCP of its own."],
};

// opencode: what an installation writes, and where its sessions are. The host loads every file of its plugins folder.

import { join } from "node:path";
import type { Host, InstallKit, JsonValue } from "../host.ts";
import { hooks } from "./hooks.ts";

export const opencode: Host = openCodeLike("opencode", "opencode");

/** Kilo descends from opencode and takes the same file. */
export function openCodeLike(name: string, title: string): Host {
  return {
    name,
    title,
    folder: { user: `.config/${name}`, project: "", moved: ["XDG_CONFIG_HOME", ".config"] },
    hooks,
    adapter: async () => (await import("./opencode.ts")).adapterNamed(name),
    files: (kit) => [
      {
        path: join(kit.folder, `${name}.json`),
        what: "MCP server",
        json: [[["mcp", "tellback"], localServer(kit.mcp)]],
      },
      {
        path: join(kit.project === null ? kit.folder : join(kit.project, `.${name}`), "plugins/tellback.js"),
        what: "plugin",
        whole: kit.inProcess("opencode.js"),
      },
      {
        path: join(kit.folder, "AGENTS.md"),
        what: "a note to the agent",
        section: kit.note,
      },
    ],
    afterwards: "Restart running sessions to use it.",
    history: {
      what: `sessions of ${title}`,
      folder: { user: `.local/share/${name}`, project: "", moved: ["XDG_DATA_HOME", ".local/share"] },
      grows: new RegExp(`[\\\\/]${name}\\.db(?:-wal)?$`),
      load: async () => (await import("./sessions.ts")).historyNamed(name),
    },
    injects: "session start, prompt, sub-agent",
    cannot: [],
  };
}

function localServer({ command, args, env }: InstallKit["mcp"]): JsonValue {
  return {
    type: "local",
    command: [command, ...args],
    enabled: true,
    ...(Object.keys(env).length > 0 && { environment: env }),
  };
}

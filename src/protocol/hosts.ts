// The names of the hosts that tellback works with. For everything that has a part for each host.

/** Hosts whose hooks tellback installs and understands; each has a folder in agents/. */
export const hookHosts = ["claude-code", "codex", "gemini"] as const;
export type HookHost = (typeof hookHosts)[number];

/** All hosts that tellback can be installed in; those without hooks use its MCP server only. */
export const hostNames = [...hookHosts, "cursor", "opencode"] as const;
export type HostName = (typeof hostNames)[number];

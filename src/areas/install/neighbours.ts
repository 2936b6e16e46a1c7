// Other memory tools in a host: tellback as a plugin, other products, the client's own. Found and reported, never changed.

import { homedir } from "node:os";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { claudeConfigDir, claudeStateFile } from "../../config/environment.ts";
import { isOwnHook } from "./hooks-edit.ts";
import { isObject, type JsonObject } from "./json-file.ts";
import { readIfExists } from "./user-files.ts";

interface Peer {
  name: string;
  where: string;
}

export interface Neighbours {
  /** The id under which tellback's plugin is enabled, e.g. tellback@tellback. */
  plugin: string | null;
  /** Settings files that contain tellback's hooks. */
  hooksIn: string[];
  peers: Peer[];
  /** Whether the client's own memory is on. */
  nativeMemory: boolean;
}

/** Tools that also capture or inject, recognised by their plugins, servers and hook commands. */
const peerNames = [
  "claude-mem",
  "claude-memory",
  "mem0",
  "memento",
  "basic-memory",
  "supermemory",
  "server-memory",
  "memory-bank",
  "letta",
  "cipher",
  "ctx",
  "memcode",
];

export function findNeighbours(folder: string): Neighbours {
  const config = claudeConfigDir(homedir());
  const settingsFiles = [
    join(config, "settings.json"),
    join(config, "settings.local.json"),
    join(folder, ".claude/settings.json"),
    join(folder, ".claude/settings.local.json"),
  ];
  const settings = [...new Set(settingsFiles)].map((path) => ({ path, value: objectIn(path) }));
  const plugins = settings.flatMap(({ path, value }) =>
    enabledPlugins(value).map((name) => ({ name, where: path })),
  );
  const state = claudeStateFile(homedir());
  const servers = [
    ...serverNames(objectIn(state)).map((name) => ({ name, where: state })),
    ...serverNames(objectIn(join(folder, ".mcp.json"))).map((name) => ({ name, where: ".mcp.json" })),
  ];
  const commands = settings.flatMap(({ path, value }) =>
    hookCommands(value).map((name) => ({ name, where: path })),
  );
  return {
    plugin: plugins.find(({ name }) => /^tellback@/.test(name))?.name ?? null,
    hooksIn: settings.filter(({ value }) => hooksIn(value).some(isOwnHook)).map(({ path }) => path),
    peers: peersAmong([...plugins, ...servers, ...commands]),
    nativeMemory: !settings.some(({ value }) => value.autoMemoryEnabled === false),
  };
}

function peersAmong(seen: readonly Peer[]): Peer[] {
  const found = new Map<string, Peer>();
  for (const { name, where } of seen) {
    const words = name.toLowerCase().split(/[^a-z0-9-]+/);
    const peer = peerNames.find((one) => words.includes(one));
    if (peer && !found.has(peer)) found.set(peer, { name: peer, where });
  }
  return [...found.values()];
}

/** What the client reads there: of a duplicate key, the last. */
export function objectIn(path: string): JsonObject {
  const content = readIfExists(path);
  const value: unknown = content && parse(content.toString("utf8").replace(/^\uFEFF/, ""));
  return isObject(value) ? value : {};
}

function enabledPlugins({ enabledPlugins: plugins }: JsonObject): string[] {
  return Object.entries(isObject(plugins) ? plugins : {}).flatMap(([name, on]) => (on ? [name] : []));
}

function serverNames({ mcpServers: servers }: JsonObject): string[] {
  return Object.entries(isObject(servers) ? servers : {}).map(
    ([name, server]) => `${name} ${JSON.stringify(server)}`,
  );
}

function hooksIn({ hooks }: JsonObject): unknown[] {
  const groups = Object.values(isObject(hooks) ? hooks : {}).flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return groups.flatMap((group) => (isObject(group) && Array.isArray(group.hooks) ? group.hooks : []));
}

function hookCommands(settings: JsonObject): string[] {
  return hooksIn(settings).flatMap((hook) =>
    isObject(hook) && typeof hook.command === "string" && !isOwnHook(hook)
      ? [[hook.command, ...(Array.isArray(hook.args) ? hook.args : [])].join(" ")]
      : [],
  );
}

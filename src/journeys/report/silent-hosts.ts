// Hosts that tellback is installed in, but whose events do not arrive: the host has written sessions since the last one.

import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Host } from "../../agents/host.ts";
import { hosts } from "../../agents/hosts.ts";
import { hostFolder } from "../../config/environment.ts";
import { hooksSeen } from "../../config/hook-log.ts";
import type { Paths } from "../../config/paths.ts";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { countNewer } from "../../platform/newer-files.ts";

export interface HostArrivals {
  host: Host;
  /** When its last event arrived. */
  lastAt: string | null;
  /** How many of its sessions are newer than that, or than the installation. */
  silent: number;
}

const installedFile = z.object({ installed: z.array(z.object({ host: z.string(), at: z.string() })) });

const maxManifestBytes = 4 * 1024 * 1024;

/** What the host writes of a session may be a little newer than the session's last event. */
const settlingMs = 10 * 60_000;

/** The hosts with hooks that an installation has written. */
export function arrivalsOf(paths: Paths): HostArrivals[] {
  const installed = installedIn(paths);
  return hosts.flatMap((host) => {
    const since = installed.filter((one) => one.host === host.name).map(({ at }) => at);
    if (!host.hooks || since.length === 0) return [];
    const lastAt = Object.values(hooksSeen(paths, host.name)).sort().at(-1) ?? null;
    const from = lastAt ?? since.sort()[0] ?? "";
    return [{ host, lastAt, silent: sessionsAfter(host, Date.parse(from) + settlingMs) }];
  });
}

function installedIn({ home }: Paths): { host: string; at: string }[] {
  try {
    const read = readForeignSync(join(home, "installed.json"), { maxBytes: maxManifestBytes });
    if (read.status !== "read") return [];
    return installedFile.parse(JSON.parse(read.bytes.toString("utf8"))).installed;
  } catch {
    return [];
  }
}

/** How many of the host's own files of sessions are newer. */
function sessionsAfter({ history, sessions = history }: Host, sinceMs: number): number {
  return sessions ? countNewer(hostFolder(sessions.folder, homedir(), null), sessions.grows, sinceMs) : 0;
}

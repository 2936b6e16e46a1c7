// The hosts by name, and their adapters. For the hook door, the HTTP door, the daemon, the installer and the doctor.

import type { Adapter } from "./adapter.ts";
import * as all from "./all.ts";
import type { Host } from "./host.ts";

/** The one that is meant if none is named comes first. */
export const hosts: readonly Host[] = [
  all.claudeCode,
  ...Object.values(all).filter((host) => host !== all.claudeCode),
];

export function hostOf(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}

/** The name of an envelope: a host, and the event where the host's payload does not name it. */
export function senderOf(name: string): { host: string; eventName: string | undefined } {
  const [host = "", eventName] = name.split(".", 2);
  return { host, eventName };
}

const loaded = new Map<string, Promise<Adapter>>();

/** The adapter of a host whose name came from outside, such as from an envelope. */
export async function adapterOf(host: string): Promise<Adapter | undefined> {
  const known = loaded.get(host) ?? hostOf(host)?.adapter?.();
  if (known) loaded.set(host, known);
  return known;
}

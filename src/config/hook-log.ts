// Two small notes in tellback's home: when each hook last ran, and which notices the user has seen.
// Both may be lost: failing to write them, on a full disk for example, never fails the work.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Paths } from "./paths.ts";
import { writePrivateFile } from "./private-files.ts";

const usualHost = "claude-code";
const seenAgainAfterMs = 60_000;
const repeatNoticeAfterMs = 24 * 3_600_000;

const seenPath = ({ home }: Paths) => join(home, "hooks-seen.json");
const noticePath = ({ home }: Paths) => join(home, "told.json");

/** Under which name the event of a host is noted. */
export function seenName(host: string, eventName: string): string {
  return host === usualHost ? eventName : `${host}.${eventName}`;
}

/** Event of the host → when its hook last ran, to the minute. */
export function hooksSeen(paths: Paths, host: string = usualHost): Record<string, string> {
  const all = Object.entries(allSeen(paths));
  if (host === usualHost) return Object.fromEntries(all.filter(([name]) => !name.includes(".")));
  const own = all.filter(([name]) => name.startsWith(`${host}.`));
  return Object.fromEntries(own.map(([name, at]) => [name.slice(host.length + 1), at]));
}

function allSeen(paths: Paths): Record<string, string> {
  return readNote(seenPath(paths)) as Record<string, string>;
}

export function noteHooks(paths: Paths, events: ReadonlySet<string>, at: Date = new Date()): void {
  const seen = allSeen(paths);
  const isOld = (event: string) => at.getTime() - Date.parse(seen[event] ?? "1970-01-01") > seenAgainAfterMs;
  if (![...events].some(isOld)) return;
  for (const event of events) seen[event] = at.toISOString();
  writeNote(seenPath(paths), seen);
}

/** Whether the user has not seen this notice in the last day; a call marks it as shown. */
export function isNewNotice(paths: Paths, text: string, at: Date = new Date()): boolean {
  const last = readNote(noticePath(paths));
  if (last.text === text && at.getTime() - Date.parse(String(last.at)) < repeatNoticeAfterMs) return false;
  writeNote(noticePath(paths), { text, at: at.toISOString() });
  return true;
}

function writeNote(path: string, note: object): void {
  try {
    writePrivateFile(path, `${JSON.stringify(note)}\n`);
  } catch {
    // Written the next time.
  }
}

function readNote(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}

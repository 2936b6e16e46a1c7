// What a host keeps of its own sessions, for the import: the files, and how the events in one are read. Most hosts keep
// one file a session, which is read whole: nothing is stored twice.

import { createHash } from "node:crypto";
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { revealedPath } from "../platform/covered-paths.ts";
import { readForeign } from "../platform/foreign-file.ts";
import type { HookEvent } from "../protocol/hook.ts";
import { parseBounded } from "./bounded-json.ts";
import type { RecordedEvent } from "./claude-code/transcript.ts";
import type { ReadStats, TranscriptFormat } from "./transcript-events.ts";

export interface FoundFile {
  path: string;
  size: number;
  modifiedAt: Date;
}

export interface HistoryFile extends FoundFile {
  /** The file of the session that it belongs to, which may be itself. */
  session: string;
  /** The folder in which the session began. */
  folder: string | undefined;
  /** The session's id, where hooks use other ids than the file: a session that hooks have captured is left out. */
  id?: string;
}

export interface History {
  format: TranscriptFormat;
  /** The same for the events that the host's hooks do not bring, for after a turn. */
  missed?: TranscriptFormat;
  /** `roots` are the folders of known projects. */
  list(folder: string, roots: readonly string[]): Promise<{ files: HistoryFile[]; unreadable: number }>;
}

/** A session as its file says. */
export interface RecordedSession {
  id: string;
  folder: string | undefined;
  events: RecordedEvent[];
  stats: ReadStats;
}

/** Links below the folder are not followed: they may form a cycle, or lead out of the host's folder. */
export async function filesBelow(folder: string, name: RegExp, maxDepth: number): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  async function walk(inside: string, depth: number): Promise<void> {
    for (const entry of await readdir(inside, { withFileTypes: true })) {
      const path = join(inside, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await walk(path, depth + 1);
      if (!entry.isFile() || !name.test(path)) continue;
      const { size, mtime } = await lstat(path);
      found.push({ path, size, modifiedAt: mtime });
    }
  }
  await walk(await realpath(revealedPath(folder)), 0);
  return found;
}

const maxBytes = 64 * 1024 * 1024;
const limits = { string: 256 * 1024, depth: 500, total: maxBytes, values: 2_000_000 };

export interface ParsedFile {
  values: unknown[];
  broken: number;
  size: number;
  fingerprint: string;
}

/** The JSON in a file, or in each of its lines; null if it cannot be read. */
export async function readJson(path: string): Promise<ParsedFile | null> {
  const read = await readForeign(path, { maxBytes });
  if (read.status !== "read") return null;
  const { bytes } = read;
  const parsed = (path.endsWith(".jsonl") ? linesOf(bytes) : [bytes]).map((one) => parseBounded(one, limits));
  const values = parsed.flatMap((one) => (one.ok ? [one.value] : []));
  const fingerprint = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return { values, broken: parsed.length - values.length, size: bytes.length, fingerprint };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const stop = bytes.indexOf(0x0a, at);
    const end = stop === -1 ? bytes.length : stop;
    if (end > at) lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines;
}

/** The history of a host with one JSON file a session. */
export function historyOfFiles(
  name: RegExp,
  maxDepth: number,
  read: (parsed: ParsedFile, path: string) => RecordedSession | null | Promise<RecordedSession | null>,
  isMissed?: (event: HookEvent) => boolean,
): History {
  const load = async (path: string) => {
    const parsed = await readJson(path);
    const recorded = parsed && (await read(parsed, path));
    return parsed && recorded && { ...recorded, size: parsed.size, fingerprint: parsed.fingerprint };
  };
  const formatOf =
    (isWanted: (event: HookEvent) => boolean): TranscriptFormat =>
    async ({ file, from, fingerprint, projectDir }, take) => {
      const recorded = await load(file);
      if (recorded === null) return { status: "vanished" };
      const isSame = recorded.fingerprint === fingerprint && recorded.size === from;
      const wanted = isSame ? [] : recorded.events.filter(({ event }) => isWanted(event));
      for (const { uuid, event } of wanted)
        take({ uuid, event: { ...event, projectDir: projectDir ?? event.projectDir } });
      return {
        ...{ status: "read", resumeAt: recorded.size, end: recorded.size, promptId: undefined, more: false },
        fingerprint: recorded.fingerprint,
        stats: isSame ? { records: 0, broken: 0, unknown: {} } : recorded.stats,
      };
    };
  return {
    format: formatOf(() => true),
    ...(isMissed && { missed: formatOf(isMissed) }),
    async list(folder) {
      const files: HistoryFile[] = [];
      let unreadable = 0;
      for (const file of await filesBelow(folder, name, maxDepth)) {
        const recorded = await load(file.path);
        if (recorded === null) unreadable++;
        else files.push({ ...file, session: file.path, folder: recorded.folder, id: recorded.id });
      }
      return { files, unreadable };
    },
  };
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function listIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

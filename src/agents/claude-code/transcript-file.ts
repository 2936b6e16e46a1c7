// Transcript files on disk, for the import and the daemon: found, identified, and read from an offset in bounded
// memory while the client may be writing, replacing or deleting them.

import { createHash } from "node:crypto";
import { type FileHandle, lstat, readdir, realpath } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { revealedPath } from "../../platform/covered-paths.ts";
import { openForeign } from "../../platform/foreign-file.ts";
import { createBounder, type JsonBounder } from "../bounded-json.ts";
import type { Line } from "./transcript.ts";

export type Lines =
  /** Complete lines only, up to `end`; `more` means that another call will find further text. */
  | { status: "read"; lines: Line[]; end: number; more: boolean }
  /** The file is missing, or no longer a regular file. */
  | { status: "vanished" }
  /** Not the file that the offset belongs to: read it again from 0. */
  | { status: "rewritten" };

export interface ReadOptions {
  /** The value of `fingerprint` when the offset was saved. */
  fingerprint?: string | null | undefined;
  /** About how many bytes to read before pausing at a line's end; more than `openToolBytes`, or reading never ends. */
  budget?: number | undefined;
  /** Longer lines are shortened while they are read. */
  longLine?: number | undefined;
}

const chunkSize = 256 * 1024;
const newline = 0x0a;
const defaults = { budget: 4 * 1024 * 1024, longLine: 8 * 1024 * 1024 };

/** The lines of a transcript from `from` on, at most about `budget` bytes. */
export async function readLines(path: string, from: number, options: ReadOptions = {}): Promise<Lines> {
  return withFile(path, { status: "vanished" }, async (file) => {
    const { size } = await file.stat();
    if (size < from || !(await startsLine(file, from))) return { status: "rewritten" };
    const known = options.fingerprint ?? null;
    if (known !== null && (await headOf(file)) !== known) return { status: "rewritten" };
    return scanLines(file, from, size, options);
  });
}

async function scanLines(file: FileHandle, from: number, size: number, options: ReadOptions): Promise<Lines> {
  const budget = options.budget ?? defaults.budget;
  const line = longLineReader(options.longLine ?? defaults.longLine);
  const lines: Line[] = [];
  let at = from;
  let start = from;
  while (at < size) {
    const chunk = Buffer.allocUnsafeSlow(chunkSize);
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunkSize, size - at), at);
    if (bytesRead === 0) break;
    let done = 0;
    for (
      let stop = chunk.indexOf(newline);
      stop !== -1 && stop < bytesRead;
      stop = chunk.indexOf(newline, done)
    ) {
      line.push(chunk.subarray(done, stop));
      done = stop + 1;
      lines.push(lineOf(line.take(), start, at + done));
      start = at + done;
      if (start - from >= budget) return { status: "read", lines, end: start, more: start < size };
    }
    line.push(chunk.subarray(done, bytesRead));
    at += bytesRead;
  }
  return { status: "read", lines, end: start, more: false };
}

/** Its text is decoded when it is read, so that the texts of a whole stretch are never in memory together. */
function lineOf(bytes: Buffer, offset: number, end: number): Line {
  return {
    get text() {
      return bytes.toString("utf8");
    },
    offset,
    end,
  };
}

/** Assembles a line from pieces; a long one goes through the bounder instead of into memory. */
function longLineReader(limit: number) {
  let parts: Buffer[] = [];
  let length = 0;
  let bounder: JsonBounder | null = null;
  return {
    push(piece: Buffer): void {
      if (piece.length === 0) return;
      length += piece.length;
      if (bounder !== null) {
        bounder.push(piece);
        return;
      }
      parts.push(piece);
      if (length <= limit) return;
      bounder = createBounder();
      for (const part of parts) bounder.push(part);
      parts = [];
    },
    /** The line; empty, and so unreadable, if it could not be shortened. */
    take(): Buffer {
      const [whole = Buffer.alloc(0), ...more] = parts;
      const bytes = more.length === 0 ? whole : Buffer.concat(parts);
      const bounded = bounder?.end() ?? { ok: true as const, bytes };
      [parts, length, bounder] = [[], 0, null];
      return bounded.ok ? bounded.bytes : Buffer.alloc(0);
    },
  };
}

/** Distinguishes this file from another of the same name; null while it is too short or missing. */
export async function fingerprint(path: string): Promise<string | null> {
  return withFile(path, null, headOf);
}

/** Hash of the first line, or of the first kB of it: unchanged when text is appended. */
async function headOf(file: FileHandle): Promise<string | null> {
  const head = Buffer.alloc(1024);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  const stop = head.subarray(0, bytesRead).indexOf(newline);
  if (stop === -1 && bytesRead < head.length) return null;
  return createHash("sha256")
    .update(stop === -1 ? head : head.subarray(0, stop))
    .digest("hex")
    .slice(0, 32);
}

async function startsLine(file: FileHandle, offset: number): Promise<boolean> {
  if (offset === 0) return true;
  const before = Buffer.alloc(1);
  const { bytesRead } = await file.read(before, 0, 1, offset - 1);
  return bytesRead === 1 && before[0] === newline;
}

async function withFile<T>(path: string, vanished: T, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const opened = await openForeign(path);
  if (opened.status !== "open") return vanished;
  try {
    return await use(opened.file);
  } finally {
    await opened.file.close();
  }
}

/** Turns "no such file" into a value; other errors are thrown. */
function goneAs<T>(value: T): (thrown: unknown) => T {
  return (thrown) => {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return value;
    throw thrown;
  };
}

/** Sub-agents are at project/session/subagents; allows for some folders between. */
const maxDepth = 6;

export interface TranscriptFile {
  path: string;
  size: number;
  modifiedAt: Date;
  /** Set for the transcript of a sub-agent. */
  agentId: string | undefined;
}

/**
 * Every transcript under a projects folder, of sessions and of their sub-agents, the oldest first. Links below the
 * folder are not followed: they may form a cycle, or lead out of the host's folder.
 */
export async function listTranscripts(folder: string): Promise<TranscriptFile[]> {
  const found: TranscriptFile[] = [];
  async function walk(inside: string, depth: number): Promise<void> {
    const entries = await readdir(inside, { withFileTypes: true }).catch(goneAs([]));
    for (const entry of entries) {
      const path = join(inside, entry.name);
      if (entry.isDirectory() && depth < maxDepth) await walk(path, depth + 1);
      if (!entry.isFile() || !entry.name.endsWith(".jsonl")) continue;
      const agentId = agentOf(path);
      if (agentId === undefined && depth > 1) continue;
      const stat = await lstat(path).catch(goneAs(null));
      if (stat !== null) found.push({ path, size: stat.size, modifiedAt: stat.mtime, agentId });
    }
  }
  const root = await realpath(revealedPath(folder)).catch(goneAs(null));
  if (root !== null) await walk(root, 0);
  return found.sort(
    (one, other) => one.modifiedAt.getTime() - other.modifiedAt.getTime() || (one.path < other.path ? -1 : 1),
  );
}

function agentOf(path: string): string | undefined {
  if (!path.includes(`${sep}subagents${sep}`)) return undefined;
  return /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
}

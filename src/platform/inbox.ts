// The hand-over from hooks to the daemon: one file per event. A hook's payload is on disk before the hook returns,
// whatever else is broken. Node built-ins only; plugin/hooks/hook.sh writes the same files without Node.
//
// Format: "tellback1" NUL host NUL project-dir NUL payload NUL "end". The end mark shows that the file is complete.

import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Paths } from "../config/paths.ts";
import { ensurePrivateFolder } from "../config/private-files.ts";

const magic = "tellback1";
const endMark = "\0end";

export interface Envelope {
  host: string;
  projectDir: string;
  payload: Buffer;
  /** When the hook wrote it: the time of the event. */
  at: string;
}

export type InboxFile =
  | { status: "whole"; envelope: Envelope }
  /** Still being written, or its writer was killed. */
  | { status: "unfinished"; envelope: Envelope | null; at: string }
  /** Too large to read at once; its payload comes in pieces. */
  | { status: "large"; isWhole: boolean; at: string; host: string; projectDir: string; pieces: Pieces }
  | { status: "foreign"; content: Buffer }
  /** Belongs to another user (for example a hook that ran as root): this user cannot read it. */
  | { status: "closed" }
  | { status: "gone" };

type Pieces = () => Generator<Buffer>;

export interface WaitingFile {
  path: string;
  bytes: number;
  modifiedMs: number;
}

/** Writes one payload; call `finish` when the hook no longer needs the file. */
export async function leave(
  paths: Paths,
  host: string,
  projectDir: string,
  payload: Readable | Buffer,
): Promise<string> {
  ensurePrivateFolder(paths.home);
  ensurePrivateFolder(paths.inbox);
  const { path, file } = createExclusively(paths.inbox);
  const write = (bytes: Buffer) => writeAll(file, bytes, paths.spare);
  try {
    write(Buffer.from(`${magic}\0${host}\0${projectDir}\0`));
    if (Buffer.isBuffer(payload)) write(payload);
    else for await (const chunk of payload) write(chunk as Buffer);
  } finally {
    closeSync(file);
  }
  return path;
}

export async function finish(path: string): Promise<void> {
  if (existsSync(path)) await appendFile(path, endMark);
}

function createExclusively(folder: string): { path: string; file: number } {
  for (let n = 0; ; n++) {
    const path = join(folder, `${process.pid}.${n}`);
    try {
      return { path, file: openSync(path, "wx", 0o600) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** On a full disk, the file that the daemon keeps for that makes room. */
function writeAll(file: number, bytes: Buffer, spare: string): void {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC" || !existsSync(spare)) throw error;
      rmSync(spare, { force: true });
    }
  }
}

/** The waiting files, oldest first. */
export function waiting(paths: Paths): WaitingFile[] {
  const names = existsSync(paths.inbox)
    ? readdirSync(paths.inbox).filter((name) => /^\d+\.\d+$/.test(name))
    : [];
  return names
    .map((name) => join(paths.inbox, name))
    .map((path) => ({ path, stat: statSync(path, { bigint: true, throwIfNoEntry: false }) }))
    .map(({ path, stat }) => ({ path, time: stat?.mtimeNs ?? 0n, bytes: Number(stat?.size ?? 0n) }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.path < b.path ? -1 : 1))
    .map(({ path, time, bytes }) => ({ path, bytes, modifiedMs: Number(time / 1_000_000n) }));
}

/** Files up to this size are read at once. */
const readAtOnceBytes = 8 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

export function open(path: string): InboxFile {
  let content: Buffer;
  let at: string;
  try {
    const file = openSync(path, "r");
    try {
      const stat = fstatSync(file);
      at = stat.mtime.toISOString();
      if (stat.size > readAtOnceBytes) return openLarge(path, file, stat.size, at);
      content = readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT") return { status: "gone" };
    if (["EACCES", "EPERM", "EISDIR"].includes(code)) return { status: "closed" };
    throw error;
  }
  const whole = endsWithMark(content);
  const envelope = unpack(whole ? content.subarray(0, -endMark.length) : content, at);
  if (!whole) return { status: "unfinished", envelope, at };
  return envelope ? { status: "whole", envelope } : { status: "foreign", content };
}

function openLarge(path: string, file: number, size: number, at: string): InboxFile {
  const head = piece(file, 0, pieceBytes);
  const envelope = unpack(head, at);
  if (!envelope) return { status: "foreign", content: head };
  const isWhole = endsWithMark(piece(file, size - endMark.length, endMark.length));
  const from = head.length - envelope.payload.length;
  const to = isWhole ? size - endMark.length : size;
  const { host, projectDir } = envelope;
  return { status: "large", isWhole, at, host, projectDir, pieces: () => piecesOf(path, from, to) };
}

function* piecesOf(path: string, from: number, to: number): Generator<Buffer> {
  const file = openSync(path, "r");
  try {
    for (let at = from; at < to; ) {
      const bytes = piece(file, at, Math.min(pieceBytes, to - at));
      if (bytes.length === 0) return;
      yield bytes;
      at += bytes.length;
    }
  } finally {
    closeSync(file);
  }
}

function piece(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

/** The beginning of a file that must not be read as a whole. */
export function beginningOf(path: string, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    return piece(file, 0, length);
  } finally {
    closeSync(file);
  }
}

/** An envelope without its end mark, as hooks also send it to the daemon when they wait for an answer. */
export function unpack(content: Buffer, at: string): Envelope | null {
  const fields: string[] = [];
  let from = 0;
  while (fields.length < 3) {
    const end = content.indexOf(0, from);
    if (end < 0) return null;
    fields.push(content.toString("utf8", from, end));
    from = end + 1;
  }
  const [mark, host, projectDir] = fields as [string, string, string];
  return mark === magic ? { host, projectDir, payload: content.subarray(from), at } : null;
}

function endsWithMark(content: Buffer): boolean {
  return content.subarray(-endMark.length).toString("latin1") === endMark;
}

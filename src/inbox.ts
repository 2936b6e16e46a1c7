// The hand-over from hooks to the daemon: one file an event. A hook's payload is on disk before the hook returns,
// whatever else is broken. Node built-ins only; plugin/hooks/hook.sh writes the same files without Node.
//
// A file is: "engram1" NUL host NUL project-dir NUL payload NUL "end". The end mark says that the writer was done.

import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { Paths } from "./config/paths.ts";
import { ensurePrivateFolder } from "./config/private-files.ts";

const magic = "engram1";
const endMark = "\0end";

export interface Envelope {
  host: string;
  projectDir: string;
  payload: Buffer;
  /** When the hook wrote it: the time at which the event happened. */
  at: string;
}

export type InboxFile =
  | { status: "whole"; envelope: Envelope }
  /** Still being written, or its writer was killed. */
  | { status: "unfinished"; envelope: Envelope | null; at: string }
  | { status: "foreign"; content: Buffer }
  /** Somebody else's (a hook that ran as root, say): not for this user to read. */
  | { status: "closed" }
  | { status: "gone" };

/** Puts one payload down; `finish` must be called once the hook needs the file no more. */
export async function leave(
  paths: Paths,
  host: string,
  projectDir: string,
  payload: Readable | Buffer,
): Promise<string> {
  ensurePrivateFolder(paths.home);
  ensurePrivateFolder(paths.inbox);
  const { path, file } = createExclusively(paths.inbox);
  try {
    writeSync(file, `${magic}\0${host}\0${projectDir}\0`);
    if (Buffer.isBuffer(payload)) writeAll(file, payload);
    else for await (const chunk of payload) writeAll(file, chunk as Buffer);
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

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

/** What waits, oldest first. */
export function waiting(paths: Paths): string[] {
  const names = existsSync(paths.inbox)
    ? readdirSync(paths.inbox).filter((name) => /^\d+\.\d+$/.test(name))
    : [];
  return names
    .map((name) => join(paths.inbox, name))
    .map((path) => ({ path, time: modifiedAt(path) }))
    .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

export function open(path: string): InboxFile {
  let content: Buffer;
  let at: string;
  try {
    const file = openSync(path, "r");
    try {
      at = fstatSync(file).mtime.toISOString();
      content = readFileSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT") return { status: "gone" };
    if (["EACCES", "EPERM", "EISDIR", "ERR_FS_FILE_TOO_LARGE"].includes(code)) return { status: "closed" };
    throw error;
  }
  const whole = endsWithMark(content);
  const envelope = unpack(whole ? content.subarray(0, -endMark.length) : content, at);
  if (!whole) return { status: "unfinished", envelope, at };
  return envelope ? { status: "whole", envelope } : { status: "foreign", content };
}

/** An envelope without its end mark, as hooks also send it to the daemon when they need an answer. */
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

function modifiedAt(path: string): bigint {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0n;
}

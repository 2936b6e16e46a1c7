// Files of the user as they are on disk: links are followed, permissions kept, and writes are atomic.

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";

const usualMode = 0o644;
/** Claude Code keeps the history of every project in one of them. */
const maxFileSize = 256 * 1024 * 1024;

/** What a link leads to, also where that does not exist yet. */
function targetOf(path: string): string {
  let target = path;
  for (let hops = 0; hops < 40; hops++) {
    const entry = lstatSync(target, { throwIfNoEntry: false });
    if (!entry?.isSymbolicLink()) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  return target;
}

export function readIfExists(path: string): Buffer | null {
  const read = readForeignSync(path, { maxBytes: maxFileSize });
  if (read.status === "refused") throw new TellbackError("invalid_input", `${path} ${read.why}`);
  return read.status === "read" ? read.bytes : null;
}

export function isReadOnly(path: string): boolean {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry !== undefined && (entry.mode & 0o222) === 0;
}

/** Returns the folders that it created, outermost first. */
export function writeWhole(path: string, content: Buffer, mode?: number): string[] {
  const target = targetOf(path);
  const made = makeFolders(dirname(target), mode === undefined ? 0o755 : 0o700);
  const kept = statSync(target, { throwIfNoEntry: false })?.mode;
  const part = `${target}.${randomBytes(4).toString("hex")}.tellback`;
  const file = openSync(part, "wx", 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(part, (kept ?? mode ?? usualMode) & 0o7777);
  renameSync(part, target);
  return made;
}

export function removeFile(path: string): void {
  rmSync(targetOf(path), { force: true });
}

/** Those of tellback's folders that are empty. */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      // Another program uses it, or it is deleted already.
    }
  }
}

function makeFolders(folder: string, mode: number): string[] {
  const missing: string[] = [];
  for (let path = folder; !existsSync(path) && dirname(path) !== path; path = dirname(path))
    missing.unshift(path);
  mkdirSync(folder, { recursive: true, mode });
  return missing;
}

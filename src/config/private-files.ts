// Folders and files that only their owner may read. A folder that another user could have prepared is refused.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { TellbackError } from "../protocol/errors.ts";

const isWindows = process.platform === "win32";

/** Creates the folder (0700) if missing; refuses one that belongs to another user or that others may write to. */
export function ensurePrivateFolder(path: string): void {
  makeFolder(path);
  checkPrivateFolder(path);
  if (!isWindows && statSync(path).mode & 0o077) chmodSync(path, 0o700);
}

/** Refuses a folder that another user could have filled, before anything in it is trusted. */
export function checkPrivateFolder(path: string): void {
  const danger = dangerOf(path);
  if (danger) throw danger;
}

/** Whether the folder exists and nobody else can have written to it. */
export function isPrivateFolder(path: string): boolean {
  try {
    return dangerOf(path) === null;
  } catch {
    return false;
  }
}

function dangerOf(path: string): TellbackError | null {
  const here = lstatSync(path);
  if (isWindows) return null;
  const owner = process.getuid?.();
  const target = here.isSymbolicLink() ? statSync(path) : here;
  if (here.uid !== owner || target.uid !== owner) {
    return new TellbackError("forbidden", `${path} belongs to another user`, {
      hint: "Set TELLBACK_HOME to a folder of your own.",
    });
  }
  if (target.mode & 0o022) {
    return new TellbackError("forbidden", `${path} can be written by other users`, {
      hint: `chmod 700 ${path}`,
    });
  }
  return null;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    const isFile = existsSync(path);
    const why = isFile ? "is not a folder" : `cannot be created: ${(error as Error).message}`;
    throw new TellbackError(isFile ? "forbidden" : "unavailable", `${path} ${why}`, {
      hint: "Set TELLBACK_HOME to a folder of your own.",
      cause: error,
    });
  }
}

/** Writes a whole file atomically (0600): readers see the old text or the new one, never a part. */
export function writePrivateFile(path: string, text: string | Buffer): void {
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: 0o600 });
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** So little free space that a hook's payload may not fit. */
const hardlyAnyBytes = 2 * 1024 * 1024;
/** Some hundred events of usual size. */
const spareBytes = 4 * 1024 * 1024;

/** Also if a hook had to use the spare file, and there is no room for another. */
export function isDiskFull({ home, spare }: { home: string; spare: string }): boolean {
  const free = freeBytes(home);
  return free < hardlyAnyBytes || (free < spareBytes + hardlyAnyBytes && !existsSync(spare));
}

/** Keeps room for events of a time in which the disk is full, as long as there is plenty. */
export function keepSpare({ home, spare }: { home: string; spare: string }): void {
  if (existsSync(spare) || freeBytes(home) < 2 * spareBytes) return;
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  // Random, because some file systems give no room to zeros.
  writePrivateFile(spare, randomBytes(spareBytes));
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

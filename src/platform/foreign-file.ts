// Reads files and folders whose path a project or a host names. Such a path may lead to a pipe that never answers, to an
// endless device, or out of the project; without these checks any of them would block the daemon for every project.
// Every path may be as it is stored: covered parts are revealed here, so that no caller can forget it.

import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { type FileHandle, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { revealedPath } from "./covered-paths.ts";

export interface Limits {
  /** A larger file is refused. */
  maxBytes?: number;
  /** The folder that must contain the file after links are resolved. */
  within?: string;
}

/** The file does not exist, or is refused: `why` completes a sentence that begins with its path. */
type NotRead = { status: "missing" } | { status: "refused"; why: string };
export type ForeignFile = { status: "read"; bytes: Buffer; path: string } | NotRead;
export type OpenedFile = { status: "open"; file: FileHandle; size: number; path: string } | NotRead;

/** The path was resolved before, so a link there now is new; and a pipe must not block. */
const withoutWaiting = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export function readForeignSync(path: string, limits: Limits): ForeignFile {
  try {
    const real = realpathSync(revealedPath(path));
    const root = limits.within === undefined ? undefined : realpathSync(revealedPath(limits.within));
    // Checked before opening, because opening a device can have an effect; and again after, because it may be replaced.
    refuseUnfit(real, statSync(real), root, limits);
    const file = openSync(real, withoutWaiting);
    try {
      const found = fstatSync(file);
      refuseUnfit(real, found, root, limits);
      const bytes = Buffer.alloc(found.size);
      let done = 0;
      for (let n = -1; n !== 0 && done < bytes.length; done += n)
        n = readSync(file, bytes, done, bytes.length - done, null);
      return { status: "read", bytes: bytes.subarray(0, done), path: real };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return asNotRead(error);
  }
}

export async function readForeign(path: string, limits: Limits): Promise<ForeignFile> {
  const opened = await openForeign(path, limits);
  if (opened.status !== "open") return opened;
  try {
    const bytes = Buffer.alloc(opened.size);
    let done = 0;
    for (let n = -1; n !== 0 && done < bytes.length; done += n)
      n = (await opened.file.read(bytes, done)).bytesRead;
    return { status: "read", bytes: bytes.subarray(0, done), path: opened.path };
  } catch (error) {
    return asNotRead(error);
  } finally {
    await opened.file.close();
  }
}

/** For files too large to read at once; the caller closes the file. */
export async function openForeign(path: string, limits: Limits = {}): Promise<OpenedFile> {
  let file: FileHandle | undefined;
  try {
    const real = await realpath(revealedPath(path));
    const root = limits.within === undefined ? undefined : await realpath(revealedPath(limits.within));
    refuseUnfit(real, await stat(real), root, limits);
    file = await open(real, withoutWaiting);
    const found = await file.stat();
    refuseUnfit(real, found, root, limits);
    return { status: "open", file, size: found.size, path: real };
  } catch (error) {
    await file?.close();
    return asNotRead(error);
  }
}

/** Null if there is nothing, or nothing that may be looked at. */
export function statForeign(path: string): Promise<Stats | null> {
  return stat(revealedPath(path)).catch(() => null);
}

export function statForeignSync(path: string): Stats | null {
  try {
    return statSync(revealedPath(path));
  } catch {
    return null;
  }
}

/** What is in a folder; nothing if it cannot be read. */
export function listForeign(folder: string): Promise<Dirent[]> {
  return readdir(revealedPath(folder), { withFileTypes: true }).catch(() => []);
}

export function listForeignSync(folder: string): Dirent[] {
  try {
    return readdirSync(revealedPath(folder), { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What a link says, as bytes; null if it is none. */
export function linkForeign(path: string): Promise<Buffer | null> {
  return readlink(revealedPath(path), "buffer").catch(() => null);
}

/** Where a path leads; the path on disk itself if nothing is there. */
export function realForeign(path: string): Promise<string> {
  const onDisk = revealedPath(path);
  return realpath(onDisk).catch(() => onDisk);
}

export function realForeignSync(path: string): string {
  const onDisk = revealedPath(path);
  try {
    return realpathSync(onDisk);
  } catch {
    return onDisk;
  }
}

/** The path of a file or folder inside of a folder, with slashes; "" for the folder itself, null if it is outside. */
export function pathWithin(folder: string, path: string): string | null {
  const inside = relative(revealedPath(folder), revealedPath(path)).split(sep).join("/");
  return inside === ".." || inside.startsWith("../") || /^[a-z]:/i.test(inside) ? null : inside;
}

class Refusal extends Error {}

function refuseUnfit(path: string, found: Stats, root: string | undefined, { maxBytes }: Limits): void {
  if (root !== undefined && !isInside(root, path))
    throw new Refusal("is a link to a file outside its folder");
  if (!found.isFile()) throw new Refusal("is not a regular file");
  if (maxBytes !== undefined && found.size > maxBytes)
    throw new Refusal(`is larger than ${Math.floor(maxBytes / 1024)} kB`);
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
}

function asNotRead(thrown: unknown): NotRead {
  if (thrown instanceof Refusal) return { status: "refused", why: thrown.message };
  const { code, message } = thrown as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR") return { status: "missing" };
  return { status: "refused", why: `cannot be read: ${message}` };
}

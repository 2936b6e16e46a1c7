// Files that the user names for tellback to write: an export, a backup, a report. A project may have put a link at the
// path, so a write never follows a link, and replaces only a file that tellback wrote or that the user agreed to replace.

import { closeSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { readForeignSync } from "../platform/foreign-file.ts";
import { TellbackError } from "../protocol/errors.ts";

/** No text file that tellback writes is larger. */
const maxOwnSize = 256 * 1024 * 1024;

export interface ReplaceOptions {
  /** The user agreed to replace an existing file. */
  force?: boolean;
  /** The first bytes of a file that tellback itself wrote and may replace. */
  begins?: string;
}

export function writeUserFile(path: string, text: string, replacing: ReplaceOptions): void {
  checkTarget(path, replacing);
  const part = partBeside(path);
  try {
    writeFileSync(part, text);
    putInPlace(part, path, replacing);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Refuses a file that must not be replaced; call it before expensive work. */
export function checkTarget(path: string, { force = false, begins }: ReplaceOptions): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isFile()) {
    const what = there.isSymbolicLink() ? "a link" : "not a regular file";
    throw new TellbackError("conflict", `${path} is ${what}`, {
      hint: "Name a new file, or remove it first.",
    });
  }
  if (force || (begins !== undefined && beginsSo(path, begins))) return;
  throw new TellbackError("conflict", `${path} exists already`, {
    hint: "Name another file, or add --force.",
  });
}

/** An empty file with an unpredictable name, private from its first byte. */
export function partBeside(path: string): string {
  // Loaded only for a write: every command imports this file, and loading crypto takes a tenth of its time.
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  closeSync(openSync(part, "wx", 0o600));
  return part;
}

/** Also refuses a file that appeared meanwhile: a new name is created exclusively, and a rename follows no link. */
export function putInPlace(part: string, path: string, replacing: ReplaceOptions): void {
  checkTarget(path, replacing);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) closeSync(openSync(path, "wx", 0o600));
  renameSync(part, path);
}

/** In a folder that others may have filled, no link on the way to the file is followed. */
export function refuseLinkOnPath(path: string, below: string): void {
  const way = relative(below, path);
  if (way === "" || way.startsWith("..") || isAbsolute(way)) return;
  let at = below;
  for (const step of way.split(sep)) {
    at = join(at, step);
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new TellbackError("conflict", `${at} is a link`, {
      hint: `Name the link's target if you mean that, or choose another folder than ${dirname(path)}.`,
    });
  }
}

function beginsSo(path: string, begins: string): boolean {
  const read = readForeignSync(path, { maxBytes: maxOwnSize });
  return read.status === "read" && read.bytes.subarray(0, Buffer.byteLength(begins)).toString() === begins;
}

// Files that the user names for engram to write: an export, a backup, a report. A project may have put a link where the
// user expects nothing, so a write never goes through one, and replaces only what engram wrote or what was agreed to.

import { randomBytes } from "node:crypto";
import { closeSync, lstatSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { readForeignSync } from "../foreign-file.ts";
import { EngramError } from "../protocol/errors.ts";

/** Nothing that engram wrote as text is larger. */
const largestOwn = 256 * 1024 * 1024;

export interface Replacing {
  /** The user agreed that a file that is there goes. */
  force?: boolean;
  /** How a file begins that engram wrote itself, and may write again. */
  begins?: string;
}

export function writeUserFile(path: string, text: string, replacing: Replacing): void {
  checkTarget(path, replacing);
  const part = partBeside(path);
  try {
    writeFileSync(part, text);
    putInPlace(part, path, replacing);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Refuses what must not be replaced; to be called before much work is done for it. */
export function checkTarget(path: string, { force = false, begins }: Replacing): void {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isFile()) {
    const what = there.isSymbolicLink() ? "a link" : "not a regular file";
    throw new EngramError("conflict", `${path} is ${what}`, { hint: "Name a new file, or remove it first." });
  }
  if (force || (begins !== undefined && beginsSo(path, begins))) return;
  throw new EngramError("conflict", `${path} exists already`, { hint: "Name another file, or add --force." });
}

/** An empty file of a name that nobody could foresee, private from its first byte. */
export function partBeside(path: string): string {
  const part = `${path}.${randomBytes(6).toString("hex")}.part`;
  closeSync(openSync(part, "wx", 0o600));
  return part;
}

/** What was put there meanwhile is refused too: a new name is taken exclusively, and a rename follows no link. */
export function putInPlace(part: string, path: string, replacing: Replacing): void {
  checkTarget(path, replacing);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) closeSync(openSync(path, "wx", 0o600));
  renameSync(part, path);
}

/** Below a folder that others may have filled, no link may lead the way to a file that is written. */
export function refuseLinkedWay(path: string, below: string): void {
  const way = relative(below, path);
  if (way === "" || way.startsWith("..") || isAbsolute(way)) return;
  let at = below;
  for (const step of way.split(sep)) {
    at = join(at, step);
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new EngramError("conflict", `${at} is a link`, {
      hint: `Name the place it leads to, if you mean that, or another one than ${dirname(path)}.`,
    });
  }
}

function beginsSo(path: string, begins: string): boolean {
  const read = readForeignSync(path, { mostBytes: largestOwn });
  return read.status === "read" && read.bytes.subarray(0, Buffer.byteLength(begins)).toString() === begins;
}

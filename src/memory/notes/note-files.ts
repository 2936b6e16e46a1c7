// The markdown files of a folder that others fill: regular files inside of it, without links, up to limits.

import { isUtf8 } from "node:buffer";
import { lstatSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";

export interface NoteFile {
  path: string;
  /** Relative to the folder, with slashes. */
  name: string;
  bytes: number;
  modifiedAt: string;
}

const maxFiles = 20_000;
const maxDepth = 12;
export const maxNoteBytes = 1024 * 1024;

/** Links are not followed, hidden folders not entered. */
export function noteFilesIn(folder: string): NoteFile[] {
  const found: NoteFile[] = [];
  const walk = (inside: string, depth: number) => {
    for (const entry of readdirSync(inside, { withFileTypes: true }).sort(byName)) {
      const path = join(inside, entry.name);
      if (
        entry.isDirectory() &&
        !entry.name.startsWith(".") &&
        entry.name !== "node_modules" &&
        depth < maxDepth
      )
        walk(path, depth + 1);
      if (!entry.isFile() || !/\.(?:md|markdown)$/i.test(entry.name)) continue;
      found.push(noteFileAt(path, folder));
      if (found.length > maxFiles)
        throw new TellbackError("invalid_input", `${folder} holds more than ${maxFiles} notes`, {
          hint: "Name the folder of the notes themselves.",
        });
    }
  };
  walk(folder, 0);
  return found;
}

export function noteFileAt(path: string, folder: string): NoteFile {
  const { size, mtime } = lstatSync(path);
  return {
    path,
    name: relative(folder, path).replaceAll("\\", "/"),
    bytes: size,
    modifiedAt: mtime.toISOString(),
  };
}

/** Null if it is no text, too large, a link that leads out, or gone. */
export function textOf({ path }: NoteFile, folder: string): string | null {
  const read = readForeignSync(path, { within: folder, maxBytes: maxNoteBytes });
  return read.status === "read" && isText(read.bytes) ? read.bytes.toString("utf8") : null;
}

/** A single NUL is a mistake of an editor; many are another kind of file. */
function isText(bytes: Buffer): boolean {
  const nuls = bytes.reduce((n, byte) => (byte === 0 ? n + 1 : n), 0);
  return isUtf8(bytes) && nuls * 100 <= bytes.length;
}

export function noNotesIn(path: string, hint: string): TellbackError {
  return new TellbackError("not_found", `no notes in ${path}`, { hint });
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

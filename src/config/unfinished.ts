// Unfinished files beside a path of the user's choice. Each is noted in tellback's home, so that the next daemon removes what
// a killed one left.

import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Paths } from "./paths.ts";
import { ensurePrivateFolder, writePrivateFile } from "./private-files.ts";
import { partBeside } from "./user-files.ts";

/** An empty file to write into; `removePart` ends it. */
export function notedPart(paths: Paths, path: string): string {
  const part = partBeside(path);
  ensurePrivateFolder(paths.unfinished);
  writePrivateFile(noteOf(paths, part), part);
  return part;
}

export function removePart(paths: Paths, part: string): void {
  for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(part + suffix, { force: true });
  rmSync(noteOf(paths, part), { force: true });
}

/** Only one daemon runs, and it has not begun to write yet. */
export function removeUnfinished(paths: Paths): void {
  for (const name of namesIn(paths.unfinished)) {
    const part = readFileSync(join(paths.unfinished, name), "utf8");
    if (idOf(part) === name) removePart(paths, part);
  }
}

/** The random part of its name. */
function idOf(part: string): string {
  return /\.([0-9a-f]{12})\.part$/.exec(basename(part))?.[1] ?? "";
}

function noteOf({ unfinished }: Paths, part: string): string {
  return join(unfinished, idOf(part));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

// The folder of shared memories in a work tree: read within limits, written without following a link that the repository
// may hold.

import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { partBeside, refuseLinkOnPath } from "../../config/user-files.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { listForeignSync, readForeignSync } from "../../platform/foreign-file.ts";
import { plural } from "../../protocol/plural.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import { forgottenFolder, hashOfFile, maxMemoryBytes, memoryFolder } from "./memory-file.ts";

export interface FoundFile {
  /** Relative to the work tree, with slashes. */
  path: string;
  text: string;
  hash: string;
}

export interface FoundFolder {
  files: FoundFile[];
  /** Ids of what was forgotten. */
  forgotten: string[];
  /** What could not be read, each with the reason. */
  problems: { path: string; problem: string }[];
}

const maxFiles = 2_000;
const maxDepth = 3;

/** The work tree of a folder, as the system names it. */
export function treeAt(folder: string): string {
  return revealedPath(treeOf(folder));
}

export function hasSharedMemory(tree: string): boolean {
  return listForeignSync(join(tree, memoryFolder)).length > 0;
}

export function readSharedFolder(tree: string): FoundFolder {
  const found: FoundFolder = { files: [], forgotten: [], problems: [] };
  const walk = (below: string, depth: number) => {
    const entries = listForeignSync(join(tree, below)).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = `${below}/${entry.name}`;
      if (entry.isDirectory() && entry.name === forgottenFolder && depth === 0)
        found.forgotten = listForeignSync(join(tree, path)).map(({ name }) => name);
      else if (entry.isDirectory() && !entry.name.startsWith(".") && depth < maxDepth) walk(path, depth + 1);
      else if (/\.md$/i.test(entry.name) && !/^readme\.md$/i.test(entry.name)) readInto(found, tree, path);
    }
  };
  walk(memoryFolder, 0);
  return found;
}

function readInto({ files, problems }: FoundFolder, tree: string, path: string): void {
  if (files.length >= maxFiles) {
    if (files.length === maxFiles && !problems.some(({ path: of }) => of === memoryFolder))
      problems.push({
        path: memoryFolder,
        problem: `holds more than ${plural(maxFiles, "file")}; the rest is not read`,
      });
    return;
  }
  const read = readForeignSync(join(tree, path), {
    within: join(tree, memoryFolder),
    maxBytes: maxMemoryBytes,
  });
  if (read.status === "refused") problems.push({ path, problem: read.why });
  if (read.status === "read")
    files.push({ path, text: read.bytes.toString("utf8"), hash: hashOfFile(read.bytes) });
}

/** All or nothing; readable like the other files of the repository. */
export function writeSharedFile(tree: string, path: string, text: string): void {
  const file = join(tree, path);
  refuseLinkOnPath(file, tree);
  mkdirSync(dirname(file), { recursive: true });
  const part = partBeside(file);
  try {
    writeFileSync(part, text, { mode: 0o644 });
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** With its folder, if nothing else is in it. */
export function removeSharedFile(tree: string, path: string): void {
  const file = join(tree, path);
  refuseLinkOnPath(file, tree);
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return;
  rmSync(file);
  try {
    rmdirSync(dirname(file));
  } catch {
    // It holds other files.
  }
}

/** Everybody who pulls forgets it too; the file says nothing of what it was. */
export function writeForgotten(tree: string, id: string): void {
  writeSharedFile(tree, `${memoryFolder}/${forgottenFolder}/${id}`, "");
}

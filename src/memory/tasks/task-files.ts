// The files of a task in a work tree: where they are, and how they are written. A project may contain links, so no
// link on the way is followed, nothing outside the folder is touched, and a reader sees the old text or the new one.

import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { type ForeignFile, readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { type FilePhase, folderName } from "../../rooms/tasks/room.ts";

export const filePhases = ["scratchpad", "plan", "progress"] as const satisfies readonly FilePhase[];

export interface TaskPlace {
  /** Nothing above it is checked or created. */
  root: string;
  paths: Record<FilePhase, string>;
}

export interface FileLayout {
  /** Relative to the work tree; or absolute, then each project has a folder in it. */
  path: string;
  /** With {task}, {phase} and perhaps {timestamp}. */
  pattern: string;
}

export function placeOfTask(
  tree: string,
  project: { id: string; name: string },
  task: { folder: string; created_at: string },
  { path, pattern }: FileLayout,
): TaskPlace {
  const root = isAbsolute(path) ? path : tree;
  const base = isAbsolute(path) ? join(path, projectFolder(project)) : join(tree, path);
  const timestamp = task.created_at.replace(/\.\d+|\W/g, "");
  const pathOf = (phase: FilePhase) =>
    join(
      base,
      pattern
        .replaceAll("{task}", safeFolder(task.folder))
        .replaceAll("{phase}", phase)
        .replaceAll("{timestamp}", timestamp),
    );
  return {
    root,
    paths: { scratchpad: pathOf("scratchpad"), plan: pathOf("plan"), progress: pathOf("progress") },
  };
}

/** Whatever the store says, a task's files never lie outside of the folder for them. */
function safeFolder(folder: string): string {
  return folder === "" || /^\.|[/\\\0]/.test(folder) ? folderName(folder) || "task" : folder;
}

function projectFolder({ id, name }: { id: string; name: string }): string {
  return `${name.replace(/[^\p{L}\p{N}_-]+/gu, "-").slice(0, 60)}-${id.slice(-6).toLowerCase()}`;
}

/** Refuses a path on which a link lies; call it before anything is stored. */
export function refuseLinks({ root, paths }: TaskPlace): void {
  for (const path of Object.values(paths)) {
    let at = root;
    for (const part of relative(root, path).split(sep)) {
      at = join(at, part);
      const found = lstatSync(at, { throwIfNoEntry: false });
      if (!found) break;
      if (found.isSymbolicLink())
        throw new TellbackError("conflict", `${at} is a link, and tellback does not write through links`, {
          hint: "Remove the link; the task's files are then written there.",
        });
      if (at !== path && !found.isDirectory())
        throw new TellbackError("conflict", `${at} is not a folder`, { hint: "Rename or remove it." });
      if (at === path && !found.isFile())
        throw new TellbackError("conflict", `${at} is not a regular file`, { hint: "Rename or remove it." });
    }
  }
}

/** Sealed files are read-only: an editor then asks before it changes one. Whoever may read the folder may read them. */
function modeOf(phase: FilePhase, root: string): number {
  const readable = statSync(root).mode & 0o444;
  return phase === "scratchpad" ? readable | 0o200 : readable;
}

export function writeTaskFile(place: TaskPlace, phase: FilePhase, text: string): void {
  replace(place, phase, (part) => writeFileSync(part, text, { flag: "wx", mode: 0o600 }));
}

/** Adds to a file, as a new file in its place; false if the file has not the length that it must have. */
export function extendTaskFile(
  place: TaskPlace,
  phase: FilePhase,
  { bytes, more }: { bytes: number; more: string },
): boolean {
  const found = lstatSync(place.paths[phase], { throwIfNoEntry: false });
  if (!found?.isFile() || found.size !== bytes) return false;
  replace(place, phase, (part) => {
    copyFileSync(place.paths[phase], part, constants.COPYFILE_EXCL);
    chmodSync(part, 0o600);
    appendFileSync(part, more);
  });
  return true;
}

function replace(place: TaskPlace, phase: FilePhase, make: (part: string) => void): void {
  const path = place.paths[phase];
  refuseLinks(place);
  const folder = dirname(path);
  makeFolders(place.root, folder);
  // Between the check and now a folder may have become a link.
  const real = relative(realpathSync(place.root), realpathSync(folder));
  if (real !== relative(place.root, folder))
    throw new TellbackError("conflict", `${folder} leads elsewhere`, { hint: "Remove the link." });
  const part = join(folder, `.${basename(path)}.${randomBytes(6).toString("hex")}.part`);
  try {
    make(part);
    chmodSync(part, modeOf(phase, place.root));
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

/** With the permissions of the project's folder: the daemon's own are stricter. */
function makeFolders(root: string, folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !lstatSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.unshift(at);
  mkdirSync(folder, { recursive: true });
  const mode = statSync(root, { throwIfNoEntry: false })?.mode ?? 0o700;
  for (const made of missing) chmodSync(made, mode & 0o755);
}

const maxFileBytes = 64 * 1024 * 1024;

export function readTaskFile(place: TaskPlace, phase: FilePhase): ForeignFile {
  return readForeignSync(place.paths[phase], { within: place.root, maxBytes: maxFileBytes });
}

/** Removes the files of a deleted task, and its folder if nothing else is in it. */
export function removeTaskFiles(place: TaskPlace): void {
  refuseLinks(place);
  for (const path of Object.values(place.paths)) rmSync(path, { force: true });
  try {
    rmdirSync(dirname(place.paths.plan));
  } catch {
    // Somebody has put files of their own there.
  }
}

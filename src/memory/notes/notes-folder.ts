// Where a host's own notes about a project are, and how a file among them is read and replaced. Claude Code keeps them
// in `<settings>/projects/<folder>/memory`.

import { chmodSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { claudeConfigDir } from "../../config/environment.ts";
import { partBeside, refuseLinkOnPath } from "../../config/user-files.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { readForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { treeOf } from "../../rooms/projects/room.ts";
import type { Memory } from "../memory.ts";
import { maxNoteBytes } from "./note-files.ts";

export interface NotesPlace {
  /** The project's work tree. */
  tree: string;
  /** Where Claude Code keeps its notes about it. */
  notes: string;
  /** Whether Claude Code has worked there. */
  isUsed: boolean;
  /** The file with tellback's section. */
  file: string;
  /** The folder below which no link is followed on the way to the file. */
  below: string;
}

export function notesPlaceOf({ config }: Memory, folder: string): NotesPlace {
  const tree = revealedPath(treeOf(folder));
  const below = claudeConfigDir(homedir());
  // As the client names the folder of a project.
  const client = join(below, "projects", tree.replace(/[^A-Za-z0-9]/g, "-"));
  const notes = join(client, "memory");
  const own = config["bridge.file"];
  const isUsed = existsSync(client);
  return own === ""
    ? { tree, notes, isUsed, file: join(notes, "MEMORY.md"), below }
    : { tree, notes, isUsed, file: join(tree, own), below: tree };
}

/** Null: there is none yet. */
export function readNotes({ file, below }: NotesPlace): string | null {
  refuseLinkOnPath(file, below);
  const read = readForeignSync(file, { maxBytes: maxNoteBytes });
  if (read.status === "missing") return null;
  if (read.status === "refused") throw new TellbackError("conflict", `${file} ${read.why}`);
  const text = read.bytes.toString("utf8");
  if (!Buffer.from(text).equals(read.bytes))
    throw new TellbackError("conflict", `${file} is not valid UTF-8`, { hint: "Save it as UTF-8." });
  return text;
}

/** All or nothing, and only if nobody has changed it since it was read. */
export function replaceNotes(place: NotesPlace, before: string | null, after: string): void {
  const { file } = place;
  if (before === null) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const part = partBeside(file);
  try {
    writeFileSync(part, after);
    chmodSync(part, before === null ? 0o600 : lstatSync(file).mode & 0o777);
    if (readNotes(place) !== before)
      throw new TellbackError("conflict", `${file} was changed meanwhile`, { hint: "Run it again." });
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

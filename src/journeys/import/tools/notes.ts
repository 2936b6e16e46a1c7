// Reads notes that people and agents keep for coding agents: MEMORY.md, CLAUDE.md, AGENTS.md.

import { existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  maxNoteBytes,
  type NoteFile,
  noNotesIn,
  noteFileAt,
  noteFilesIn,
  textOf,
} from "../../../memory/notes/note-files.ts";
import { nodesInNote } from "../../../memory/notes/note-nodes.ts";
import { TellbackError } from "../../../protocol/errors.ts";
import { type ForeignProject, type ForeignRecord, type ForeignStore, unknown } from "./foreign-store.ts";

/** What a project may have, in the order in which they are read. */
const projectNotes = [
  ...["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "AGENTS.md", "GEMINI.md", "MEMORY.md"],
  ".github/copilot-instructions.md",
];

/** A file, a folder with only notes such as Claude Code's memory folder, or the folder of a project. */
export async function openNotes(path: string, project: ForeignProject): Promise<ForeignStore> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const folder = isFolder ? path : dirname(path);
  const files = isFolder ? notesOf(path) : [noteFileAt(path, folder)];
  if (files.length === 0)
    throw noNotesIn(
      path,
      `Name a markdown file, or a folder with ${projectNotes.slice(0, 4).join(", ")} or MEMORY.md.`,
    );
  const [only] = files;
  if (!isFolder && only && textOf(only, folder) === null)
    throw new TellbackError("invalid_input", `${path} is not a note that can be read`, {
      hint: `Nothing was imported. Name a text file in UTF-8, not a link, of at most ${maxNoteBytes / 1024} kB.`,
    });
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { files: files.length, bytes, read: () => read(files, folder, project), check() {}, close() {} };
}

function notesOf(folder: string): NoteFile[] {
  const known = projectNotes
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path) && lstatSync(path).isFile())
    .map((path) => noteFileAt(path, folder));
  const isNotesOnly = basename(folder) === "memory" || known.length === 0;
  return isNotesOnly ? noteFilesIn(folder) : known;
}

function* read(
  files: readonly NoteFile[],
  folder: string,
  project: ForeignProject,
): Generator<ForeignRecord> {
  for (const file of files) {
    const text = textOf(file, folder);
    if (text === null) {
      yield unknown("file that is no text, too large, or a link");
      continue;
    }
    for (const node of nodesInNote(text, file.path)) {
      const key = `${file.path}\n${node.content}`;
      yield { is: "node", key, ...node, summary: null, project, at: file.modifiedAt, file: file.path };
    }
  }
}

// Reads notes that people and agents keep for coding agents: MEMORY.md, CLAUDE.md, AGENTS.md. Each bullet and each
// paragraph becomes a node; the headings above it say what it is about.

import { existsSync, lstatSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TellbackError } from "../../../protocol/errors.ts";
import type { WrittenType } from "../../../protocol/knowledge.ts";
import { markedPartsOut } from "../../../protocol/marks.ts";
import {
  type ForeignStore,
  type Found,
  type FoundNode,
  type FoundProject,
  tagFrom,
  unknown,
} from "./found.ts";
import { frontMatterOf, itemsOf, type NoteItem, withoutComments } from "./markdown.ts";
import { largestNote, type NoteFile, noNotesIn, noteFileAt, noteFilesIn, textOf } from "./note-files.ts";

/** What a project may have, in the order in which they are read. */
const projectNotes = [
  ...["CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "AGENTS.md", "GEMINI.md", "MEMORY.md"],
  ".github/copilot-instructions.md",
];

/** A file, a folder with only notes such as Claude Code's memory folder, or the folder of a project. */
export async function openNotes(path: string, project: FoundProject): Promise<ForeignStore> {
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
      hint: `Nothing was imported. Name a text file in UTF-8, not a link, of at most ${largestNote / 1024} kB.`,
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

function* read(files: readonly NoteFile[], folder: string, project: FoundProject): Generator<Found> {
  for (const file of files) {
    const text = textOf(file, folder);
    if (text === null) yield unknown("file that is no text, too large, or a link");
    else yield* nodesIn(text, { file: file.path, project, at: file.modifiedAt });
  }
}

export interface NotesOf {
  file: string;
  project: FoundProject;
  at: string | null;
}

export function nodesIn(markdown: string, { file, project, at }: NotesOf): FoundNode[] {
  const { values, body } = frontMatterOf(markedPartsOut(markdown));
  // What an agent writes for itself is less certain than what a person writes for it.
  const isByUser = !/^memory\.md$/i.test(basename(file)) && values.type === undefined;
  const seen = new Set<string>();
  return itemsOf(withoutComments(body)).flatMap((item) => {
    const content = contentOf(item);
    if (!saysSomething(item) || seen.has(content)) return [];
    seen.add(content);
    const node: FoundNode = {
      ...{ is: "node", key: `${file}\n${content}`, type: typeOf(item), content, summary: null },
      ...{ tags: topicsOf(item), project, at, isByUser, file },
    };
    return [node];
  });
}

/** A link to another file, or an `@import`, holds nothing itself. */
function saysSomething({ text }: NoteItem): boolean {
  return !/^@[\w./~-]+$/.test(text) && !/^!?\[[^\]]*\]\([^)]*\)$/.test(text);
}

const shortWords = 4;

/** A few words are understood only below their heading. */
function contentOf({ text, headings }: NoteItem): string {
  const above = headings.at(-1);
  const isShort = text.split(/\s+/).length <= shortWords;
  return above !== undefined && isShort ? `${above}: ${text}` : text;
}

function topicsOf({ headings }: NoteItem): string[] {
  return headings.slice(-1).flatMap((heading) => tagFrom("topic:", heading));
}

const typesByHeading: [RegExp, WrittenType][] = [
  [/\bdecisions?\b|\badr\b/i, "decision"],
  [/\b(?:conventions?|rules?|style|patterns?|guidelines?|standards?|preferences?|practices?)\b/i, "pattern"],
  [/\b(?:open|questions?|todos?|next steps?|unknowns?)\b/i, "open-question"],
  [/\b(?:hypothes[ei]s|ideas?|assumptions?)\b/i, "hypothesis"],
];

function typeOf({ headings }: NoteItem): WrittenType {
  for (const heading of headings.toReversed())
    for (const [form, type] of typesByHeading) if (form.test(heading)) return type;
  return "fact";
}

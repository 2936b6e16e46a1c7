// bridge pull: the client's own notes become nodes. What tellback wrote there is not read; a note that was reworded
// replaces the node of its old words.

import { sharedTerms } from "../../../libs/language/statement-model.ts";
import { nodeKey, storeImportedNode } from "../../memory/imported-node.ts";
import { supersede } from "../../memory/knowledge/remember.ts";
import type { Memory } from "../../memory/memory.ts";
import { type NoteFile, noteFilesIn, textOf } from "../../memory/notes/note-files.ts";
import { nodesInNote } from "../../memory/notes/note-nodes.ts";
import { type NotesPlace, notesPlaceOf } from "../../memory/notes/notes-folder.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { openProjectAt } from "../../rooms/projects/room.ts";
import { type Cleaner, cleanerFor } from "../../secrets/cleaner.ts";
import type { Db } from "../../store/schema.ts";
import { sourcesAt, sourcesOf } from "../../store/sources.ts";

export interface PullReport {
  files: number;
  stored: number;
  merged: number;
  known: number;
  /** Nodes whose note was reworded. */
  superseded: number;
}

/** The same as of `tellback import notes`: both find what the other brought. */
const tool = "notes";

export async function pull(memory: Memory, folder: string): Promise<PullReport> {
  const place = notesPlaceOf(memory, folder);
  const files = filesOf(place);
  const clean = cleanerFor(place.tree);
  const pulled: PullReport = { files: files.length, stored: 0, merged: 0, known: 0, superseded: 0 };
  for (const file of files) {
    const text = textOf(file, place.notes);
    if (text === null) continue;
    await memory.db.transaction().execute((tx) => pullFile(tx, { file, text, clean, place }, pulled));
  }
  return pulled;
}

export function filesOf({ notes }: NotesPlace): NoteFile[] {
  return statForeignSync(notes) ? noteFilesIn(notes) : [];
}

interface NoteToPull {
  file: NoteFile;
  text: string;
  clean: Cleaner;
  place: NotesPlace;
}

async function pullFile(tx: Db, { file, text, clean, place }: NoteToPull, pulled: PullReport): Promise<void> {
  const at = new Date().toISOString();
  const projectId = await openProjectAt(tx, place.tree, at);
  const from = { tool, place: clean.path(file.path), at };
  const before = await sourcesAt(tx, tool, from.place);
  const current = new Set<string>();
  const fresh: { id: string; content: string }[] = [];
  for (const node of nodesInNote(text, file.path)) {
    // An agent wrote it for itself.
    const given = { ...node, summary: null, projectId, at: file.modifiedAt, isByUser: false };
    const { how, id } = await storeImportedNode(tx, from, given, clean);
    pulled[how]++;
    current.add(nodeKey(tool, from.place, projectId, clean.text(node.content).trim()));
    if (how === "stored" && id !== null) fresh.push({ id, content: node.content });
  }
  const gone = before.filter(({ key }) => !current.has(key)).map(({ ownerId }) => ownerId);
  pulled.superseded += await replaceReworded(tx, fresh, gone, at);
}

/** Of two notes that share this many of their words, one is the new wording of the other. */
const sameNote = 0.5;

async function replaceReworded(
  tx: Db,
  fresh: readonly { id: string; content: string }[],
  gone: readonly string[],
  at: string,
): Promise<number> {
  const left = new Map<string, string>();
  for (const id of gone) {
    const [node] = await nodesOf(tx, [id]);
    const isOnlyHere =
      node && !node.isManual && node.supersededBy === null && (await sourcesOf(tx, "node", id)).length === 1;
    if (isOnlyHere) left.set(id, node.content);
  }
  let replaced = 0;
  for (const { id, content } of fresh) {
    const [nearest] = [...left]
      .map(([old, said]) => ({ old, likeness: sharedTerms(said, content) }))
      .sort((a, b) => b.likeness - a.likeness);
    if (!nearest || nearest.likeness < sameNote) continue;
    await supersede(tx, nearest.old, id, at);
    left.delete(nearest.old);
    replaced++;
  }
  return replaced;
}

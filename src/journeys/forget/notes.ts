// Sections that the bridge wrote into notes files lose the lines of nodes that were forgotten. What people wrote
// outside of a section is theirs: the file is reported.

import { dirname } from "node:path";
import type { Memory } from "../../memory/memory.ts";
import { type NotesPlace, readNotes, replaceNotes } from "../../memory/notes/notes-folder.ts";
import { readSection, withSection } from "../../memory/notes/section.ts";
import { revealedPath } from "../../platform/covered-paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { filesWithLines } from "../../rooms/bridge/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import type { ForgetSelection } from "./select.ts";

/** Returns the files that still hold it, and those that could not be written. */
export async function rewriteNotes(memory: Memory, { holds }: ForgetSelection): Promise<string[]> {
  const left: string[] = [];
  for (const stored of await filesWithLines(memory.db)) {
    const file = revealedPath(stored);
    const folder = dirname(file);
    const place: NotesPlace = { tree: folder, notes: folder, isUsed: true, file, below: folder };
    try {
      const before = readNotes(place);
      if (before === null) continue;
      const section = readSection(before);
      const lines = section.status === "found" ? section.lines : [];
      const known = await nodesOf(
        memory.db,
        lines.flatMap(({ id }) => id ?? []),
      );
      const ids = new Set(known.map(({ id }) => id));
      const kept = lines.filter(({ id, text }) => (id === null || ids.has(id)) && !holds?.(text));
      const after = withSection(
        before,
        kept.map(({ written }) => written),
      );
      if (kept.length < lines.length) replaceNotes(place, before, after);
      if (holds?.(kept.length < lines.length ? after : before)) left.push(file);
    } catch (error) {
      if (!(error instanceof TellbackError)) throw error;
      left.push(file);
    }
  }
  return left;
}

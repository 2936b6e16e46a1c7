// bridge: tellback's graph and the client's own notes (MEMORY.md), both ways, if the user has switched it on. It runs when
// a session starts or ends, and on command.

import type { Memory } from "../../memory/memory.ts";
import { textOf } from "../../memory/notes/note-files.ts";
import { nodesInNote } from "../../memory/notes/note-nodes.ts";
import { notesPlaceOf, readNotes } from "../../memory/notes/notes-folder.ts";
import { editsIn, readSection } from "../../memory/notes/section.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { HookEvent } from "../../protocol/hook.ts";
import { linesIn } from "../../rooms/bridge/room.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";
import { filesOf, pull } from "./pull.ts";
import { push } from "./push.ts";

/** The client may still be writing its notes. */
const afterMs = 2_000;

export async function bridgeSoon(
  { config }: Memory,
  tx: Db,
  { type, projectDir }: Pick<HookEvent, "type" | "projectDir">,
): Promise<void> {
  if (config["bridge.mode"] === "off" || (type !== "session-start" && type !== "session-end")) return;
  const runAt = new Date(Date.now() + afterMs);
  await enqueue(tx, { kind: "bridge", key: projectDir, payload: { folder: projectDir }, runAt });
}

/** What the setting says. A file that cannot be used is reported by `tellback bridge status`, not tried again. */
export async function bridgeNow(memory: Memory, folder: string): Promise<void> {
  const mode = memory.config["bridge.mode"];
  try {
    if (mode === "pull" || mode === "both") {
      const pulled = await pull(memory, folder);
      memory.events.record({ type: "bridge.pull", data: { ...pulled } });
    }
    if (mode === "push" || mode === "both") {
      const { file: _, ...pushed } = await push(memory, folder, false);
      memory.events.record({ type: "bridge.push", data: pushed });
    }
  } catch (error) {
    if (!(error instanceof TellbackError && (error.code === "conflict" || error.code === "not_found")))
      throw error;
    memory.events.record({ type: "bridge.refused", data: { error: cleanerFor(folder).text(error.message) } });
  }
}

export interface BridgeStatus {
  mode: "off" | "pull" | "push" | "both";
  notes: string;
  files: number;
  items: number;
  file: string;
  section: "none" | "found" | "damaged" | "deleted";
  problem: string | null;
  lines: number;
  changed: number;
}

export async function bridgeStatus(memory: Memory, folder: string): Promise<BridgeStatus> {
  const place = notesPlaceOf(memory, folder);
  const files = filesOf(place);
  const items = files.flatMap((file) => nodesInNote(textOf(file, place.notes) ?? "", file.path));
  const text = readNotes(place) ?? "";
  const section = readSection(text);
  const known = (await linesIn(memory.db, cleanerFor(place.tree).path(place.file))).filter(
    ({ state }) => state === "written",
  );
  const lines = section.status === "found" ? section.lines : [];
  const ids = [...new Set([...lines.flatMap(({ id }) => id ?? []), ...known.map(({ nodeId }) => nodeId)])];
  const contents = new Map((await nodesOf(memory.db, ids)).map(({ id, content }) => [id, content]));
  const edits = section.status === "found" ? editsIn(lines, known, (id) => contents.get(id) ?? null) : [];
  return {
    mode: memory.config["bridge.mode"],
    notes: place.notes,
    files: files.length,
    items: items.length,
    file: place.file,
    section: section.status === "none" && known.length > 0 ? "deleted" : section.status,
    problem: section.status === "damaged" ? section.why : null,
    lines: lines.length,
    changed: edits.length,
  };
}

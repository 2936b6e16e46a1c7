// bridge push: chosen nodes are written into a section of a notes file. First, what somebody changed in the section is
// taken over; what cannot be taken over stays in the file as it is.

import { countTokens } from "../../context/tokens.ts";
import { updateByUser } from "../../memory/edit-node.ts";
import { nodeKey, normal } from "../../memory/imported-node.ts";
import { remember } from "../../memory/knowledge/remember.ts";
import type { Memory } from "../../memory/memory.ts";
import { nodesInNote } from "../../memory/notes/note-nodes.ts";
import { type NotesPlace, notesPlaceOf, readNotes, replaceNotes } from "../../memory/notes/notes-folder.ts";
import {
  contentHash,
  type Edit,
  editsIn,
  lineFor,
  lineHash,
  maxWritten,
  readSection,
  type SectionLine,
  withSection,
  writtenText,
} from "../../memory/notes/section.ts";
import { queryNodes } from "../../memory/query-nodes.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Node, WrittenType } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import { dropLinesTo, linesIn, putLine, type WrittenLine } from "../../rooms/bridge/room.ts";
import { linkNodes, nodeSaying, nodesOf } from "../../rooms/knowledge/room.ts";
import { openProjectAt } from "../../rooms/projects/room.ts";
import { type Cleaner, cleanerFor } from "../../secrets/cleaner.ts";
import { addSources, sourceKey } from "../../store/sources.ts";

export interface PushReport {
  file: string;
  written: number;
  edited: number;
  added: number;
  removed: number;
  conflicts: number;
  /** Lines that hold a secret: they stay in the file and nowhere else. */
  kept: number;
  /** Nodes beyond the budget, or too long. */
  left: number;
  isChanged: boolean;
}

/** `isAsked`: a person asked for it, and gets a section again that was deleted. */
export async function push(memory: Memory, folder: string, isAsked: boolean): Promise<PushReport> {
  const place = notesPlaceOf(memory, folder);
  const before = readNotes(place);
  if (before === null && place.file.startsWith(place.notes) && !place.isUsed)
    throw new TellbackError("not_found", `Claude Code has no folder for ${place.tree}`, {
      hint: "Use it there first, or set bridge.file to a file in the project.",
    });
  const text = before ?? "";
  const section = readSection(text);
  if (section.status === "damaged")
    throw new TellbackError("conflict", `${place.file}: ${section.why}`, {
      hint: "Restore tellback's marks, or delete the whole section.",
    });
  const clean = cleanerFor(place.tree);
  const file = clean.path(place.file);
  const known = await linesIn(memory.db, file);
  const written = known.filter(({ state }) => state === "written");
  const pushed: PushReport = {
    ...{ file: place.file, written: 0, edited: 0, added: 0, removed: 0, conflicts: 0 },
    ...{ kept: 0, left: 0, isChanged: false },
  };
  if (section.status === "none" && written.length > 0 && !isAsked) return pushed;
  const lines = section.status === "found" ? section.lines : [];
  const taken =
    section.status === "found"
      ? await takeOver({ memory, place, clean, file }, lines, written, pushed)
      : noLines;

  const chosen = await chooseNodes(memory, place, text, taken.removed, known);
  const { fitting, left } = withinBudget(chosen, memory.config["bridge.tokens"]);
  pushed.left = left;
  const after = withSection(text, [
    ...fitting.map(({ id, content }) => lineFor(id, content)),
    ...taken.kept.map(({ written: line }) => line),
  ]);
  pushed.written = fitting.length;
  pushed.isChanged = after !== text;
  if (pushed.isChanged) replaceNotes(place, before, after);
  await noteLines(memory, file, fitting, known, taken);
  return pushed;
}

interface PushTarget {
  memory: Memory;
  place: NotesPlace;
  clean: Cleaner;
  file: string;
}

interface AppliedEdits {
  removed: ReadonlySet<string>;
  kept: readonly SectionLine[];
}

const noLines: AppliedEdits = { removed: new Set(), kept: [] };

async function takeOver(
  into: PushTarget,
  lines: readonly SectionLine[],
  known: readonly WrittenLine[],
  pushed: PushReport,
): Promise<AppliedEdits> {
  const { memory, clean } = into;
  // A line with a secret is the user's own: it must neither be stored nor be lost.
  const kept = lines.filter(({ text }) => clean.text(text) !== text);
  const plain = lines.filter((line) => !kept.includes(line));
  const ids = [...new Set([...plain.flatMap(({ id }) => id ?? []), ...known.map(({ nodeId }) => nodeId)])];
  const contents = new Map((await nodesOf(memory.db, ids)).map(({ id, content }) => [id, content]));
  const keptIds = new Set(kept.flatMap(({ id }) => id ?? []));
  const before = known.filter(({ nodeId }) => !keptIds.has(nodeId));
  const edits = editsIn(plain, before, (id) => contents.get(id) ?? null);
  for (const edit of edits) await apply(into, edit, pushed);
  pushed.kept = kept.length;
  const removed = edits.flatMap((edit) => (edit.is === "removed" ? edit.nodeId : []));
  return { removed: new Set([...removed, ...keptIds]), kept };
}

async function apply(into: PushTarget, edit: Edit, pushed: PushReport): Promise<void> {
  const { memory } = into;
  if (edit.is === "edited") {
    await updateByUser(memory, edit.nodeId, { content: edit.text });
    pushed.edited++;
  } else if (edit.is === "removed") pushed.removed++;
  else if (edit.is === "added") {
    await addLine(into, edit.text, ["tier:pinned"], null);
    pushed.added++;
  } else {
    const [node] = await nodesOf(memory.db, [edit.nodeId]);
    const tags = (node?.tags ?? []).filter((tag) => !tag.startsWith("source:"));
    const hasTier = tags.some((tag) => tag.startsWith("tier:"));
    await addLine(into, edit.text, hasTier ? tags : [...tags, "tier:pinned"], edit.nodeId);
    pushed.conflicts++;
  }
}

/** What somebody wrote into the section is meant for every session, as the section is. */
async function addLine(
  { memory, place, file }: PushTarget,
  content: string,
  tags: readonly string[],
  beside: string | null,
): Promise<void> {
  const at = new Date().toISOString();
  await memory.db.transaction().execute(async (tx) => {
    const projectId = await openProjectAt(tx, place.tree, at);
    const said = { type: "fact" as const, content, tags, projectId, by: null, at };
    const same = await nodeSaying(tx, content, projectId);
    const { row } = await remember(tx, { ...said, type: (same?.type as WrittenType | undefined) ?? "fact" });
    const contentHash = sourceKey("node", projectId, normal(content));
    const key = nodeKey("bridge", file, projectId, content);
    await addSources(tx, [
      {
        tool: "bridge",
        key,
        owner: { kind: "node", id: row.id },
        contentHash,
        place: file,
        at,
      },
    ]);
    if (beside !== null && beside !== row.id && (await nodesOf(tx, [beside])).length > 0)
      await linkNodes(tx, row.id, beside, "RELATES_TO", at);
  });
}

const maxNodes = 200;

/** Not what somebody took out of the section, and not what the file says itself. */
async function chooseNodes(
  memory: Memory,
  place: NotesPlace,
  text: string,
  removed: ReadonlySet<string>,
  known: readonly WrittenLine[],
): Promise<Node[]> {
  const projectId = await openProjectAt(memory.db, place.tree, new Date().toISOString());
  const query = memory.config["bridge.query"];
  const nodes = await queryNodes(memory, { query, projects: inProject(projectId), limit: maxNodes });
  const out = new Set([
    ...removed,
    ...known.filter(({ state }) => state === "removed").map(({ nodeId }) => nodeId),
  ]);
  const own = new Set(nodesInNote(text, place.file).map(({ content }) => normal(content)));
  return nodes
    .filter(({ id, content }) => !out.has(id) && !own.has(normal(content)))
    .sort((a, b) => tierOf(a) - tierOf(b) || (a.id < b.id ? -1 : 1));
}

const tierOf = ({ tags }: Node) => (tags.includes("tier:pinned") ? 0 : 1);

function withinBudget(nodes: readonly Node[], tokens: number): { fitting: Node[]; left: number } {
  let used = 0;
  const fitting = nodes.filter(({ id, content }) => {
    const cost = countTokens(lineFor(id, content));
    if (content.length > maxWritten || used + cost > tokens) return false;
    used += cost;
    return true;
  });
  return { fitting, left: nodes.length - fitting.length };
}

async function noteLines(
  memory: Memory,
  file: string,
  written: readonly Node[],
  known: readonly WrittenLine[],
  { removed, kept }: AppliedEdits,
): Promise<void> {
  const at = new Date().toISOString();
  const now = new Set(written.map(({ id }) => id));
  const keptIds = new Set(kept.flatMap(({ id }) => id ?? []));
  await memory.db.transaction().execute(async (tx) => {
    for (const { id, content } of written) {
      const line = {
        nodeId: id,
        lineHash: lineHash(writtenText(content)),
        contentHash: contentHash(content),
      };
      await putLine(tx, file, { ...line, state: "written" }, at);
    }
    for (const line of known)
      if (removed.has(line.nodeId) && !keptIds.has(line.nodeId))
        await putLine(tx, file, { ...line, state: "removed" }, at);
    const over = known.filter(
      ({ nodeId, state }) => state === "written" && !now.has(nodeId) && !removed.has(nodeId),
    );
    await dropLinesTo(
      tx,
      file,
      over.map(({ nodeId }) => nodeId),
    );
  });
}

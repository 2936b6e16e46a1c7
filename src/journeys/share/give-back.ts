// give back: what was changed here of a shared memory goes into its file, and what was forgotten here goes from the
// repository. Only files that say what they said when both last agreed are touched: an edit of somebody else stays.

import type { Memory } from "../../memory/memory.ts";
import {
  type FoundFile,
  removeSharedFile,
  writeForgotten,
  writeSharedFile,
} from "../../memory/shared/folder.ts";
import { forSharing } from "../../memory/shared/for-sharing.ts";
import { hashOfFile, memoryFileText, parseMemoryFile } from "../../memory/shared/memory-file.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { changeNode, nodesOf } from "../../rooms/knowledge/room.ts";
import { dropMemoryFile, type MemoryFile, memoryFilesOf, putMemoryFile } from "../../rooms/shared/room.ts";

interface Place {
  tree: string;
  projectId: string;
  files: readonly FoundFile[];
  at: string;
}

/** How many files were written or removed. */
export async function giveBack(memory: Memory, { tree, projectId, files, at }: Place): Promise<number> {
  const known = await memoryFilesOf(memory.db, projectId);
  const nodes = new Map(
    (
      await nodesOf(
        memory.db,
        known.map(({ nodeId }) => nodeId),
      )
    ).map((node) => [node.id, node]),
  );
  // By its hash, not by its path: forgetting may have taken a word out of the path that is kept.
  const found = new Map(files.map((file) => [file.hash, file]));
  let given = 0;
  for (const one of known) {
    const file = found.get(one.hash);
    if (!file) continue;
    const node = nodes.get(one.nodeId);
    const { path } = file;
    if (!node) given += Number(await takeAway(memory, tree, { ...one, path }));
    else if (one.isOwn && !isInForce(node))
      given += Number(await withdraw(memory, tree, { ...one, path }, at));
    else if (one.isOwn || node.isManual)
      given += Number(await reword(memory, { tree, projectId, file, one, node }));
  }
  return given;
}

const isInForce = ({ state, supersededBy }: Node) => state === "active" && supersededBy === null;

/** Forgotten here; what others shared is only forgotten here, and stays theirs. */
async function takeAway({ db }: Memory, tree: string, { nodeId, path, isOwn }: MemoryFile): Promise<boolean> {
  if (!isOwn) return false;
  removeSharedFile(tree, path);
  writeForgotten(tree, nodeId);
  await dropMemoryFile(db, nodeId);
  return true;
}

/** Rejected or replaced: it no longer holds, so nobody should be told. */
async function withdraw(
  { db }: Memory,
  tree: string,
  { nodeId, path }: MemoryFile,
  at: string,
): Promise<boolean> {
  removeSharedFile(tree, path);
  await db.transaction().execute(async (tx) => {
    await dropMemoryFile(tx, nodeId);
    await changeNode(tx, nodeId, { scope: "private" }, at);
  });
  return true;
}

async function reword(
  { db }: Memory,
  about: { tree: string; projectId: string; file: FoundFile; one: MemoryFile; node: Node },
): Promise<boolean> {
  const { tree, projectId, file, one, node } = about;
  const parsed = parseMemoryFile(file.text);
  if (!parsed.ok) return false;
  const { type, category } = node;
  const content = forSharing(tree, node.content);
  const text = memoryFileText({ ...parsed.memory, type, category, content });
  if (text === memoryFileText(parsed.memory)) return false;
  writeSharedFile(tree, file.path, text);
  await putMemoryFile(db, projectId, { ...one, hash: hashOfFile(text) });
  return true;
}

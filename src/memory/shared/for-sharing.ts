// A memory as it may leave this machine: without secrets, as the rules know them now, and without the paths of this machine.

import { homedir } from "node:os";
import type { Node } from "../../protocol/knowledge.ts";
import { anchorRows } from "../../rooms/anchors/room.ts";
import { linksOf } from "../../rooms/knowledge/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import type { Db } from "../../store/schema.ts";
import { writerOf } from "../../store/writer.ts";
import { sharedOf } from "./as-record.ts";
import type { SharedMemory } from "./memory-file.ts";

export function forSharing(tree: string, text: string): string {
  const here = text.replaceAll(`${tree}/`, "").replaceAll(tree, ".");
  const home = homedir();
  return cleanerFor(tree).text(home.length > 1 ? here.replaceAll(home, "~") : here);
}

/** All that leaves of a statement. It names only what is shared by the same way. */
export async function statementFor(
  db: Db,
  tree: string,
  node: Node,
  isShared: (id: string) => Promise<boolean>,
): Promise<SharedMemory> {
  const code = (await anchorRows(db, node.id))
    .filter(({ broken_at }) => broken_at === null)
    .map(({ file, symbol, hash }) => ({ file, symbol, hash }));
  const links = await linksOf(db, node.id);
  const replaced = links.filter(({ type, direction }) => type === "SUPERSEDES" && direction === "from");
  const shared = await Promise.all(replaced.map(async ({ id }) => ((await isShared(id)) ? [id] : [])));
  const clean = {
    ...node,
    content: forSharing(tree, node.content),
    tags: node.tags.map((tag) => forSharing(tree, tag)),
  };
  return sharedOf(clean, { code, supersedes: shared.flat(), author: node.author ?? writerOf(db).author });
}

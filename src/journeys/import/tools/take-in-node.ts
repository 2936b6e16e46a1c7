// Takes in one node from another tool or from notes. The same text in the same project is one node, whichever tool
// brought it; one that the user has changed or deleted since does not come back.

import {
  enterImported,
  findNode,
  type ImportedNode,
  mergeTags,
  nodeSaying,
} from "../../../rooms/knowledge/room.ts";
import { forgottenWords } from "../../../rooms/observations/room.ts";
import type { Cleaner } from "../../../secrets/cleaner.ts";
import type { Db } from "../../../store/schema.ts";
import { addSources, ownerOfSource, ownersWithContent, sourceKey } from "../../../store/sources.ts";
import type { Came } from "./taken.ts";

const longestContent = 20_000;
const longestSummary = 2_000;

export type TakenNode = { how: "stored" | "merged" | "known"; id: string | null };

export async function takeInNode(
  tx: Db,
  came: Came,
  given: ImportedNode,
  clean: Cleaner,
): Promise<TakenNode> {
  const content = clean.text(given.content).trim().slice(0, longestContent).toWellFormed();
  if (content === "") return { how: "known", id: null };
  const forgotten = await forgottenWords(tx);
  if ([content, ...given.tags].some((text) => forgotten.holds(text, given.at)))
    return { how: "known", id: null };
  const project = given.projectId ?? "";
  const key = nodeKey(came.tool, came.place, project, content);
  const before = await ownerOfSource(tx, came.tool, key);
  if (before !== null) return { how: "known", id: (await findNode(tx, before)) ? before : null };
  const contentHash = sourceKey("node", project, normal(content));
  const tags = [...given.tags.map((tag) => clean.text(tag)).filter(isTag), `source:${came.tool}`];
  const source = { tool: came.tool, place: came.place, at: came.at, key, contentHash };
  const [brought] = await ownersWithContent(tx, "node", contentHash);
  const same = brought === undefined ? (await nodeSaying(tx, content, given.projectId))?.id : brought;
  if (same !== undefined) {
    await addSources(tx, [{ ...source, owner: { kind: "node", id: same } }]);
    // One that the user deleted stays deleted.
    if (!(await findNode(tx, same))) return { how: "known", id: null };
    await mergeTags(tx, same, tags, came.at);
    return { how: "merged", id: same };
  }
  const summary = given.summary === null ? null : clean.text(given.summary).slice(0, longestSummary);
  const row = await enterImported(tx, {
    ...given,
    content,
    summary: summary === content ? null : summary,
    tags,
  });
  await addSources(tx, [{ ...source, owner: { kind: "node", id: row.id } }]);
  return { how: "stored", id: row.id };
}

export function nodeKey(tool: string, place: string, projectId: string, content: string): string {
  return sourceKey("node", tool, place, projectId, content);
}

/** Equal for texts that differ only in case, white space, quotes or the full stop. */
export function normal(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[“”„«»"'`‘’]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[.!;:\s]+$/, "")
    .trim();
}

function isTag(tag: string): boolean {
  return /^[^\s,"()]{1,100}$/.test(tag);
}

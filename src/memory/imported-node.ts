// Takes in one node from another tool or from notes. The same text in the same project is one node, whichever tool
// brought it; one that the user has changed or deleted since does not come back.

import type { Node, WrittenType } from "../protocol/knowledge.ts";
import { forgottenWords } from "../rooms/forgotten/room.ts";
import { addNode, addTags, nodeSaying, nodesOf } from "../rooms/knowledge/room.ts";
import type { Cleaner } from "../secrets/cleaner.ts";
import type { Db, NodeRow } from "../store/schema.ts";
import { addSources, ownerOfSource, ownersWithContent, sourceKey } from "../store/sources.ts";
import { confidenceOf } from "./knowledge/confidence.ts";

const maxContent = 20_000;
const maxSummary = 2_000;

/** Where an imported thing comes from. */
export interface Provenance {
  tool: string;
  /** The file or folder that was read, as it may be stored. */
  place: string;
  /** The time of the import. */
  at: string;
}

export interface StoredNode {
  /** "merged": in the memory from somewhere else, with one more source now; "known": from an earlier import. */
  how: "stored" | "merged" | "known";
  id: string | null;
}

export interface ImportedNode {
  type: WrittenType;
  content: string;
  summary: string | null;
  tags: readonly string[];
  /** Null: valid everywhere. */
  projectId: string | null;
  at: string;
  /** A person wrote it. */
  isByUser: boolean;
  /** Where it was said, if that is known. */
  by?: { sessionId: string; observationId: string | null } | undefined;
}

export async function storeImportedNode(
  tx: Db,
  from: Provenance,
  given: ImportedNode,
  clean: Cleaner,
): Promise<StoredNode> {
  const content = clean.text(given.content).trim().slice(0, maxContent).toWellFormed();
  if (content === "") return { how: "known", id: null };
  const forgotten = await forgottenWords(tx);
  if ([content, ...given.tags].some((text) => forgotten.holds(text, given.at)))
    return { how: "known", id: null };
  const project = given.projectId ?? "";
  const key = nodeKey(from.tool, from.place, project, content);
  const before = await ownerOfSource(tx, from.tool, key);
  if (before !== null) return { how: "known", id: (await nodesOf(tx, [before]))[0]?.id ?? null };
  const contentHash = sourceKey("node", project, normal(content));
  const tags = [...given.tags.map((tag) => clean.text(tag)).filter(isTag), `source:${from.tool}`];
  const source = { tool: from.tool, place: from.place, at: from.at, key, contentHash };
  const [brought] = await ownersWithContent(tx, "node", contentHash);
  const same = brought === undefined ? (await nodeSaying(tx, content, given.projectId))?.id : brought;
  if (same !== undefined) {
    await addSources(tx, [{ ...source, owner: { kind: "node", id: same } }]);
    // One that the user deleted stays deleted.
    const [known] = await nodesOf(tx, [same]);
    if (!known) return { how: "known", id: null };
    await mergeTags(tx, known, tags, from.at);
    return { how: "merged", id: same };
  }
  const summary = given.summary === null ? null : clean.text(given.summary).slice(0, maxSummary);
  const row = await enterImported(tx, {
    ...given,
    content,
    summary: summary === content ? null : summary,
    tags,
  });
  await addSources(tx, [{ ...source, owner: { kind: "node", id: row.id } }]);
  return { how: "stored", id: row.id };
}

async function enterImported(db: Db, node: ImportedNode): Promise<NodeRow> {
  const row = await addNode(db, {
    projectId: node.projectId,
    type: node.type,
    category: null,
    content: node.content,
    summary: node.summary,
    confidence: node.isByUser ? confidenceOf.confirmed : confidenceOf.new,
    isManual: node.isByUser,
    sessionId: node.by?.sessionId ?? null,
    observationId: node.by?.observationId ?? null,
    saidBy: node.isByUser ? "user" : null,
    at: node.at,
  });
  await addTags(db, row.id, node.tags, node.at);
  return row;
}

/** The tags of a second source are added; the tier stays as it is. */
async function mergeTags(db: Db, known: Node, tags: readonly string[], at: string): Promise<void> {
  const hasTier = known.tags.some((tag) => tag.startsWith("tier:"));
  await addTags(db, known.id, hasTier ? tags.filter((tag) => !tag.startsWith("tier:")) : tags, at);
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
    .replace(/(?<![.!;:\s])[.!;:\s]+$/, "")
    .trim();
}

function isTag(tag: string): boolean {
  return /^[^\s,"()]{1,100}$/.test(tag);
}

/** A label of another tool as a tag: tags have no spaces, commas, quotes or brackets. */
export function tagFrom(prefix: string, label: string): string[] {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^#+/, "")
    .replace(/[\s,"()]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
  const tag = `${prefix}${plain}`.slice(0, 100);
  return plain === "" || /^tier:/.test(tag) ? [] : [tag];
}

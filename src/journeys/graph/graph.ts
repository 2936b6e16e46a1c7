// What users do to the graph: add, change, confirm, link, tag, archive. Each is one transaction; a change of a node's
// text is stored with the text before and after, so that it can be undone.

import { changingNode } from "../../memory/edit-node.ts";
import { remember, summarise, supersede } from "../../memory/knowledge/remember.ts";
import type { Memory } from "../../memory/memory.ts";
import { queryNodes } from "../../memory/query-nodes.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Node, WrittenType } from "../../protocol/knowledge.ts";
import { addTags, changeNode, deleteNode, dropTags, nodeOf, readTags } from "../../rooms/knowledge/room.ts";
import { openProjectAt, projectScope } from "../../rooms/projects/room.ts";
import { resolveId } from "../../store/resolve.ts";
import { refreshAnchors } from "./anchor.ts";

export interface SaidByUser {
  content: string;
  type: WrittenType;
  tags: string;
  summary?: string | undefined;
  /** Null: valid in every project. */
  folder: string | null;
}

export async function rememberByUser(
  memory: Memory,
  said: SaidByUser,
): Promise<{ node: Node; isNew: boolean }> {
  const at = new Date().toISOString();
  const tags = readTags(said.tags);
  const isGlobal = said.folder === null || tags.includes("project:global");
  const { id, isNew } = await memory.db.transaction().execute(async (tx) => {
    const projectId = isGlobal ? null : await openProjectAt(tx, said.folder ?? "", at);
    const { row, isNew } = await remember(tx, {
      type: said.type,
      content: said.content.trim(),
      summary: said.summary ?? null,
      tags,
      projectId,
      by: null,
      at,
    });
    return { id: row.id, isNew };
  });
  return { node: await nodeOf(memory.db, id), isNew };
}

export async function summariseByUser(
  memory: Memory,
  said: { content: string; nodes: string; archive: boolean; tags: string; folder: string | undefined },
): Promise<{ node: Node; sources: number }> {
  const at = new Date().toISOString();
  const projects = await projectScope(memory.db, said);
  const typed = said.nodes.split(/[\s,]+/).filter(Boolean);
  const sources = typed.every((one) => one.startsWith("nod_"))
    ? await Promise.all(typed.map((one) => resolveId(memory.db, "nodes", one)))
    : (await queryNodes(memory, { query: said.nodes, projects, limit: 500 })).map(({ id }) => id);
  if (sources.length === 0) throw new TellbackError("not_found", `no node matches ${said.nodes}`);
  const tags = readTags(said.tags);
  const hasTier = tags.some((tag) => tag.startsWith("tier:"));
  const first = await nodeOf(memory.db, sources[0] ?? "");
  const id = await memory.db.transaction().execute(async (tx) => {
    const summary = {
      type: "summary" as const,
      content: said.content.trim(),
      tags: hasTier ? tags : [...tags, "tier:reference"],
      projectId: first.projectId,
      by: null,
      at,
    };
    return (await summarise(tx, summary, sources, said.archive)).id;
  });
  return { node: await nodeOf(memory.db, id), sources: sources.length };
}

/** The user confirms the node: full confidence from now on, and anchored to the current code. */
export async function confirmNodeByUser(memory: Memory, id: string): Promise<Node> {
  await refreshAnchors(memory, id);
  await changingNode(memory, id, "confirmed by the user", (tx, at) =>
    changeNode(tx, id, { is_manual: 1, confidence: 1, state: "active", stale_since: null }, at),
  );
  return nodeOf(memory.db, id);
}

export async function supersedeByUser(
  memory: Memory,
  old: string,
  by: string,
): Promise<{ old: Node; new: Node }> {
  await changingNode(memory, old, "superseded by the user", (tx, at) => supersede(tx, old, by, at));
  return { old: await nodeOf(memory.db, old), new: await nodeOf(memory.db, by) };
}

export async function deleteByUser(memory: Memory, id: string): Promise<void> {
  await memory.db.transaction().execute((tx) => deleteNode(tx, id));
}

export async function tagByUser(memory: Memory, id: string, tags: string): Promise<Node> {
  await memory.db.transaction().execute((tx) => addTags(tx, id, readTags(tags), new Date().toISOString()));
  return nodeOf(memory.db, id);
}

export async function untagByUser(memory: Memory, id: string, tags: string): Promise<Node> {
  await memory.db.transaction().execute((tx) => dropTags(tx, id, tags.split(/[\s,]+/).filter(Boolean)));
  return nodeOf(memory.db, id);
}

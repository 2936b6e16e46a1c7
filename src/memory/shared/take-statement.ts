// Takes in what somebody shared, from a repository or from the team's server. It passes the check of everything that comes
// from outside, changes only what is shared in the same project by the same way, and links what it replaces or contradicts.

import { clashOf } from "../../../libs/language/statement-model.ts";
import { type Node, statementKindOfType } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import { changeNode, findNodes, linkNodes, nodesOf, noteChange } from "../../rooms/knowledge/room.ts";
import { projectRoot } from "../../rooms/projects/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { isShared, type Shared, team, writerOf } from "../../store/writer.ts";
import { supersede } from "../knowledge/remember.ts";
import type { Memory } from "../memory.ts";
import { cleanRecord } from "../records/clean-record.ts";
import { writeRecords } from "../records/write-records.ts";
import { recordsOfFile } from "./as-record.ts";
import type { SharedMemory } from "./memory-file.ts";

export interface IntoProject {
  memory: Memory;
  projectId: string;
  /** Its key. */
  project: string;
  from: Shared;
  at: string;
}

type TakenStatement = { is: "added" | "changed" | "same" } | { is: "refused"; problem: string };

/** `editor`: who worded it, if that is known; `said` holds no secrets. */
export async function takeStatement(
  into: IntoProject,
  id: string,
  said: SharedMemory,
  editor: string | null,
): Promise<TakenStatement> {
  const { memory, projectId, project, from, at } = into;
  const [node] = await nodesOf(memory.db, [id]);
  if (node && node.scope !== scopeOf(from)) return { is: "refused", problem: unshared };
  if (node && node.projectId !== projectId) return { is: "refused", problem: unshared };
  if (node) return { is: (await changeFrom(into, node, said, editor)) ? "changed" : "same" };
  const clean = cleanerFor((await projectRoot(memory.db, projectId)) ?? "/");
  const written = await writeRecords(memory, recordsOfFile(said, { id, project, at, from }), {
    from,
    clean: (record) => cleanRecord(record, clean),
  });
  const [problem] = written.refused;
  if (problem !== undefined) return { is: "refused", problem };
  return { is: (written.kinds.node ?? 0) > 0 ? "added" : "same" };
}

const unshared = "has the id of a memory that is not shared in this project";

/** What is shared by one way is not changed by the other. */
export const scopeOf = (from: Shared) => (from === team ? "team" : "project");

/** Undone like a change by the user. */
async function changeFrom(
  { memory, at, from }: IntoProject,
  node: Node,
  said: SharedMemory,
  editor: string | null,
): Promise<boolean> {
  const { content, type, category } = said;
  const isBack = node.state === "archived";
  const isSame = node.content === content && node.type === type && node.category === category;
  if (isSame && !isBack) return false;
  const me = writerOf(memory.db);
  // What somebody else has worded is no longer one's own words.
  const isReworded = node.content !== content && editor !== null && editor !== me.author;
  const where = from === team ? "changed by the team" : "changed in the repository";
  await memory.db.transaction().execute((tx) =>
    noteChange(tx, where, [node.id], at, async () => {
      await changeNode(
        tx,
        node.id,
        {
          ...{ content, type, category, summary: null },
          ...(isReworded && { machine: from, author: said.author, is_manual: 0 }),
          ...(isBack && { state: "active" as const }),
        },
        at,
      );
      return { ids: [node.id] };
    }),
  );
  return true;
}

/** Only among what is shared in this project by the same way. */
export async function supersedeNamed(
  { memory, projectId, from, at }: IntoProject,
  pairs: readonly (readonly [by: string, old: string])[],
): Promise<void> {
  for (const [by, old] of pairs) {
    const nodes = await nodesOf(memory.db, [by, old]);
    const isOurs = (one: Node) => one.scope === scopeOf(from) && one.projectId === projectId;
    const isShared = nodes.length === 2 && nodes.every(isOurs);
    if (!isShared || nodes.some(({ supersededBy }) => supersededBy !== null) || by === old) continue;
    await memory.db.transaction().execute((tx) => supersede(tx, old, by, at));
  }
}

const comparedWith = 500;

/**
 * Two that cannot both hold are shown to the user, who decides; both hold until then. What others say among themselves is
 * theirs to settle.
 */
export async function linkContradictions(
  { memory, projectId, at }: IntoProject,
  fresh: readonly string[],
): Promise<void> {
  if (fresh.length === 0) return;
  const known = await findNodes(memory.db, {
    query: null,
    projects: inProject(projectId),
    limit: comparedWith,
  });
  const claims = known.filter(({ type }) => statementKindOfType[type] === "claim" && type !== "summary");
  for (const one of claims.filter(({ id }) => fresh.includes(id)))
    for (const other of claims)
      if (
        other.id !== one.id &&
        !(isShared(one.machine) && isShared(other.machine)) &&
        clashOf(one.content, other.content) !== null
      )
        await linkNodes(memory.db, one.id, other.id, "CONTRADICTS", at);
}

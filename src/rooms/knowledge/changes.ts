// The log of changes by the user and by consolidation, with the state before and after: for undo, and for queries about
// an earlier time.

import { TellbackError } from "../../protocol/errors.ts";
import type { Change, Learning } from "../../protocol/knowledge.ts";
import { newId } from "../../protocol/new-id.ts";
import type { Db, NodeRow } from "../../store/schema.ts";
import { bury } from "../../store/tombstones.ts";
import { asLearning, getNode, removeNode, restoreNode } from "./nodes.ts";

interface What {
  nodes: { id: string; before: NodeRow | null; after: NodeRow }[];
  /** Evidence that moved from one node to another. */
  evidence: { seq: number; from: string; to: string }[];
  edges: { from: string; to: string; type: string }[];
}

export type Moved = Pick<What, "evidence" | "edges">;

/** Runs the work and records how it changed the given nodes. */
export async function noteChange<T extends { ids: readonly string[]; moved?: Moved }>(
  db: Db,
  why: string,
  touched: readonly string[],
  at: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = new Map(await rowsOf(db, touched));
  const done = await work();
  const after = await rowsOf(db, done.ids);
  const what: What = {
    nodes: after.map(([id, row]) => ({ id, before: before.get(id) ?? null, after: row })),
    evidence: done.moved?.evidence ?? [],
    edges: done.moved?.edges ?? [],
  };
  await db
    .insertInto("changes")
    .values({ id: newId("change"), at, why, what: JSON.stringify(what), undone_at: null })
    .execute();
  return done;
}

async function rowsOf(db: Db, ids: readonly string[]): Promise<[string, NodeRow][]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("nodes").selectAll().where("id", "in", ids).execute();
  return rows.map((row) => [row.id, row]);
}

/** Nodes that were changed later, as they were at that time. An undone change counts as not made. */
export async function rowsAsOf(db: Db, then: string): Promise<Map<string, NodeRow>> {
  const rows = await db
    .selectFrom("changes")
    .selectAll()
    .where((eb) => eb.or([eb("at", ">", then), eb("undone_at", ">", then)]))
    .execute();
  const steps = rows.flatMap(({ seq, at, undone_at, what }) => {
    const { nodes } = JSON.parse(what) as What;
    const back = nodes.map(({ id, before }) => ({ id, row: before }));
    const forth = nodes.map(({ id, after }) => ({ id, row: after }));
    return [
      { at, seq: Number(seq), nodes: back },
      ...(undone_at === null ? [] : [{ at: undone_at, seq: Number(seq), nodes: forth }]),
    ];
  });
  const asThen = new Map<string, NodeRow>();
  const later = steps
    .filter(({ at }) => at > then)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.seq - a.seq));
  for (const { nodes } of later) for (const { id, row } of nodes) if (row) asThen.set(id, row);
  return asThen;
}

/** Newest first. */
export async function listChanges(db: Db, limit: number): Promise<Change[]> {
  const rows = await db.selectFrom("changes").selectAll().orderBy("seq", "desc").limit(limit).execute();
  return rows.map(asChange);
}

function asChange(row: {
  id: string;
  at: string;
  why: string;
  what: string;
  undone_at: string | null;
}): Change {
  const { nodes } = JSON.parse(row.what) as What;
  return {
    id: row.id,
    at: row.at,
    why: row.why,
    undoneAt: row.undone_at,
    nodes: nodes.map(({ id, before, after }) => ({
      id,
      content: after.content,
      changed: before ? differences(before, after) : [],
      isNew: before === null,
    })),
  };
}

const shownColumns = {
  content: "content",
  summary: "summary",
  type: "type",
  category: "category",
  state: "state",
  confidence: "confidence",
  superseded_by: "superseded by",
  stale_since: "stale since",
} as const;

function differences(before: NodeRow, after: NodeRow): Change["nodes"][number]["changed"] {
  const text = (value: unknown) => (typeof value === "number" ? value.toFixed(2) : String(value ?? "none"));
  return (Object.keys(shownColumns) as (keyof typeof shownColumns)[])
    .filter((column) => before[column] !== after[column])
    .map((column) => ({ what: shownColumns[column], from: text(before[column]), to: text(after[column]) }));
}

/** Without an id: the newest change that is not undone yet. */
export async function undoChange(
  db: Db,
  id: string | undefined,
  at: string,
): Promise<{ change: Change; learnings: Learning[] }> {
  const row = await db
    .selectFrom("changes")
    .selectAll()
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .where("undone_at", "is", null)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row) {
    throw new TellbackError("not_found", id ? `change ${id} is already undone` : "nothing to undo", {
      hint: "`tellback learnings log` shows every change.",
    });
  }
  const what = JSON.parse(row.what) as What;
  for (const { id: node, after } of what.nodes) await refuseIfChanged(db, node, after);
  for (const { seq, from } of what.evidence)
    await db.updateTable("evidence").set({ node_id: from }).where("seq", "=", seq).execute();
  for (const edge of what.edges)
    await db
      .deleteFrom("edges")
      .where("from_id", "=", edge.from)
      .where("to_id", "=", edge.to)
      .where("type", "=", edge.type as never)
      .execute();
  const learnings: Learning[] = [];
  for (const { id: node, before } of what.nodes) {
    if (before === null) await removeNode(db, node);
    else {
      await restoreNode(db, before);
      learnings.push(asLearning(await getNode(db, node)));
    }
  }
  await db.updateTable("changes").set({ undone_at: at }).where("id", "=", row.id).execute();
  return { change: asChange({ ...row, undone_at: at }), learnings };
}

/** Undoing an older change would also undo the later ones. */
async function refuseIfChanged(db: Db, id: string, after: NodeRow): Promise<void> {
  const now = await db.selectFrom("nodes").selectAll().where("id", "=", id).executeTakeFirst();
  const isSame =
    now !== undefined &&
    (["content", "category", "type", "state", "confidence", "is_manual", "superseded_by"] as const).every(
      (column) => now[column] === after[column],
    );
  if (isSame) return;
  throw new TellbackError("conflict", `${id} has changed since`, {
    hint: "Undo the later changes first; `tellback learnings log` shows them.",
  });
}

/** With what the log of changes says about it. */
export async function deleteNode(db: Db, id: string): Promise<void> {
  await dropChangesOf(db, id);
  await removeNode(db, id);
}

/** Otherwise the log of changes would keep the text of a deleted node, or of the nodes of a deleted session. */
export async function dropChangesOf(db: Db, nodeOrSession: string): Promise<void> {
  const named = `%${JSON.stringify(nodeOrSession).slice(1, -1)}%`;
  const gone = await db.deleteFrom("changes").where("what", "like", named).returning("id").execute();
  for (const { id } of gone) await bury(db, { kind: "change", id, projectId: null });
}

// Anchors: which code a node speaks of, with the hash that this code had when the node was written. A node is stale
// while one of its anchors does not match the code.

import type { Anchor } from "../../../protocol/knowledge.ts";
import type { AnchorRow, Db } from "../../../store/schema.ts";

export interface NewAnchor {
  file: string;
  /** Empty for the whole file. */
  symbol: string;
  hash: string;
  isManual: boolean;
}

/** Replaces the anchors that were found automatically; anchors set by the user stay. */
export async function setAnchors(
  db: Db,
  id: string,
  anchors: readonly NewAnchor[],
  at: string,
): Promise<void> {
  await db.deleteFrom("anchors").where("node_id", "=", id).where("is_manual", "=", 0).execute();
  for (const anchor of anchors) await putAnchor(db, id, anchor, at);
  await markStale(db, id);
}

/** Replaces all anchors of a node, including those set by the user. */
export async function replaceAnchors(
  db: Db,
  id: string,
  anchors: readonly NewAnchor[],
  at: string,
): Promise<void> {
  await db.deleteFrom("anchors").where("node_id", "=", id).execute();
  await setAnchors(db, id, anchors, at);
}

export async function putAnchor(db: Db, id: string, anchor: NewAnchor, at: string): Promise<void> {
  const { file, symbol, hash } = anchor;
  const whole = { hash, made_at: at, broken_at: null, broken_by: null, how: null };
  await db
    .insertInto("anchors")
    .values({ node_id: id, file, symbol, is_manual: Number(anchor.isManual), ...whole })
    .onConflict((conflict) => conflict.columns(["node_id", "file", "symbol"]).doUpdateSet(whole))
    .execute();
  await markStale(db, id);
}

export async function anchorsOf(db: Db, id: string): Promise<Anchor[]> {
  const rows = await rowsOf(db, id);
  return rows.map((row) => ({
    file: row.file,
    symbol: row.symbol === "" ? null : row.symbol,
    isManual: row.is_manual === 1,
    brokenAt: row.broken_at,
    how: row.how,
    observationId: row.broken_by,
  }));
}

export async function rowsOf(db: Db, id: string): Promise<AnchorRow[]> {
  return db
    .selectFrom("anchors")
    .selectAll()
    .where("node_id", "=", id)
    .orderBy("file")
    .orderBy("symbol")
    .execute();
}

/** Which of these files have anchored nodes of the project. */
export async function anchoredFiles(db: Db, projectId: string, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .select("a.file")
    .distinct()
    .where("n.project_id", "=", projectId)
    .where("a.file", "in", files)
    .execute();
  return rows.map(({ file }) => file);
}

export async function hasAnchors(db: Db, projectId: string): Promise<boolean> {
  return (await filesWithAnchors(db, projectId, 1)).length > 0;
}

/** The files of the project that have anchored nodes which are currently valid. */
export async function filesWithAnchors(db: Db, projectId: string, limit?: number): Promise<string[]> {
  const rows = await db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .select("a.file")
    .distinct()
    .where("n.project_id", "=", projectId)
    .where("n.state", "=", "active")
    .where("n.superseded_by", "is", null)
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ file }) => file);
}

/** What is known about a file and its definitions, the highest confidence first. */
export async function idsAnchoredAt(
  db: Db,
  projectId: string,
  file: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("nodes as n")
    .select("n.id")
    .where("n.id", "in", (eb) => eb.selectFrom("anchors").select("node_id").where("file", "=", file))
    .where("n.project_id", "=", projectId)
    .where("n.state", "=", "active")
    .where("n.superseded_by", "is", null)
    .orderBy("n.confidence", "desc")
    .orderBy("n.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export interface Checked {
  id: string;
  stale: boolean;
}

/** What is known about these files, or about these symbols in them. */
export async function nodesAnchoredAt(
  db: Db,
  projectId: string,
  files: readonly string[],
  symbols: readonly string[] | null,
): Promise<{ id: string; content: string; stale: boolean }[]> {
  if (files.length === 0) return [];
  const rows = await db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .select(["n.id", "n.content", "n.stale_since", "a.symbol"])
    .where("n.project_id", "=", projectId)
    .where("n.state", "=", "active")
    .where("n.superseded_by", "is", null)
    .where("a.file", "in", files.slice(0, 500))
    .orderBy("n.confidence", "desc")
    .orderBy("n.id")
    .execute();
  const own = rows.filter(
    ({ symbol }) =>
      symbols === null ||
      symbol === "" ||
      symbols.some((one) => one === symbol || one.endsWith(`.${symbol}`)),
  );
  const nodes = own.map(({ id, content, stale_since }) => ({ id, content, stale: stale_since !== null }));
  return [...new Map(nodes.map((node) => [node.id, node])).values()].slice(0, 50);
}

/** A symbol was renamed or moved: its anchors follow. Returns how many there were. */
export async function moveAnchors(
  db: Db,
  projectId: string,
  from: { file: string; symbol: string },
  to: { file: string; symbol: string },
): Promise<number> {
  const rows = await db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .selectAll("a")
    .where("n.project_id", "=", projectId)
    .where("a.file", "=", from.file)
    .where("a.symbol", "!=", "")
    .execute();
  const own = rows.filter(({ symbol }) => from.symbol === symbol || from.symbol.endsWith(`.${symbol}`));
  for (const { node_id, file, symbol, ...row } of own) {
    await db
      .deleteFrom("anchors")
      .where("node_id", "=", node_id)
      .where("file", "=", file)
      .where("symbol", "=", symbol)
      .execute();
    await db
      .insertInto("anchors")
      .values({ ...row, node_id, ...to })
      .onConflict((conflict) => conflict.columns(["node_id", "file", "symbol"]).doNothing())
      .execute();
  }
  return own.length;
}

export interface FoundBy {
  /** Null if the change was found by looking, which says nothing about who made it. */
  observationId: string | null;
  at: string;
}

/** Compares the anchors in a file with the current code; returns the nodes that became stale or valid again. */
export async function checkAnchors(
  db: Db,
  at: { projectId: string; file: string },
  hashNow: (symbol: string, earlier: string) => string | null,
  by: FoundBy,
): Promise<Checked[]> {
  const rows = await db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .selectAll("a")
    .where("n.project_id", "=", at.projectId)
    .where("a.file", "=", at.file)
    .execute();
  const changed: Checked[] = [];
  for (const row of rows) {
    const hash = hashNow(row.symbol, row.hash);
    const isBroken = hash !== row.hash;
    const isKnown = isBroken === (row.broken_at !== null);
    if (isKnown && !(isBroken && explains(by, row))) continue;
    const broken = {
      broken_at: by.at,
      broken_by: by.observationId,
      how: hash === null ? "gone" : "changed",
    } as const;
    await db
      .updateTable("anchors")
      .set(isBroken ? broken : { broken_at: null, broken_by: null, how: null })
      .where("node_id", "=", row.node_id)
      .where("file", "=", row.file)
      .where("symbol", "=", row.symbol)
      .execute();
    const stale = await markStale(db, row.node_id);
    if (!isKnown) changed.push({ id: row.node_id, stale });
  }
  return changed;
}

/** An edit is reported a moment after the file was written. */
const reportMs = 5_000;

/** Whether this tool use made a change that somebody had found by looking before the use was reported. */
function explains({ observationId, at }: FoundBy, found: AnchorRow): boolean {
  if (observationId === null || found.broken_by !== null || found.broken_at === null) return false;
  return Date.parse(found.broken_at) + reportMs >= Date.parse(at);
}

/** The node is stale since the first of its anchors stopped matching. */
async function markStale(db: Db, id: string): Promise<boolean> {
  const first = await db
    .selectFrom("anchors")
    .select("broken_at")
    .where("node_id", "=", id)
    .where("broken_at", "is not", null)
    .orderBy("broken_at")
    .executeTakeFirst();
  await db
    .updateTable("nodes")
    .set({ stale_since: first?.broken_at ?? null })
    .where("id", "=", id)
    .execute();
  return first !== undefined;
}

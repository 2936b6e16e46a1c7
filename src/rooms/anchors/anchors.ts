// Anchors: which code a node speaks of, with the hash that this code had when the node was written. A node is stale
// while one of its anchors does not match the code.

import type { Anchor } from "../../protocol/knowledge.ts";
import type { AnchorRow, Db } from "../../store/schema.ts";

export interface NewAnchor {
  file: string;
  /** Empty for the whole file. */
  symbol: string;
  hash: string;
  isManual: boolean;
}

/** Replaces the anchors that were found automatically, or all of them; only the latter touches those set by the user. */
export async function setAnchors(
  db: Db,
  id: string,
  which: "automatic" | "all",
  anchors: readonly NewAnchor[],
  at: string,
): Promise<void> {
  await db
    .deleteFrom("anchors")
    .where("node_id", "=", id)
    .$if(which === "automatic", (query) => query.where("is_manual", "=", 0))
    .execute();
  for (const anchor of anchors) await putAnchor(db, id, anchor, at);
}

export async function putAnchor(db: Db, id: string, anchor: NewAnchor, at: string): Promise<void> {
  const { file, symbol, hash } = anchor;
  const whole = { hash, made_at: at, broken_at: null, broken_by: null, how: null };
  await db
    .insertInto("anchors")
    .values({ node_id: id, file, symbol, is_manual: Number(anchor.isManual), ...whole })
    .onConflict((conflict) => conflict.columns(["node_id", "file", "symbol"]).doUpdateSet(whole))
    .execute();
}

export async function anchorsOf(db: Db, id: string): Promise<Anchor[]> {
  const rows = await anchorRows(db, id);
  return rows.map((row) => ({
    file: row.file,
    symbol: row.symbol === "" ? null : row.symbol,
    isManual: row.is_manual === 1,
    brokenAt: row.broken_at,
    how: row.how,
    observationId: row.broken_by,
  }));
}

const idsAtOnce = 500;

/** The code that each of these nodes speaks of, as `src/a.ts` or `src/a.ts#name`. */
export async function anchorsAmong(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const places = new Map<string, string[]>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const rows = await db
      .selectFrom("anchors")
      .select(["node_id", "file", "symbol"])
      .where("node_id", "in", ids.slice(from, from + idsAtOnce))
      .orderBy("file")
      .orderBy("symbol")
      .execute();
    for (const { node_id, file, symbol } of rows)
      places.set(node_id, [...(places.get(node_id) ?? []), symbol === "" ? file : `${file}#${symbol}`]);
  }
  return places;
}

export async function anchorRows(db: Db, id: string): Promise<AnchorRow[]> {
  return db
    .selectFrom("anchors")
    .selectAll()
    .where("node_id", "=", id)
    .orderBy("file")
    .orderBy("symbol")
    .execute();
}

/** The files of the project, or of some of its files those, that nodes speak of which hold now. */
export async function anchoredFiles(
  db: Db,
  projectId: string,
  { among, limit }: { among?: readonly string[]; limit?: number } = {},
): Promise<string[]> {
  if (among?.length === 0) return [];
  const rows = await anchorsThatHold(db, projectId)
    .select("a.file")
    .distinct()
    .$if(among !== undefined, (query) => query.where("a.file", "in", among ?? []))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ file }) => file);
}

const maxFiles = 500;

/** The nodes that speak of these files, or of these symbols in them, the highest confidence first. */
export async function nodesAnchoredAt(
  db: Db,
  projectId: string,
  { files, symbols = null }: { files: readonly string[]; symbols?: readonly string[] | null },
  limit: number,
): Promise<string[]> {
  if (files.length === 0) return [];
  const rows = await anchorsThatHold(db, projectId)
    .select(["n.id", "a.symbol"])
    .where("a.file", "in", files.slice(0, maxFiles))
    .orderBy("n.confidence", "desc")
    .orderBy("n.id", "desc")
    .execute();
  const own = rows.filter(
    ({ symbol }) => symbols === null || symbol === "" || symbols.some((one) => names(one, symbol)),
  );
  return [...new Set(own.map(({ id }) => id))].slice(0, limit);
}

function names(qualified: string, symbol: string): boolean {
  return qualified === symbol || qualified.endsWith(`.${symbol}`);
}

function anchorsThatHold(db: Db, projectId: string) {
  return anchorsIn(db, projectId).where("n.state", "=", "active").where("n.superseded_by", "is", null);
}

function anchorsIn(db: Db, projectId: string) {
  return db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .where("n.project_id", "=", projectId);
}

/** A symbol was renamed or moved: its anchors follow. Returns how many there were. */
export async function moveAnchors(
  db: Db,
  projectId: string,
  from: { file: string; symbol: string },
  to: { file: string; symbol: string },
): Promise<number> {
  const rows = await anchorsIn(db, projectId)
    .selectAll("a")
    .where("a.file", "=", from.file)
    .where("a.symbol", "!=", "")
    .execute();
  const own = rows.filter(({ symbol }) => names(from.symbol, symbol));
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

/** Compares the anchors in a file with the current code; returns the nodes of those that no longer match, or match again. */
export async function checkAnchors(
  db: Db,
  at: { projectId: string; file: string },
  hashNow: (symbol: string, earlier: string) => string | null,
  by: FoundBy,
): Promise<string[]> {
  const rows = await anchorsIn(db, at.projectId).selectAll("a").where("a.file", "=", at.file).execute();
  const changed: string[] = [];
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
    changed.push(row.node_id);
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

/** When the first anchor of a node stopped matching; null while all match. */
export async function brokenSince(db: Db, id: string): Promise<string | null> {
  const first = await db
    .selectFrom("anchors")
    .select("broken_at")
    .where("node_id", "=", id)
    .where("broken_at", "is not", null)
    .orderBy("broken_at")
    .executeTakeFirst();
  return first?.broken_at ?? null;
}

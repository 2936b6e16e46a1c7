// anchor: which code a node speaks of is looked up when it is written, and compared with the code when that is
// touched. When the code has become another, the node is stale, by the observation that changed it; when it is as it
// was again, the node holds again.

import { readFile, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { definedIn, hashOf } from "../indexes/codemap/body.ts";
import type { Memory } from "../memory.ts";
import { EngramError } from "../protocol/errors.ts";
import type { Node } from "../protocol/semantic.ts";
import { filesTouchedBy, treeOf } from "../rooms/episodic/room.ts";
import {
  anchoredFiles,
  anchorRows,
  checkAnchors,
  filesNamedIn,
  getNode,
  type NewAnchor,
  nodesOf,
  putAnchor,
  setAnchors,
  symbolsNamedIn,
  wordsOf,
} from "../rooms/semantic/room.ts";
import { cleanerFor } from "../secrets/cleaner.ts";
import { revealedPath } from "../secrets/covered.ts";
import { cancel, enqueue } from "../store/jobs.ts";
import type { Db, NodeRow } from "../store/schema.ts";

export { anchorJob } from "../rooms/semantic/room.ts";

const largestFile = 1024 * 1024;
const filesLooked = 20;
const mostAnchors = 20;

/** Looks up what a node's words name: in the files it names, and in those that its session touched. */
export async function anchorNode(memory: Memory, id: string): Promise<void> {
  const row = await memory.db.selectFrom("nodes").selectAll().where("id", "=", id).executeTakeFirst();
  const root = row && (await rootOf(memory.db, row));
  if (!row || !root) return;
  const touched = row.session_id ? await filesTouchedBy(memory.db, row.session_id, filesLooked) : [];
  const anchors = await anchorsFor(row.content, root, touched);
  await memory.db.transaction().execute((tx) => setAnchors(tx, id, anchors, new Date().toISOString()));
}

async function anchorsFor(content: string, root: string, touched: readonly string[]): Promise<NewAnchor[]> {
  const symbols = symbolsNamedIn(content);
  const words = wordsOf(content);
  const anchors: NewAnchor[] = [];
  const named = new Set<string>();
  for (const file of filesNamedIn(content)) {
    const known = await findFile(root, file, touched);
    if (known === null || named.has(known.file)) continue;
    named.add(known.file);
    const inIt = symbolsDefined(known.text, symbols);
    for (const [name, { isTop }] of definedIn(known.text)) if (isTop && words.has(name)) inIt.add(name);
    anchors.push(...anchorsIn(known, inIt.size > 0 ? inIt : [""]));
  }
  for (const file of touched.filter((one) => !named.has(one))) {
    const known = symbols.length > 0 ? await readIn(root, file) : null;
    if (known) anchors.push(...anchorsIn(known, symbolsDefined(known.text, symbols)));
  }
  return anchors.slice(0, mostAnchors);
}

function symbolsDefined(text: string, symbols: readonly string[]): Set<string> {
  const defined = definedIn(text);
  return new Set(symbols.filter((symbol) => defined.has(symbol.split(".").at(-1) ?? "")));
}

function anchorsIn({ file, text }: ReadFile, symbols: Iterable<string>): NewAnchor[] {
  return Array.from(symbols).flatMap((symbol) => {
    const hash = hashOf(text, symbol, file);
    return hash === null ? [] : [{ file, symbol, hash, isManual: false }];
  });
}

/** `src/a.ts`, or `src/a.ts#name` for a definition in it. */
export async function anchorByHand(memory: Memory, id: string, place: string): Promise<void> {
  const root = await rootOf(memory.db, await getNode(memory.db, id));
  const [file = "", symbol = ""] = place.split("#");
  const known = root ? await readIn(root, file) : null;
  if (!known)
    throw new EngramError("not_found", `${file} is no file of the node's project`, {
      hint: "Write it from the project's root, e.g. src/auth.ts#login.",
    });
  const hash = hashOf(known.text, symbol, known.file);
  if (hash === null) throw new EngramError("not_found", `${known.file} defines no ${symbol}`);
  await memory.db
    .transaction()
    .execute((tx) =>
      putAnchor(tx, id, { file: known.file, symbol, hash, isManual: true }, new Date().toISOString()),
    );
}

/** The user says that it still holds: it is anchored to the code as it is now. */
export async function anchorAnew(memory: Memory, id: string): Promise<void> {
  const row = await getNode(memory.db, id);
  const root = await rootOf(memory.db, row);
  if (!root) return;
  const kept: NewAnchor[] = [];
  for (const anchor of await anchorRows(memory.db, id)) {
    const known = await readIn(root, anchor.file);
    const hash = known && hashOf(known.text, anchor.symbol, anchor.file);
    if (hash) kept.push({ ...anchor, hash, isManual: anchor.is_manual === 1 });
  }
  await memory.db.transaction().execute(async (tx) => {
    await tx.deleteFrom("anchors").where("node_id", "=", id).execute();
    await setAnchors(tx, id, kept, new Date().toISOString());
  });
}

export const checkJob = "check-anchors";

export interface CheckJob {
  projectId: string;
  /** Where the file is read: a worktree is another folder of the same project. */
  dir: string;
  /** Null: every file that nodes speak of. */
  file: string | null;
  observationId: string | null;
  at: string;
}

/** Tools that change nothing. */
const readers: ReadonlySet<string> = new Set([
  "Read",
  "Grep",
  "Glob",
  "LS",
  "WebFetch",
  "WebSearch",
  "TodoWrite",
]);

const editors: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const hesitationMs = 2_000;

/** In the transaction that records a tool's use. */
export async function checkSoon(
  tx: Db,
  use: { tool: string; files: readonly string[] } & Omit<CheckJob, "file">,
): Promise<void> {
  const { tool, files, ...job } = use;
  if (readers.has(tool) || files.length === 0) return;
  const dir = treeOf(job.dir);
  const named = files.map((file) => relative(dir, resolve(job.dir, file)).split(sep).join("/"));
  for (const file of await anchoredFiles(tx, job.projectId, named)) {
    const key = `${job.projectId}:${file}`;
    const isEdit = editors.has(tool);
    // A command that only names the file is not to be blamed for the edit that follows it.
    if (isEdit) await cancel(tx, checkJob, key);
    const runAt = new Date(Date.now() + (isEdit ? 0 : hesitationMs));
    await enqueue(tx, { kind: checkJob, key, payload: { ...job, dir, file }, runAt });
  }
}

/** What was changed while no agent looked: by hand, by a pull. */
export async function checkAllSoon(tx: Db, projectId: string, dir: string, at: string): Promise<void> {
  const payload: CheckJob = { projectId, dir: treeOf(dir), file: null, observationId: null, at };
  const row = await tx
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .select("a.file")
    .where("n.project_id", "=", projectId)
    .limit(1)
    .executeTakeFirst();
  if (row) await enqueue(tx, { kind: checkJob, key: projectId, payload });
}

/** The folder may be any of the project's; files are named from its root, of the work tree that one stands in. */
export async function checkAll(memory: Memory, projectId: string, folder: string): Promise<void> {
  const at = new Date().toISOString();
  await checkFiles(memory, { projectId, dir: treeOf(folder), file: null, observationId: null, at });
}

export async function checkFiles(memory: Memory, job: CheckJob): Promise<void> {
  for (const file of job.file === null ? await allFiles(memory.db, job.projectId) : [job.file]) {
    const known = await readIn(job.dir, file);
    const hashNow = (symbol: string) => (known ? hashOf(known.text, symbol, file) : null);
    const checked = await memory.db
      .transaction()
      .execute((tx) => checkAnchors(tx, { projectId: job.projectId, file }, hashNow, job));
    for (const { id } of checked.filter(({ stale }) => stale))
      memory.events.record({ type: "node.stale", data: { id, file, by: job.observationId } });
  }
}

async function allFiles(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("anchors as a")
    .innerJoin("nodes as n", "n.id", "a.node_id")
    .select("a.file")
    .distinct()
    .where("n.project_id", "=", projectId)
    .where("n.state", "=", "active")
    .execute();
  return rows.map(({ file }) => file);
}

/** Why a node is stale, in a few words. */
export async function staleReasons(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  if (ids.length === 0) return reasons;
  const rows = await db
    .selectFrom("anchors")
    .select(["node_id", "file", "symbol", "how", "broken_at"])
    .where("node_id", "in", ids)
    .where("broken_at", "is not", null)
    .orderBy("broken_at")
    .orderBy("file")
    .orderBy("symbol")
    .execute();
  for (const { node_id, file, symbol, how, broken_at } of rows) {
    if (reasons.has(node_id)) continue;
    const what = symbol === "" ? file : `${symbol} in ${file}`;
    const became = how === "gone" ? "is gone" : "has changed";
    reasons.set(node_id, `stale: ${what} ${became} since ${broken_at?.slice(0, 10)}`);
  }
  return reasons;
}

/** Nodes whose code has changed, the newest first. */
export async function staleNodes(
  memory: Memory,
  filter: { projectId: string | undefined; limit: number },
): Promise<{ node: Node; reason: string }[]> {
  const rows = await memory.db
    .selectFrom("nodes")
    .select("id")
    .where("stale_since", "is not", null)
    .where("state", "=", "active")
    .where("superseded_by", "is", null)
    .$if(filter.projectId !== undefined, (query) => query.where("project_id", "=", filter.projectId ?? ""))
    .orderBy("stale_since", "desc")
    .orderBy("id")
    .limit(filter.limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const reasons = await staleReasons(memory.db, ids);
  return (await nodesOf(memory.db, ids)).map((node) => ({ node, reason: reasons.get(node.id) ?? "stale" }));
}

async function rootOf(db: Db, { project_id }: NodeRow): Promise<string | null> {
  if (project_id === null) return null;
  const row = await db.selectFrom("projects").select("root").where("id", "=", project_id).executeTakeFirst();
  return row?.root ?? null;
}

interface ReadFile {
  file: string;
  text: string;
}

/** As it is written, or the one of the touched files that ends so. */
async function findFile(root: string, named: string, touched: readonly string[]): Promise<ReadFile | null> {
  const there = await readIn(root, named.replace(/^\.\//, ""));
  if (there) return there;
  const longer = touched.filter((file) => file.endsWith(`/${named}`));
  return longer.length === 1 && longer[0] ? readIn(root, longer[0]) : null;
}

/** Only regular files of the project itself, however the path is spelled. */
async function readIn(root: string, file: string): Promise<ReadFile | null> {
  try {
    const from = await realpath(revealedPath(root));
    const path = await realpath(resolve(from, revealedPath(file)));
    const within = relative(from, path);
    if (within === "" || within.startsWith("..") || isAbsolute(within)) return null;
    const entry = await stat(path);
    if (!entry.isFile() || entry.size > largestFile) return null;
    const named = cleanerFor(from).path(within.split(sep).join("/"));
    return { file: named, text: await readFile(path, "utf8") };
  } catch {
    return null;
  }
}

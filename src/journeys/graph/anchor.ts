// anchor: finds the code that a node speaks of when the node is written, and compares it when that code is touched. If
// the code has changed, the node becomes stale, with the observation that changed it; if the code returns to its old
// form, the node is valid again.

import { relative, resolve, sep } from "node:path";
import { definedIn } from "../../../libs/callgraph/without-parser.ts";
import { filesNamedIn, possibleNamesIn, symbolsNamedIn } from "../../../libs/language/index.ts";
import { type AnchoredCode, anchoredCode } from "../../indexes/codemap/anchored.ts";
import type { Memory } from "../../memory/memory.ts";
import { readForeign, realForeign } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { deedOf, leavesFilesAlone } from "../../protocol/tools.ts";
import {
  anchoredFiles,
  anchorRows,
  brokenSince,
  checkAnchors,
  type NewAnchor,
  putAnchor,
  setAnchors,
} from "../../rooms/anchors/room.ts";
import { nodeOf, nodesOf, setStale } from "../../rooms/knowledge/room.ts";
import { filesTouchedBy } from "../../rooms/observations/room.ts";
import { projectRoot, treeOf } from "../../rooms/projects/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { cancel, enqueue } from "../../store/jobs.ts";
import type { Db } from "../../store/schema.ts";

const maxFileLength = 1024 * 1024;
const filesLooked = 20;
const maxAnchors = 20;

/** Finds what a node's text names: in the files it names and in the files that its session touched. */
export async function anchorNode(memory: Memory, id: string): Promise<void> {
  const [node] = await nodesOf(memory.db, [id]);
  const root = node && (await rootOf(memory.db, node));
  if (!root) return;
  const touched = node.sessionId ? await filesTouchedBy(memory.db, node.sessionId, filesLooked) : [];
  const anchors = await anchorsFor(memory, node.content, root, touched);
  await changingAnchors(memory, id, (tx, at) => setAnchors(tx, id, "automatic", anchors, at));
  noteOpenings(memory, node, anchors);
}

/** A node is stale while one of its anchors does not match the code. */
async function changingAnchors(
  { db }: Memory,
  id: string,
  work: (tx: Db, at: string) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await work(tx, new Date().toISOString());
    await setStale(tx, id, await brokenSince(tx, id));
  });
}

/** Opening such a file now has something to inject. */
function noteOpenings({ openings }: Memory, { projectId }: Node, anchors: readonly { file: string }[]): void {
  if (projectId === null) return;
  for (const { file } of anchors) openings.touch(projectId, { path: file, sessionId: null });
}

async function anchorsFor(
  memory: Memory,
  content: string,
  root: string,
  touched: readonly string[],
): Promise<NewAnchor[]> {
  const symbols = symbolsNamedIn(content);
  const words = possibleNamesIn(content);
  const anchors: NewAnchor[] = [];
  const named = new Set<string>();
  for (const file of filesNamedIn(content)) {
    const known = await findFile(root, file, touched);
    if (known === null || named.has(known.file)) continue;
    named.add(known.file);
    const code = await codeOf(memory, known);
    const inIt = symbolsDefined(code, symbols);
    // Who names a method does not speak of its whole class.
    const isInside = (name: string) => [...inIt].some((symbol) => symbol.startsWith(`${name}.`));
    for (const [name, { isTop }] of code.defined)
      if (isTop && words.has(name) && !isInside(name)) inIt.add(name);
    anchors.push(...anchorsIn(known, code, inIt.size > 0 ? inIt : [""]));
  }
  for (const file of touched.filter((one) => !named.has(one))) {
    const known = symbols.length > 0 ? await readIn(root, file) : null;
    if (!known) continue;
    const code = await codeOf(memory, known);
    anchors.push(...anchorsIn(known, code, symbolsDefined(code, symbols)));
  }
  return anchors.slice(0, maxAnchors);
}

/** What a file defines is known from its tree, or by the lines that look like definitions. */
export async function codeOf({ mapper }: Memory, { file, text }: ReadFile): Promise<AnchoredCode> {
  const code = await anchoredCode(mapper, file, text);
  return code.defined.size > 0 ? code : { ...code, defined: definedIn(text) };
}

function symbolsDefined({ defined }: AnchoredCode, symbols: readonly string[]): Set<string> {
  return new Set(symbols.filter((symbol) => defined.has(symbol.split(".").at(-1) ?? "")));
}

function anchorsIn({ file }: ReadFile, code: AnchoredCode, symbols: Iterable<string>): NewAnchor[] {
  return Array.from(symbols).flatMap((symbol) => {
    const hash = code.hashOf(symbol);
    return hash === null ? [] : [{ file, symbol, hash, isManual: false }];
  });
}

/** `src/a.ts`, or `src/a.ts#name` for a definition in it. */
export async function anchorByHand(memory: Memory, id: string, place: string): Promise<void> {
  const node = await nodeOf(memory.db, id);
  const root = await rootOf(memory.db, node);
  const [file = "", symbol = ""] = place.split("#");
  const known = root ? await readIn(root, file) : null;
  if (!known)
    throw new TellbackError("not_found", `${file} is not a file of the node's project`, {
      hint: "Write it from the project's root, e.g. src/auth.ts#login.",
    });
  const hash = (await codeOf(memory, known)).hashOf(symbol);
  if (hash === null) throw new TellbackError("not_found", `${known.file} does not define ${symbol}`);
  await changingAnchors(memory, id, (tx, at) =>
    putAnchor(tx, id, { file: known.file, symbol, hash, isManual: true }, at),
  );
  noteOpenings(memory, node, [known]);
}

/** The user confirms the node: anchor it to the current code. */
export async function refreshAnchors(memory: Memory, id: string): Promise<void> {
  const root = await rootOf(memory.db, await nodeOf(memory.db, id));
  if (!root) return;
  const kept: NewAnchor[] = [];
  for (const anchor of await anchorRows(memory.db, id)) {
    const known = await readIn(root, anchor.file);
    const hash = known && (await codeOf(memory, known)).hashOf(anchor.symbol);
    if (hash) kept.push({ ...anchor, hash, isManual: anchor.is_manual === 1 });
  }
  await changingAnchors(memory, id, (tx, at) => setAnchors(tx, id, "all", kept, at));
}

export interface CheckJob {
  projectId: string;
  /** The folder from which the file is read: a worktree is another folder of the same project. */
  dir: string;
  /** Null: every file that has anchored nodes. */
  file: string | null;
  observationId: string | null;
  at: string;
}

const commandDelayMs = 2_000;

type Use = { tool: string; files: readonly string[] } & Omit<CheckJob, "file">;

/** Runs in the transaction that records tool uses. */
export async function checkSoon(tx: Db, uses: readonly Use[]): Promise<void> {
  for (const [projectId, own] of Map.groupBy(uses, (use) => use.projectId)) {
    const changing = own.filter(({ tool, files }) => !leavesFilesAlone(tool) && files.length > 0);
    if (changing.length === 0 || !(await hasAnchors(tx, projectId))) continue;
    for (const use of changing) await checkUse(tx, use);
  }
}

async function checkUse(tx: Db, use: Use): Promise<void> {
  const { tool, files, ...job } = use;
  const dir = treeOf(job.dir);
  const named = files.map((file) => relative(dir, resolve(job.dir, file)).split(sep).join("/"));
  for (const file of await anchoredFiles(tx, job.projectId, { among: named })) {
    const key = `${job.projectId}:${file}`;
    const isEdit = deedOf(tool) === "edits";
    // Waits a little, so that a command that only names the file is not blamed for the edit that follows it.
    if (isEdit) await cancel(tx, "check-anchors", key);
    const runAt = new Date(Date.now() + (isEdit ? 0 : commandDelayMs));
    await enqueue(tx, { kind: "check-anchors", key, payload: { ...job, dir, file }, runAt });
  }
}

/** Checks what changed without an agent: by hand, by a pull. */
export async function checkAllSoon(tx: Db, projectId: string, dir: string, at: string): Promise<void> {
  const payload: CheckJob = { projectId, dir: treeOf(dir), file: null, observationId: null, at };
  if (await hasAnchors(tx, projectId)) await enqueue(tx, { kind: "check-anchors", key: projectId, payload });
}

/** The folder may be any of the project's; files are named relative to the root of its work tree. */
export async function checkAll(memory: Memory, projectId: string, folder: string): Promise<void> {
  const at = new Date().toISOString();
  await checkFiles(memory, { projectId, dir: treeOf(folder), file: null, observationId: null, at });
}

export async function checkFiles(memory: Memory, job: CheckJob): Promise<void> {
  // What is found by looking is as old as the look; a tool use is as old as itself.
  const by = job.observationId === null ? { observationId: null, at: new Date().toISOString() } : job;
  for (const file of job.file === null ? await anchoredFiles(memory.db, job.projectId) : [job.file]) {
    const known = await readIn(job.dir, file);
    const code = known && (await codeOf(memory, known));
    const hashNow = (symbol: string, earlier: string) => {
      const hash = code?.hashLike(earlier, symbol) ?? null;
      // In the middle of an edit a definition may be hidden without being gone.
      return hash === null && code?.isBroken ? earlier : hash;
    };
    const stale = await memory.db.transaction().execute(async (tx) => {
      const became: string[] = [];
      for (const id of await checkAnchors(tx, { projectId: job.projectId, file }, hashNow, by))
        if (await setStale(tx, id, await brokenSince(tx, id))) became.push(id);
      return became;
    });
    for (const id of stale)
      memory.events.record({ type: "node.stale", data: { id, file, by: job.observationId } });
  }
}

async function hasAnchors(db: Db, projectId: string): Promise<boolean> {
  return (await anchoredFiles(db, projectId, { limit: 1 })).length > 0;
}

export async function rootOf(db: Db, { projectId }: Node): Promise<string | null> {
  return projectId === null ? null : projectRoot(db, projectId);
}

interface ReadFile {
  file: string;
  text: string;
}

/** The file as written, or the touched file whose path ends with it. */
async function findFile(root: string, named: string, touched: readonly string[]): Promise<ReadFile | null> {
  const there = await readIn(root, named.replace(/^\.\//, ""));
  if (there) return there;
  const longer = touched.filter((file) => file.endsWith(`/${named}`));
  return longer.length === 1 && longer[0] ? readIn(root, longer[0]) : null;
}

/** Only regular files inside the project, however the path is spelled. */
export async function readIn(root: string, file: string): Promise<ReadFile | null> {
  const from = await realForeign(root);
  const read = await readForeign(resolve(from, file), { within: from, maxBytes: maxFileLength });
  if (read.status !== "read") return null;
  const named = cleanerFor(from).path(relative(from, read.path).split(sep).join("/"));
  return { file: named, text: read.bytes.toString("utf8") };
}

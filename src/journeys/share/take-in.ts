// take in: what a repository's shared memory says comes into the store, and what was changed here goes back into its
// files. A file is untrusted: its records pass the check of all that comes from outside, it changes only what is shared in
// its own project, and it deletes nothing else.

import type { Memory } from "../../memory/memory.ts";
import { type FoundFile, readSharedFolder, treeAt } from "../../memory/shared/folder.ts";
import { idOfPath, parseMemoryFile, type SharedMemory } from "../../memory/shared/memory-file.ts";
import {
  type IntoProject,
  linkContradictions,
  scopeOf,
  supersedeNamed,
  takeStatement,
} from "../../memory/shared/take-statement.ts";
import { type Trust, trustOf } from "../../memory/shared/trusted.ts";
import { lastChangeOf } from "../../platform/git-name.ts";
import { forgottenWords } from "../../rooms/forgotten/room.ts";
import { changeNode, deleteNode, nodesOf } from "../../rooms/knowledge/room.ts";
import { openProjectAt, projectKeys } from "../../rooms/projects/room.ts";
import { dropMemoryFile, type MemoryFile, memoryFilesOf, putMemoryFile } from "../../rooms/shared/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { enqueue } from "../../store/jobs.ts";
import { repository, writerOf } from "../../store/writer.ts";
import { giveBack } from "./give-back.ts";

export interface TakenIn {
  trust: Trust;
  files: number;
  added: number;
  changed: number;
  /** Of others, no longer in the repository: not offered while they are missing. */
  missing: number;
  forgotten: number;
  /** Files that were written or removed because of a change here. */
  given: number;
  problems: { path: string; problem: string }[];
}

const nothing = { files: 0, added: 0, changed: 0, missing: 0, forgotten: 0, given: 0, problems: [] };

const running = new WeakMap<Memory, Map<string, Promise<unknown>>>();

/** One at a time in a work tree. */
export function takeIn(memory: Memory, folder: string): Promise<TakenIn> {
  const tree = treeAt(folder);
  const own = running.get(memory) ?? new Map<string, Promise<unknown>>();
  running.set(memory, own);
  const next = (own.get(tree) ?? Promise.resolve()).catch(() => {}).then(() => takeInNow(memory, tree));
  own.set(tree, next);
  return next;
}

async function takeInNow(memory: Memory, tree: string): Promise<TakenIn> {
  const trust = trustOf(memory.paths, tree);
  const found = readSharedFolder(tree);
  if (trust === "unknown") return { ...nothing, trust, files: found.files.length };
  const at = new Date().toISOString();
  const projectId = await openProjectAt(memory.db, tree, at);
  const project = (await projectKeys(memory.db)).get(projectId) ?? "";
  const known = new Map((await memoryFilesOf(memory.db, projectId)).map((one) => [one.nodeId, one]));
  if (found.files.length + found.forgotten.length + known.size === 0) return { ...nothing, trust };
  const so: TakenIn = { ...nothing, trust, files: found.files.length, problems: [...found.problems] };
  const from = repository;
  const into: Into = { memory, tree, projectId, project, from, known, so, at, fresh: [], supersedes: [] };
  const present = new Set<string>();
  if (trust === "refused") {
    await leaveOutMissing(into, present);
    return so;
  }
  for (const file of found.files) {
    const id = await takeFile(into, file, present);
    if (id !== null) present.add(id);
  }
  await supersedeNamed(into, into.supersedes);
  await linkContradictions(into, into.fresh);
  await forgetNamed(into, found.forgotten, present);
  await leaveOutMissing(into, present);
  so.given = await giveBack(memory, { tree, projectId, files: found.files, at });
  if (so.added + so.changed + so.missing + so.forgotten + so.given > 0)
    memory.events.record({ type: "team.take_in", data: { ...so, problems: so.problems.length } });
  return so;
}

interface Into extends IntoProject {
  tree: string;
  known: Map<string, MemoryFile>;
  so: TakenIn;
  /** Ids of what is new or changed. */
  fresh: string[];
  /** New ids with those that they replace. */
  supersedes: [by: string, old: string][];
}

/** The id of what the file says; null if it is not taken in. */
async function takeFile(into: Into, file: FoundFile, present: ReadonlySet<string>): Promise<string | null> {
  const { memory, tree, project, known, so, at } = into;
  const refuse = (problem: string) => {
    so.problems.push({ path: file.path, problem });
    return null;
  };
  const parsed = parseMemoryFile(file.text);
  if (!parsed.ok) return refuse(parsed.problem);
  const id = parsed.memory.id ?? idOfPath(project, file.path);
  if (present.has(id)) return refuse("has the id of another file");
  const before = known.get(id);
  if (before?.hash === file.hash) {
    if (before.path !== file.path)
      await putMemoryFile(memory.db, into.projectId, { ...before, path: file.path });
    return id;
  }
  const clean = cleanerFor(tree);
  const content = clean.text(parsed.memory.content);
  if ((await forgottenWords(memory.db)).holds(content, at)) return id;
  const change = await lastChangeOf(tree, file.path);
  const said: SharedMemory = {
    ...{ ...parsed.memory, content },
    author: clean.text(parsed.memory.author ?? change?.author ?? writerOf(memory.db).author ?? "") || null,
    date: parsed.memory.date ?? change?.at.slice(0, 10) ?? at.slice(0, 10),
  };
  const taken = await takeStatement(into, id, said, change?.author ?? null);
  if (taken.is === "refused") return refuse(taken.problem);
  so[taken.is === "added" ? "added" : "changed"] += Number(taken.is !== "same");
  into.fresh.push(id);
  into.supersedes.push(...said.supersedes.map((old): [string, string] => [id, old]));
  await memory.db.transaction().execute(async (tx) => {
    const isOwn = before?.isOwn ?? false;
    await putMemoryFile(tx, into.projectId, { nodeId: id, path: file.path, hash: file.hash, isOwn });
    await enqueue(tx, { kind: "anchor", key: id, payload: { id } });
  });
  return id;
}

async function forgetNamed(
  { memory, projectId, so }: Into,
  ids: readonly string[],
  present: ReadonlySet<string>,
): Promise<void> {
  const named = ids.filter((id) => !present.has(id));
  const shared = (await nodesOf(memory.db, named)).filter(
    (one) => one.scope === scopeOf(repository) && one.projectId === projectId,
  );
  for (const { id } of shared)
    await memory.db.transaction().execute(async (tx) => {
      await dropMemoryFile(tx, id);
      await deleteNode(tx, id);
    });
  so.forgotten = shared.length;
}

/** What another branch lacks is not offered there; it comes back with its file. */
async function leaveOutMissing(
  { memory, projectId, known, so, at }: Into,
  present: ReadonlySet<string>,
): Promise<void> {
  const gone = [...known.values()].filter(({ nodeId, hash }) => !present.has(nodeId) && hash !== "");
  const nodes = await nodesOf(
    memory.db,
    gone.filter(({ isOwn }) => !isOwn).map(({ nodeId }) => nodeId),
  );
  for (const node of nodes) {
    const file = known.get(node.id);
    if (!file) continue;
    await memory.db.transaction().execute(async (tx) => {
      if (node.state === "active" && node.machine === repository)
        await changeNode(tx, node.id, { state: "archived" }, at);
      await putMemoryFile(tx, projectId, { ...file, hash: "" });
    });
    so.missing++;
  }
}

// share: a memory leaves this machine because a person says so, one by one or by a rule for the project: into the
// repository, or to the team's server where one was joined. What would leave can be seen first, byte by byte.

import { join } from "node:path";
import type { Memory } from "../../memory/memory.ts";
import { hasSharedMemory, removeSharedFile, treeAt, writeSharedFile } from "../../memory/shared/folder.ts";
import { statementFor } from "../../memory/shared/for-sharing.ts";
import { hashOfFile, memoryFileText, memoryFolder, pathFor } from "../../memory/shared/memory-file.ts";
import { setTrust, trustOf } from "../../memory/shared/trusted.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import { changeNode, findNodes, nodeOf } from "../../rooms/knowledge/room.ts";
import { openProjectAt, projectKeys, projectRoot, sharedProjectKeys } from "../../rooms/projects/room.ts";
import {
  dropMemoryFile,
  memoryFileOf,
  memoryFilesOf,
  putMemoryFile,
  putTeamRecord,
  teamRecords,
} from "../../rooms/shared/room.ts";
import { takeIn } from "./take-in.ts";

export interface Sharing {
  files: {
    id: string;
    /** Relative to the work tree; null: it goes to the team's server. */
    path: string | null;
    /** All that leaves. */
    text: string;
  }[];
  /** What the rule would share and cannot, with the reason. */
  left: { id: string; because: string }[];
}

type SharedFile = Sharing["files"][number] & { path: string };

interface ShareRequest {
  folder: string;
  id?: string | undefined;
  dryRun: boolean;
  /** As a file, also where a team was joined. */
  repository?: boolean;
  /** A maintainer decides, also about what the user confirmed. */
  proposed?: boolean;
}

export async function share(memory: Memory, request: ShareRequest): Promise<Sharing> {
  const { folder, id, dryRun } = request;
  const tree = treeAt(folder);
  const isForTeam = memory.config["team.url"] !== "" && request.repository !== true;
  if (isForTeam) return shareWithTeam(memory, tree, request);
  if (!dryRun) await begin(memory, tree);
  const projectId = await openProjectAt(memory.db, tree, new Date().toISOString());
  const so: Sharing = { files: [], left: [] };
  const nodes = await shareable(memory, projectId, id, so);
  const taken = new Set((await memoryFilesOf(memory.db, projectId)).map(({ path }) => path));
  for (const node of nodes) {
    const file = await fileOf(memory, tree, node, taken);
    taken.add(file.path);
    so.files.push(file);
    if (!dryRun) await put(memory, tree, projectId, file);
  }
  if (!dryRun && so.files.length > 0)
    memory.events.record({ type: "team.share", data: { items: so.files.map(({ id: one }) => one) } });
  return so;
}

/** The daemon sends it when the server is there. */
async function shareWithTeam(
  memory: Memory,
  tree: string,
  { id, dryRun, proposed }: ShareRequest,
): Promise<Sharing> {
  const { db } = memory;
  const at = new Date().toISOString();
  const projectId = await openProjectAt(db, tree, at);
  const project = [...(await sharedProjectKeys(db))].find(([, known]) => known === projectId)?.[0];
  if (project === undefined)
    throw new TellbackError("conflict", `${tree} has no remote by which others know the project`, {
      hint: "`tellback share --repository` shares it as a file.",
    });
  const so: Sharing = { files: [], left: [] };
  const isSent = async (one: string) => (await teamRecords(db, { ids: [one] })).length > 0;
  for (const node of await shareable(memory, projectId, id, so)) {
    const text = memoryFileText(await statementFor(db, tree, node, isSent));
    so.files.push({ id: node.id, path: null, text });
    if (dryRun) continue;
    const [before] = await teamRecords(db, { ids: [node.id] });
    await db.transaction().execute(async (tx) => {
      await changeNode(tx, node.id, { scope: "team" }, at);
      await putTeamRecord(tx, {
        ...{ nodeId: node.id, project, isOwn: true, state: "", version: before?.version ?? 0, hash: "" },
        wish: node.isManual && proposed !== true ? "accepted" : "proposed",
        ...{ seenAt: "", isWaiting: true },
      });
    });
  }
  if (!dryRun && so.files.length > 0)
    memory.events.record({ type: "team.share", data: { items: so.files.map(({ id: one }) => one) } });
  return so;
}

/** What is named, or what the rule of the project says; what of it stays is noted with the reason. */
async function shareable(
  memory: Memory,
  projectId: string,
  id: string | undefined,
  so: Sharing,
): Promise<Node[]> {
  const nodes = id === undefined ? await byRule(memory, projectId) : [await nodeOf(memory.db, id)];
  const free: Node[] = [];
  for (const node of nodes) {
    const because = await obstacle(memory, node, projectId);
    if (because === null) free.push(node);
    else if (id !== undefined) throw new TellbackError("conflict", because.text, because);
    else so.left.push({ id: node.id, because: because.text });
  }
  return free;
}

/** Who founds the folder trusts it; one that others have filled is a person's decision. */
async function begin(memory: Memory, tree: string): Promise<void> {
  const trust = trustOf(memory.paths, tree);
  if (trust !== "trusted" && hasSharedMemory(tree))
    throw new TellbackError("forbidden", `the shared memory of ${tree} is not trusted`, {
      hint: "Look at it, then run `tellback team trust` there.",
    });
  if (trust !== "trusted") setTrust(memory.paths, tree, "trusted");
  await takeIn(memory, tree);
}

/** What a person made private stays so, whatever a rule says. */
const privateTag = "private";

async function obstacle(
  { db }: Memory,
  node: Node,
  projectId: string,
): Promise<{ text: string; hint?: string } | null> {
  const { id, state, supersededBy, tags } = node;
  if (node.projectId === null)
    return {
      text: `${id} is valid in every project, so it is of none`,
      hint: "`tellback node add` in the project writes it down there.",
    };
  if (node.projectId !== projectId)
    return { text: `${id} belongs to another project`, hint: "Run the command in that project." };
  if (tags.includes(privateTag))
    return {
      text: `${id} has the tag ${privateTag}`,
      hint: `\`tellback tag remove ${id} ${privateTag}\` removes it.`,
    };
  if (state === "waiting")
    return { text: `${id} waits for your decision`, hint: `\`tellback review keep ${id}\` keeps it.` };
  if (state !== "active") return { text: `${id} is ${state}` };
  if (supersededBy !== null) return { text: `${id} was replaced by ${supersededBy}` };
  if (node.scope === "team") return { text: `${id} is shared already, with the team` };
  const file = await memoryFileOf(db, id);
  return file === null || file.hash === "" ? null : { text: `${id} is shared already, as ${file.path}` };
}

async function fileOf(
  { db }: Memory,
  tree: string,
  node: Node,
  taken: ReadonlySet<string>,
): Promise<SharedFile> {
  const isFile = async (id: string) => (await memoryFileOf(db, id)) !== null;
  const memory = await statementFor(db, tree, node, isFile);
  const before = await memoryFileOf(db, node.id);
  const isTaken = (path: string) => taken.has(path) || statForeignSync(join(tree, path)) !== null;
  return { id: node.id, path: before?.path ?? pathFor(memory, isTaken), text: memoryFileText(memory) };
}

async function put(
  { db }: Memory,
  tree: string,
  projectId: string,
  { id, path, text }: SharedFile,
): Promise<void> {
  writeSharedFile(tree, path, text);
  await db.transaction().execute(async (tx) => {
    await changeNode(tx, id, { scope: "project" }, new Date().toISOString());
    await putMemoryFile(tx, projectId, { nodeId: id, path, hash: hashOfFile(text), isOwn: true });
  });
}

const atMost = 1_000;

/** Knowledge that a person confirmed or several sessions saw; `all`: also what was said once. */
async function byRule({ db, config }: Memory, projectId: string): Promise<Node[]> {
  const key = (await projectKeys(db)).get(projectId) ?? "";
  const rule = config["share.rules"][key] ?? "off";
  if (rule === "off")
    throw new TellbackError("invalid_input", "this project has no rule for sharing", {
      hint: "Name a memory, or set a rule first: `tellback share --rule knowledge`.",
    });
  const nodes = await findNodes(db, { query: null, projects: inProject(projectId), limit: atMost });
  const shared = new Set((await memoryFilesOf(db, projectId)).map(({ nodeId }) => nodeId));
  return nodes
    .filter((node) => node.projectId === projectId && node.scope !== "team" && !shared.has(node.id))
    .filter(({ type, tags }) => isKnowledge(type) && !tags.some((tag) => staysHere.test(tag)))
    .filter(({ isManual, timesSeen }) => rule === "all" || isManual || timesSeen > 1);
}

const isKnowledge = (type: Node["type"]) => type !== "task" && type !== "summary" && type !== "source";
const staysHere = /^(?:tier:working|task:|private$)/;

export async function unshare(memory: Memory, id: string): Promise<{ path: string | null }> {
  const [sent] = await teamRecords(memory.db, { ids: [id] });
  if (sent?.isOwn && sent.wish !== "withdrawn") {
    await memory.db.transaction().execute(async (tx) => {
      await changeNode(tx, id, { scope: "private" }, new Date().toISOString());
      await putTeamRecord(tx, { ...sent, wish: "withdrawn", isWaiting: true });
    });
    return { path: null };
  }
  const file = await memoryFileOf(memory.db, id);
  const node = await nodeOf(memory.db, id);
  if (!file || file.hash === "" || node.projectId === null)
    throw new TellbackError("not_found", `${id} is not shared`, {
      hint: "`tellback team status` lists what is.",
    });
  const tree = await treeWith(memory, node.projectId, file.path);
  removeSharedFile(tree, file.path);
  const at = new Date().toISOString();
  await memory.db.transaction().execute(async (tx) => {
    await dropMemoryFile(tx, id);
    if (file.isOwn) await changeNode(tx, id, { scope: "private" }, at);
    else await changeNode(tx, id, { state: "archived" }, at);
  });
  return { path: file.path };
}

async function treeWith({ db }: Memory, projectId: string, path: string): Promise<string> {
  const root = await projectRoot(db, projectId);
  if (root !== null && statForeignSync(join(root, path)) !== null) return treeAt(root);
  throw new TellbackError("not_found", `${path} is in no work tree that is known`, {
    hint: `Delete it where it is; its folder is ${memoryFolder}.`,
  });
}

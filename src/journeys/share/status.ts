// status: what a project shares, with whose names; what arrived; which machines work on it.

import type { Memory } from "../../memory/memory.ts";
import { hasSharedMemory, readSharedFolder, treeAt } from "../../memory/shared/folder.ts";
import { type Trust, trustOf } from "../../memory/shared/trusted.ts";
import type { Node } from "../../protocol/knowledge.ts";
import { inProject } from "../../protocol/scope.ts";
import { nodesOf } from "../../rooms/knowledge/room.ts";
import { findProject, projectKeys } from "../../rooms/projects/room.ts";
import { listReview } from "../../rooms/review/room.ts";
import { type MachineSeen, machinesSeen } from "../../rooms/sessions/room.ts";
import { type MemoryFile, memoryFilesOf, sharedNodes } from "../../rooms/shared/room.ts";
import { isShared, writerOf } from "../../store/writer.ts";

interface SharedItem {
  node: Node;
  path: string | null;
  isOwn: boolean;
  state: "in force" | "missing here" | "replaced" | "rejected" | "outdated" | "file changed";
}

export interface TeamStatus {
  you: { author: string | null; machine: string | null };
  project: string | null;
  /** By which a rule for the project is kept. */
  key: string | null;
  rule: string;
  trust: Trust;
  files: number;
  shared: SharedItem[];
  machines: MachineSeen[];
  /** Ids of statements that contradict each other, at least one of them shared. */
  conflicts: string[][];
  problems: { path: string; problem: string }[];
}

export async function teamStatus(memory: Memory, folder: string): Promise<TeamStatus> {
  const { db, config, paths } = memory;
  const tree = treeAt(folder);
  const trust = trustOf(paths, tree);
  const found = hasSharedMemory(tree) ? readSharedFolder(tree) : { files: [], problems: [] };
  const project = await findProject(db, folder);
  const about = { you: writerOf(db), trust, files: found.files.length, problems: found.problems };
  if (!project)
    return { ...about, project: null, key: null, rule: "off", shared: [], machines: [], conflicts: [] };
  const key = (await projectKeys(db)).get(project.id) ?? "";
  const files = new Map((await memoryFilesOf(db, project.id)).map((one) => [one.nodeId, one]));
  const hashes = new Map(found.files.map(({ path, hash }) => [path, hash]));
  const shared = (await nodesOf(db, await sharedNodes(db, project.id))).map((node): SharedItem => {
    const file = files.get(node.id);
    return {
      node,
      path: file?.path ?? null,
      isOwn: file?.isOwn ?? !isShared(node.machine),
      state: stateOf(node, file, hashes),
    };
  });
  const ids = new Set(shared.map(({ node }) => node.id));
  const questions = (await listReview(db, inProject(project.id))).filter(
    ({ why }) => why === "contradiction",
  );
  return {
    ...about,
    ...{ project: project.name, key, rule: config["share.rules"][key] ?? "off", shared },
    machines: await machinesSeen(db, project.id),
    conflicts: questions
      .map(({ id, against }) => [id, ...against])
      .filter((pair) => pair.some((id) => ids.has(id))),
  };
}

function stateOf(
  node: Node,
  file: MemoryFile | undefined,
  hashes: ReadonlyMap<string, string>,
): SharedItem["state"] {
  if (node.state === "rejected") return "rejected";
  if (node.supersededBy !== null) return "replaced";
  if (node.scope === "team") return node.staleSince === null ? "in force" : "outdated";
  const now = file && hashes.get(file.path);
  if (now === undefined) return "missing here";
  if (now !== file?.hash) return "file changed";
  return node.staleSince === null ? "in force" : "outdated";
}

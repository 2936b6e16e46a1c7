// The room of what is shared: which nodes are files of a repository, and as what both last agreed. Import only this file.

import type { Db } from "../../store/schema.ts";

export {
  dropTeamRecord,
  offerAgain,
  putTeamRecord,
  type TeamRecord,
  teamRecords,
  unsentTeamRecords,
} from "./team-records.ts";

export interface MemoryFile {
  nodeId: string;
  /** Relative to the work tree. */
  path: string;
  /** Of the file's content; empty while no file has it. */
  hash: string;
  /** Whether it was shared from here. */
  isOwn: boolean;
}

export async function memoryFilesOf(db: Db, projectId: string): Promise<MemoryFile[]> {
  const rows = await db
    .selectFrom("memory_files")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("path")
    .execute();
  return rows.map((row) => ({
    nodeId: row.node_id,
    path: row.path,
    hash: row.hash,
    isOwn: row.is_own === 1,
  }));
}

export async function memoryFileOf(db: Db, nodeId: string): Promise<MemoryFile | null> {
  const row = await db
    .selectFrom("memory_files")
    .selectAll()
    .where("node_id", "=", nodeId)
    .executeTakeFirst();
  return row ? { nodeId, path: row.path, hash: row.hash, isOwn: row.is_own === 1 } : null;
}

export async function putMemoryFile(db: Db, projectId: string, file: MemoryFile): Promise<void> {
  const row = { project_id: projectId, path: file.path, hash: file.hash, is_own: Number(file.isOwn) };
  await db
    .insertInto("memory_files")
    .values({ node_id: file.nodeId, ...row })
    .onConflict((conflict) => conflict.column("node_id").doUpdateSet(row))
    .execute();
}

export async function dropMemoryFile(db: Db, nodeId: string): Promise<void> {
  await db.deleteFrom("memory_files").where("node_id", "=", nodeId).execute();
}

export async function nodeAuthors(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { author: string | null; machine: string | null; at: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("nodes")
    .select(["id", "author", "machine", "created_at as at"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Ids of the nodes of a project that others may have. */
export async function sharedNodes(db: Db, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("nodes")
    .select("id")
    .where("project_id", "=", projectId)
    .where("scope", "!=", "private")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

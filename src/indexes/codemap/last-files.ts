// The files whose symbols changed last, with their signatures as they are now.

import type { Db } from "../../store/schema.ts";

const maxChanges = 500;

export async function signaturesOfLastFiles(
  db: Db,
  projectId: string,
  limit: number,
): Promise<{ path: string; signatures: string[] }[]> {
  const changes = await db
    .selectFrom("symbol_changes")
    .select("path")
    .where("project_id", "=", projectId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxChanges)
    .execute();
  const paths = [...new Set(changes.map(({ path }) => path))].slice(0, limit);
  if (paths.length === 0) return [];
  const rows = await db
    .selectFrom("symbols as s")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .select(["f.path", "s.signature"])
    .where("f.project_id", "=", projectId)
    .where("f.path", "in", paths)
    .where("s.kind", "not in", ["property", "constant", "variable"])
    .orderBy("s.start_line")
    .execute();
  const byPath = Map.groupBy(rows, ({ path }) => path);
  return paths.flatMap((path) => {
    const signatures = (byPath.get(path) ?? []).map(({ signature }) => signature);
    return signatures.length === 0 ? [] : [{ path, signatures }];
  });
}

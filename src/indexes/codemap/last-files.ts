// The files whose symbols changed last, with their signatures as they are now: the changed ones first.

import { isTestPath } from "../../../libs/callgraph/without-parser.ts";
import type { Db } from "../../store/schema.ts";

const maxChanges = 500;
const dayMs = 86_400_000;

export interface LastSignature {
  signature: string;
  /** On the last day on which the file changed. */
  change: "new" | "changed" | null;
}

export interface LastFile {
  path: string;
  signatures: LastSignature[];
}

export async function signaturesOfLastFiles(db: Db, projectId: string, limit: number): Promise<LastFile[]> {
  const changes = await db
    .selectFrom("symbol_changes")
    .select(["path", "symbol_id", "change", "at"])
    .where("project_id", "=", projectId)
    .where("kind", "not in", ["property", "constant", "variable"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(maxChanges)
    .execute();
  const files = [...Map.groupBy(changes, ({ path }) => path)].map(([path, all]) => {
    const newest = all[0]?.at ?? "";
    const since = new Date(Date.parse(newest) - dayMs).toISOString();
    // The first that is found is the last that happened.
    const last = new Map(all.filter(({ at }) => at >= since).map((one) => [one.symbol_id ?? "", one.change]));
    return { path, minute: newest.slice(0, 16), last };
  });
  // A checkout changes many files at one time: the ones with most to say come first, tests last.
  const lately = files
    .toSorted(
      (a, b) =>
        (a.minute === b.minute ? 0 : a.minute < b.minute ? 1 : -1) ||
        Number(isTestPath(a.path)) - Number(isTestPath(b.path)) ||
        b.last.size - a.last.size ||
        (a.path < b.path ? -1 : 1),
    )
    .slice(0, limit);
  const rows = await symbolsOf(
    db,
    projectId,
    lately.map(({ path }) => path),
  );
  const byPath = Map.groupBy(rows, ({ path }) => path);
  return lately.flatMap(({ path, last }) => {
    const signatures = (byPath.get(path) ?? []).map(({ id, signature }) => ({
      signature,
      change: markOf(last.get(id)),
    }));
    const changedFirst = signatures.toSorted((a, b) => Number(a.change === null) - Number(b.change === null));
    return signatures.length === 0 ? [] : [{ path, signatures: changedFirst }];
  });
}

function markOf(change: string | undefined): LastSignature["change"] {
  if (change === undefined || change === "deleted") return null;
  return change === "new" ? "new" : "changed";
}

async function symbolsOf(db: Db, projectId: string, paths: readonly string[]) {
  if (paths.length === 0) return [];
  return db
    .selectFrom("symbols as s")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .select(["s.id", "f.path", "s.signature"])
    .where("f.project_id", "=", projectId)
    .where("f.path", "in", paths)
    .where("s.kind", "not in", ["property", "constant", "variable"])
    .orderBy("s.start_line")
    .execute();
}

// Reads calls from the code map. What nothing has confirmed for long is less sure than it was.

import { heal, isTestPath } from "../../../libs/callgraph/without-parser.ts";
import type { CallRow, Db } from "../../store/schema.ts";

/** `mapped_at`: since when its file is as it is. */
export type CallWithPath = CallRow & { path: string; mapped_at: string };

/** Calls of these symbols, or calls that they make. What nothing has confirmed for long is less sure than it was. */
export async function callsOf(
  db: Db,
  side: "target_id" | "caller_id",
  ids: readonly string[],
  now = Date.now(),
): Promise<CallWithPath[]> {
  const found: CallWithPath[] = [];
  for (let at = 0; at < ids.length; at += 500) {
    found.push(
      ...(await db
        .selectFrom("calls as c")
        .innerJoin("code_files as f", "f.id", "c.file_id")
        .selectAll("c")
        .select(["f.path", "f.mapped_at"])
        .where(`c.${side}`, "in", ids.slice(at, at + 500))
        .orderBy("f.path")
        .orderBy("c.line")
        .orderBy("c.col")
        .execute()),
    );
  }
  return found.map((call) => ({ ...call, confidence: confidenceAt(call, now) }));
}

const dayMs = 24 * 3_600_000;

type Aging = Pick<CallWithPath, "confidence" | "resolution" | "confirmed_at" | "mapped_at">;

function confidenceAt({ confidence, resolution, confirmed_at, mapped_at }: Aging, now: number): number {
  const stored = Number(confidence);
  const ageDays = (now - Date.parse(mapped_at)) / dayMs;
  const seenDaysAgo = confirmed_at === null ? {} : { seenDaysAgo: (now - Date.parse(confirmed_at)) / dayMs };
  return heal(
    { confidence: stored, initial: stored, resolution, ageDays, ...seenDaysAgo },
    { kind: "elapsed" },
  );
}

/** Calls that could not be resolved and are written with this name: each may be one of it. */
export async function unresolvedNamed(
  db: Db,
  projectId: string,
  name: string,
  limit: number,
): Promise<CallWithPath[]> {
  return db
    .selectFrom("calls as c")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .selectAll("c")
    .select(["f.path", "f.mapped_at"])
    .where("c.project_id", "=", projectId)
    .where("c.target_name", "=", name)
    .where("c.resolution", "=", "unresolved")
    .orderBy("f.path")
    .orderBy("c.line")
    .limit(limit)
    .execute();
}

/** A call of a file's symbol in another file. */
export interface OutsideCall {
  symbolId: string;
  symbol: string;
  /** Null for code outside of every function. */
  caller: string | null;
  file: string;
  line: number;
  confidence: number;
  isTest: boolean;
}

/** Calls of symbols that have changed, in files that are as they were before the change. */
export async function callsOfChanged(
  db: Db,
  projectId: string,
  path: string,
  limit: number,
): Promise<OutsideCall[]> {
  const rows = await db
    .selectFrom("code_files as own")
    .innerJoin("symbols as s", "s.file_id", "own.id")
    .innerJoin("calls as c", "c.target_id", "s.id")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .leftJoin("symbols as by", "by.id", "c.caller_id")
    .select(["s.id", "s.qualified", "by.qualified as caller", "by.is_test", "f.path", "f.mapped_at"])
    .select(["c.line", "c.confidence", "c.resolution", "c.confirmed_at"])
    .where("own.project_id", "=", projectId)
    .where("own.path", "=", path)
    .whereRef("c.file_id", "!=", "own.id")
    .where("s.change", "in", ["modified", "renamed", "moved"])
    .whereRef("f.mapped_at", "<", "s.changed_at")
    .orderBy("f.path")
    .orderBy("c.line")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    symbolId: row.id,
    symbol: row.qualified,
    caller: row.caller,
    file: row.path,
    line: Number(row.line),
    confidence: confidenceAt(row, Date.now()),
    isTest: Number(row.is_test ?? 0) === 1 || isTestPath(row.path),
  }));
}

/** Files with such symbols. */
export async function filesWithChangedCallees(db: Db, projectId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("symbols as s")
    .innerJoin("calls as c", "c.target_id", "s.id")
    .innerJoin("code_files as own", "own.id", "s.file_id")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .select("own.path")
    .distinct()
    .where("s.project_id", "=", projectId)
    .where("s.change", "in", ["modified", "renamed", "moved"])
    .whereRef("c.file_id", "!=", "s.file_id")
    .whereRef("f.mapped_at", "<", "s.changed_at")
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

export interface Edge {
  from: string;
  to: string;
  confidence: number;
}

/** Resolved calls between symbols of the project. */
export async function edgesOf(db: Db, projectId: string): Promise<Edge[]> {
  const rows = await db
    .selectFrom("calls")
    .select(["caller_id", "target_id", "confidence"])
    .where("project_id", "=", projectId)
    .where("caller_id", "is not", null)
    .where("target_id", "is not", null)
    .execute();
  return rows.map((row) => ({
    from: row.caller_id ?? "",
    to: row.target_id ?? "",
    confidence: Number(row.confidence),
  }));
}

// Dangling calls: they called a symbol until it was renamed, moved or deleted, and still use its old name. For the answers
// of the code map and for recall, which says so while the change is being made.

import type { DanglingCall } from "../../protocol/codemap.ts";
import type { Db } from "../../store/schema.ts";

export interface AskedDangling {
  projectId: string;
  /** Calls of what this file defined. */
  definedIn?: string;
  /** Calls in this file. */
  calledIn?: string;
  limit: number;
}

export async function danglingCalls(
  db: Db,
  { projectId, definedIn, calledIn, limit }: AskedDangling,
): Promise<DanglingCall[]> {
  const rows = await db
    .selectFrom("calls as c")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .leftJoin("symbols as s", "s.id", "c.caller_id")
    .select(["c.led_to", "c.line", "c.written", "f.path", "f.state", "s.qualified as caller"])
    .where("c.project_id", "=", projectId)
    .where("c.led_to", "is not", null)
    .$if(definedIn !== undefined, (query) =>
      query.where("c.led_to", ">=", `${definedIn}#`).where("c.led_to", "<", `${definedIn}$`),
    )
    .$if(calledIn !== undefined, (query) => query.where("f.path", "=", calledIn ?? ""))
    .orderBy("f.path")
    .orderBy("c.line")
    .limit(limit)
    .execute();
  // A file that does not parse is being written.
  const whole = rows.filter(({ state }) => state !== "broken");
  const found = whole.map(({ led_to, line, written, path, caller }) => ({
    ...{ was: led_to ?? "", file: path, line: Number(line), written, caller },
  }));
  const names = await namesNow(db, projectId, [...new Set(found.map(({ was }) => was))]);
  return found.map((one) => ({ ...one, now: names.get(one.was) ?? null }));
}

/** The last name of `path#qualified`: what a call of it is written with. */
export function nameBefore(was: string): string {
  const qualified = was.slice(was.indexOf("#") + 1).replace(/#\d+/g, "");
  return qualified.slice(qualified.lastIndexOf(".") + 1);
}

/** The names of what each file defines and something calls: an edit that mentions none of them breaks no call. */
export async function calledNames(
  db: Db,
  projectId: string,
  paths: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("code_files as f")
    .innerJoin("symbols as s", "s.file_id", "f.id")
    .innerJoin("calls as c", "c.target_id", "s.id")
    .select(["f.path", "s.name"])
    .distinct()
    .where("f.project_id", "=", projectId)
    .where("f.path", "in", paths.slice(0, 500))
    .execute();
  const found = new Map<string, string[]>();
  for (const { path, name } of rows) found.set(path, [...(found.get(path) ?? []), name]);
  return found;
}

/** Files with dangling calls. */
export async function filesWithDanglingCalls(db: Db, projectId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("calls as c")
    .innerJoin("code_files as f", "f.id", "c.file_id")
    .select("f.path")
    .distinct()
    .where("c.project_id", "=", projectId)
    .where("c.led_to", "is not", null)
    .where("f.state", "!=", "broken")
    .orderBy("f.path")
    .limit(limit)
    .execute();
  return rows.map(({ path }) => path);
}

const maxRead = 5_000;

/** Calls of what had this name (alone, qualified, or `path#qualified`), and of what has become these symbols. */
export async function danglingAbout(
  db: Db,
  projectId: string,
  name: string,
  symbols: readonly { path: string; qualified: string }[],
): Promise<DanglingCall[]> {
  const places = new Set(symbols.map(({ path, qualified }) => `${path}#${qualified}`));
  const all = await danglingCalls(db, { projectId, limit: maxRead });
  return all.filter(({ was, now }) => isNamed(was, name) || (now !== null && places.has(now)));
}

function isNamed(was: string, named: string): boolean {
  const qualified = was.slice(was.indexOf("#") + 1);
  return was === named || qualified === named || qualified.endsWith(`.${named}`);
}

/** The last new name of each, as `path#qualified`. */
async function namesNow(db: Db, projectId: string, was: readonly string[]): Promise<Map<string, string>> {
  if (was.length === 0) return new Map();
  const rows = await db
    .selectFrom("symbol_changes as c")
    .innerJoin("symbols as s", "s.id", "c.symbol_id")
    .innerJoin("code_files as f", "f.id", "s.file_id")
    .select(["c.was", "f.path", "s.qualified"])
    .where("c.project_id", "=", projectId)
    .where("c.was", "in", was.slice(0, maxNames))
    .orderBy("c.id")
    .execute();
  return new Map(rows.map((row) => [row.was ?? "", `${row.path}#${row.qualified}`]));
}

const maxNames = 200;

// Versions of a function. A version is never changed after it is saved, but for being promoted or held back.

import { TellbackError } from "../../protocol/errors.ts";
import type { Analysis, FunctionVersion } from "../../protocol/functions.ts";
import type { Db, FunctionVersionRow } from "../../store/schema.ts";

export interface NewVersion {
  code: string;
  entry: string;
  signature: string;
  change: string;
  author: string;
  heldBack: string | null;
  analysis: Analysis;
  testsPass: boolean | null;
  /** Ids of the functions that it calls. */
  needs: readonly string[];
}

export async function addVersion(db: Db, functionId: string, made: NewVersion, at: string): Promise<number> {
  const version = (await newestVersion(db, functionId)) + 1;
  await db
    .insertInto("function_versions")
    .values({
      ...{ function_id: functionId, version, code: made.code, entry: made.entry, signature: made.signature },
      ...{ change: made.change, author: made.author, held_back: made.heldBack },
      analysis: JSON.stringify(made.analysis),
      tests_pass: made.testsPass === null ? null : Number(made.testsPass),
      created_at: at,
    })
    .execute();
  const rows = made.needs.map((needs) => ({ function_id: functionId, version, needs }));
  if (rows.length > 0) await db.insertInto("function_dependencies").values(rows).execute();
  return version;
}

async function newestVersion(db: Db, functionId: string): Promise<number> {
  const row = await db
    .selectFrom("function_versions")
    .select("version")
    .where("function_id", "=", functionId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export async function versionRow(db: Db, functionId: string, version: number): Promise<FunctionVersionRow> {
  const row = await db
    .selectFrom("function_versions")
    .selectAll()
    .where("function_id", "=", functionId)
    .where("version", "=", version)
    .executeTakeFirst();
  if (row) return row;
  throw new TellbackError("not_found", `the function has no version ${version}`, {
    hint: "`tellback fn versions NAME` shows them.",
  });
}

/** The newest first. */
export async function listVersions(db: Db, functionId: string): Promise<FunctionVersion[]> {
  const rows = await db
    .selectFrom("function_versions")
    .selectAll()
    .where("function_id", "=", functionId)
    .orderBy("version", "desc")
    .execute();
  return Promise.all(rows.map((row) => asVersion(db, row)));
}

export async function asVersion(db: Db, row: FunctionVersionRow): Promise<FunctionVersion> {
  const needs = await neededBy(db, row.function_id, row.version);
  return {
    version: row.version,
    code: row.code,
    signature: row.signature,
    change: row.change,
    author: row.author,
    heldBack: row.held_back,
    analysis: JSON.parse(row.analysis) as Analysis,
    dependencies: needs.map(({ name }) => name),
    createdAt: row.created_at,
  };
}

/** What the tests of a version said last, and whether it is held back. */
export async function noteTests(
  db: Db,
  { function_id, version }: Pick<FunctionVersionRow, "function_id" | "version">,
  change: { testsPass: boolean | null; heldBack?: string | null },
): Promise<void> {
  await db
    .updateTable("function_versions")
    .set({
      tests_pass: change.testsPass === null ? null : Number(change.testsPass),
      ...(change.heldBack === undefined ? {} : { held_back: change.heldBack }),
    })
    .where("function_id", "=", function_id)
    .where("version", "=", version)
    .execute();
}

export interface NeededFunction {
  id: string;
  name: string;
  /** The promoted version of it. */
  version: number;
}

export function neededBy(db: Db, functionId: string, version: number): Promise<NeededFunction[]> {
  return db
    .selectFrom("function_dependencies as d")
    .innerJoin("functions as f", "f.id", "d.needs")
    .select(["f.id", "f.name", "f.version"])
    .where("d.function_id", "=", functionId)
    .where("d.version", "=", version)
    .orderBy("f.name")
    .execute();
}

/** Functions whose promoted version needs this one. */
export function usersOf(db: Db, functionId: string): Promise<NeededFunction[]> {
  return db
    .selectFrom("function_dependencies as d")
    .innerJoin("functions as f", (join) =>
      join.onRef("f.id", "=", "d.function_id").onRef("f.version", "=", "d.version"),
    )
    .select(["f.id", "f.name", "f.version"])
    .where("d.needs", "=", functionId)
    .orderBy("f.name")
    .execute();
}

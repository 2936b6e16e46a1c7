// The files of a code map: which are mapped, how complete and how current the map is.

import type { MapStatus } from "../../protocol/codemap.ts";
import type { CodeFileRow, Db } from "../../store/schema.ts";

export async function findFile(db: Db, projectId: string, path: string): Promise<CodeFileRow | null> {
  const row = await db
    .selectFrom("code_files")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("path", "=", path)
    .executeTakeFirst();
  return row ?? null;
}

export interface FileState {
  hash: string;
  state: CodeFileRow["state"];
  problem: string | null;
  mappedAt: string;
  brokenSince: string | null;
  symbols: number;
}

/** Of every file of a project, by path. */
export async function fileStates(db: Db, projectId: string): Promise<Map<string, FileState>> {
  const counts = await db
    .selectFrom("symbols")
    .select((eb) => ["file_id", eb.fn.countAll<number>().as("n")])
    .where("project_id", "=", projectId)
    .groupBy("file_id")
    .execute();
  const symbols = new Map(counts.map(({ file_id, n }) => [Number(file_id), Number(n)]));
  const rows = await db
    .selectFrom("code_files")
    .select(["id", "path", "content_hash", "state", "problem", "mapped_at", "broken_since"])
    .where("project_id", "=", projectId)
    .execute();
  return new Map(
    rows.map((row) => {
      const {
        path,
        content_hash: hash,
        state,
        problem,
        mapped_at: mappedAt,
        broken_since: brokenSince,
      } = row;
      return [
        path,
        { hash, state, problem, mappedAt, brokenSince, symbols: symbols.get(Number(row.id)) ?? 0 },
      ];
    }),
  );
}

/** Notes that a project is mapped as a whole; returns whether it was before. */
export async function noteMapped(
  db: Db,
  projectId: string,
  { tree, mappedAt }: { tree: string; mappedAt: string | null },
): Promise<boolean> {
  const before = await db
    .selectFrom("code_maps")
    .select("mapped_at")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const now = mappedAt === null ? { tree } : { tree, mapped_at: mappedAt };
  await db
    .insertInto("code_maps")
    .values({ project_id: projectId, tree, mapped_at: mappedAt, calls_at: null })
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(now))
    .execute();
  return before?.mapped_at != null;
}

/** Whether anything of a project is mapped. */
export async function hasMap(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .selectFrom("code_files")
    .select("id")
    .where("project_id", "=", projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the calls of the whole project were resolved once. */
export async function areCallsResolved(db: Db, projectId: string): Promise<boolean> {
  const map = await db
    .selectFrom("code_maps")
    .select("calls_at")
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return map?.calls_at != null;
}

/** The files of a project whose calls can be resolved. */
export async function filesToResolve(db: Db, projectId: string): Promise<{ id: number; path: string }[]> {
  const rows = await resolvable(db, projectId).select(["id", "path"]).orderBy("path").execute();
  return rows.map(({ id, path }) => ({ id: Number(id), path }));
}

export async function countToResolve(db: Db, projectId: string): Promise<number> {
  const { n } = await resolvable(db, projectId)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function resolvable(db: Db, projectId: string) {
  return db
    .selectFrom("code_files")
    .where("project_id", "=", projectId)
    .where("state", "!=", "skipped")
    .where("language", "is not", null);
}

export async function mapStatus(db: Db, projectId: string): Promise<MapStatus> {
  const map = await db
    .selectFrom("code_maps")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  const files = await db
    .selectFrom("code_files")
    .select((eb) => [
      "state",
      eb.fn.countAll<number>().as("n"),
      eb.fn.sum<number>("unresolved_calls").as("unresolved"),
    ])
    .where("project_id", "=", projectId)
    .groupBy("state")
    .execute();
  const broken = await db
    .selectFrom("code_files")
    .select(["path", "problem", "broken_since"])
    .where("project_id", "=", projectId)
    .where("state", "in", ["broken", "partly"])
    .orderBy("broken_since", "desc")
    .orderBy("path")
    .limit(20)
    .execute();
  const notMapped = await db
    .selectFrom("code_files")
    .select(["path", "problem"])
    .where("project_id", "=", projectId)
    .where("state", "=", "skipped")
    .orderBy("path")
    .limit(20)
    .execute();
  const behind = await db
    .selectFrom("code_files")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("project_id", "=", projectId)
    .where("state", "!=", "skipped")
    .where((eb) => eb.or([eb("calls_hash", "is", null), eb("calls_hash", "!=", eb.ref("content_hash"))]))
    .executeTakeFirst();
  const count = async (table: "symbols" | "calls") => {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("project_id", "=", projectId)
      .executeTakeFirstOrThrow();
    return Number(row.n);
  };
  const external = await db
    .selectFrom("calls as c")
    .select((eb) => [
      eb.fn.countAll<number>().as("n"),
      eb.fn.count<number>("c.id").filterWhere("c.resolution", "=", "unresolved").as("unresolved"),
    ])
    .where("c.project_id", "=", projectId)
    .where("c.target_id", "is", null)
    .where((eb) =>
      eb.or([
        eb("c.resolution", "!=", "unresolved"),
        eb(
          "c.target_name",
          "not in",
          eb.selectFrom("symbols").select("name").where("project_id", "=", projectId),
        ),
      ]),
    )
    .where("c.led_to", "is", null)
    .executeTakeFirstOrThrow();
  const sum = (pick: (row: (typeof files)[number]) => number) =>
    files.reduce((all, row) => all + pick(row), 0);
  return {
    mappedAt: map?.mapped_at ?? null,
    files: sum((row) => (row.state === "skipped" ? 0 : Number(row.n))),
    skipped: sum((row) => (row.state === "skipped" ? Number(row.n) : 0)),
    symbols: await count("symbols"),
    calls: await count("calls"),
    unresolvedCalls: Math.max(0, sum((row) => Number(row.unresolved ?? 0)) - Number(external.unresolved)),
    externalCalls: Number(external.n),
    callsAt: map?.calls_at ?? null,
    filesWithoutCalls: Number(behind?.n ?? 0),
    notMapped: notMapped.map(({ path, problem }) => `${path}: ${problem ?? "skipped"}`),
    broken: broken.map(
      ({ path, problem, broken_since }) =>
        `${path}: ${problem}; ${broken_since === null ? "mapped as far as it parses" : "its last good map is used"}`,
    ),
    stale: [],
  };
}

/** The same as long as no file comes or goes. */
export async function versionOfFiles(db: Db, projectId: string): Promise<string> {
  const row = await db
    .selectFrom("code_files")
    .select((eb) => [eb.fn.countAll<number>().as("n"), eb.fn.max("id").as("last")])
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return `${row?.n}:${row?.last}`;
}

/** Paths that end with one of these file names. */
export async function pathsNamed(db: Db, projectId: string, names: ReadonlySet<string>): Promise<string[]> {
  const rows = await db.selectFrom("code_files").select("path").where("project_id", "=", projectId).execute();
  return rows.flatMap(({ path }) => (names.has(path.slice(path.lastIndexOf("/") + 1)) ? [path] : []));
}

export async function contentHashes(
  db: Db,
  projectId: string,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < paths.length; at += 500) {
    const rows = await db
      .selectFrom("code_files")
      .select(["path", "content_hash"])
      .where("project_id", "=", projectId)
      .where("path", "in", paths.slice(at, at + 500))
      .execute();
    for (const { path, content_hash } of rows) found.set(path, content_hash);
  }
  return found;
}

export async function filesByPath(db: Db, projectId: string, paths: readonly string[]) {
  if (paths.length === 0) return [];
  return db
    .selectFrom("code_files")
    .select(["path", "mapped_at", "state", "problem", "language"])
    .where("project_id", "=", projectId)
    .where("path", "in", paths.slice(0, 1_000))
    .execute();
}

// Projects: found by folder, session or name, and counted.

import { statForeignSync } from "../../platform/foreign-file.ts";
import { chatHost } from "../../protocol/chat.ts";
import { newId } from "../../protocol/new-id.ts";
import { everywhere, inProject, type ProjectScope } from "../../protocol/scope.ts";
import { dialectOf } from "../../store/dialect.ts";
import type { Db } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { identify } from "./identity.ts";

/** The project of a folder; it is created if it does not exist. */
export async function openProject(db: Db, folder: string, at: string): Promise<{ id: string; root: string }> {
  const identity = identify(folder);
  const rows = await db
    .selectFrom("projects")
    .select(["id", "key", "root", "created_at"])
    .where("key", "in", [identity.key, ...identity.formerKeys])
    .execute();
  const same = rows.find((row) => row.key === identity.key);
  if (same) {
    const change = {
      // A history is imported from its newest session to its oldest.
      ...(at < same.created_at ? { created_at: at } : {}),
      // A project that came from another machine has its folder there.
      ...(same.root !== identity.root && isElsewhere(same) ? { root: identity.root } : {}),
    };
    if (Object.keys(change).length > 0)
      await db.updateTable("projects").set(change).where("id", "=", same.id).execute();
    return { id: same.id, root: change.root ?? same.root };
  }
  const { key, name, root, remote } = identity;
  const earlier = rows[0];
  if (earlier) {
    await db.updateTable("projects").set({ key, name, remote }).where("id", "=", earlier.id).execute();
    return earlier;
  }
  return db
    .insertInto("projects")
    .values({ id: newId("project"), key, name, root, remote, created_at: at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ key }))
    .returning(["id", "root"])
    .executeTakeFirstOrThrow();
}

/** Whether the folder of a project is none of it on this machine. */
function isElsewhere({ root, key }: { root: string; key: string }): boolean {
  const { key: its, formerKeys } = identify(root);
  return its !== key && !formerKeys.includes(key);
}

export async function openProjectAt(db: Db, folder: string, at: string): Promise<string> {
  return (await openProject(db, folder, at)).id;
}

/** A tool that keeps only names of projects: the one project that has the name, or a project of its own. */
export async function openProjectNamed(db: Db, tool: string, name: string, at: string): Promise<string> {
  const known = await db.selectFrom("projects").select("id").where("name", "=", name).limit(2).execute();
  if (known.length === 1 && known[0]) return known[0].id;
  const root = `/imported/${tool}/${name}`;
  const { id } = await db
    .insertInto("projects")
    .values({ id: newId("project"), key: root, name, root, remote: null, created_at: at })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ name }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The project of a folder, if it is known. */
export async function findProject(
  db: Db,
  folder: string,
): Promise<{ id: string; name: string; root: string } | null> {
  const identity = identify(folder);
  const row = await db
    .selectFrom("projects")
    .select(["id", "name", "root"])
    .where("key", "in", [identity.key, ...identity.formerKeys])
    .executeTakeFirst();
  if (row || statForeignSync(folder) !== null) return row ?? null;
  // A folder that was deleted has lost its git files, by which it was known.
  const former = await db
    .selectFrom("projects")
    .select(["id", "name", "root"])
    .where("root", "=", folder)
    .executeTakeFirst();
  return former ?? null;
}

export interface ListedProject {
  id: string;
  name: string;
  root: string;
  sessions: number;
  lastSeenAt: string | null;
}

/**
 * The one that was used last first. A conversation of the chat is no use of a project; one about all of them belongs to
 * tellback's own folder, which is none.
 */
export async function listProjects(db: Db, limit: number, home: string): Promise<ListedProject[]> {
  const rows = await db
    .selectFrom("projects as p")
    .leftJoin("sessions as s", (join) => join.onRef("s.project_id", "=", "p.id").on("s.host", "!=", chatHost))
    .where("p.root", "!=", home)
    .select((eb) => [
      ...(["p.id", "p.name", "p.root"] as const),
      eb.fn.count<number>("s.id").as("sessions"),
      eb.fn.max("s.last_seen_at").as("lastSeenAt"),
    ])
    .groupBy(["p.id", "p.name", "p.root"])
    .execute();
  return rows
    .map((row) => ({ ...row, sessions: Number(row.sessions), lastSeenAt: row.lastSeenAt ?? null }))
    .sort((a, b) => (b.lastSeenAt ?? "").localeCompare(a.lastSeenAt ?? "") || a.name.localeCompare(b.name))
    .slice(0, limit);
}

/** Where a question that is asked in a folder looks. */
export async function projectScope(
  db: Db,
  asked: { folder?: string | undefined; allProjects?: boolean | undefined },
): Promise<ProjectScope> {
  if (!asked.folder || asked.allProjects) return everywhere;
  const project = await findProject(db, asked.folder);
  return project ? inProject(project.id) : { within: "unknown folder", folder: asked.folder };
}

export async function projectOf(
  db: Db,
  sessionId: string,
): Promise<{ id: string; name: string; root: string }> {
  return db
    .selectFrom("sessions as s")
    .innerJoin("projects as p", "p.id", "s.project_id")
    .select(["p.id", "p.name", "p.root"])
    .where("s.id", "=", sessionId)
    .executeTakeFirstOrThrow();
}

export async function projectsNamed(db: Db, name: string): Promise<string[]> {
  const rows = await db.selectFrom("projects").select("id").where("name", "=", name).limit(2).execute();
  return rows.map(({ id }) => id);
}

export async function projectKeys(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("projects").select(["id", "key"]).execute();
  return new Map(rows.map((row) => [row.id, row.key]));
}

/** Of projects that other machines know by the same key: those with a remote that is no folder of this machine. */
export async function sharedProjectKeys(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("projects")
    .select(["id", "key"])
    .where("remote", "is not", null)
    .where("key", "not like", "file:%")
    .execute();
  return new Map(rows.map(({ id, key }) => [key, id]));
}

export async function projectNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom("projects").select(["id", "name"]).execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

export async function projectRoot(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom("projects").select("root").where("id", "=", id).executeTakeFirst();
  return row?.root ?? null;
}

export async function projectRoots(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("projects").select("root").orderBy("root").execute();
  return rows.map(({ root }) => root);
}

export async function rootsOfSessions(db: Db, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const rows = await db
    .selectFrom("sessions as s")
    .innerJoin("projects as p", "p.id", "s.project_id")
    .select("p.root")
    .distinct()
    .where("s.id", "in", sessionIds)
    .orderBy("p.root")
    .execute();
  return rows.map(({ root }) => root);
}

/** Two workers on one PostgreSQL must not learn the same thing at the same time. SQLite has one writer anyway. */
export async function lockProject(tx: Db, id: string): Promise<void> {
  if (dialectOf(tx) !== "postgres") return;
  await tx.selectFrom("projects").select("id").where("id", "=", id).forUpdate().execute();
}

export async function deleteProjectWithoutSessions(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom("projects")
    .where("id", "=", id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("sessions").select("id").where("project_id", "=", id))),
    )
    .execute();
}

export interface MemoryCounts {
  sessions: number;
  observations: number;
}

export async function countMemories(db: Db, projects: ProjectScope): Promise<MemoryCounts> {
  const count = async (table: "sessions" | "observations") => {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where(belongsTo(projects, "project_id"))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return { sessions: await count("sessions"), observations: await count("observations") };
}

export async function countProjects(db: Db, home: string): Promise<number> {
  const { n } = await db
    .selectFrom("projects")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("root", "!=", home)
    .executeTakeFirstOrThrow();
  return Number(n);
}

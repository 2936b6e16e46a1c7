// team create: makes the tables of a team in a PostgreSQL database, with the caller as its owner. In a database that holds
// something else under that name, nothing is changed.

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { TellbackError } from "../../protocol/errors.ts";
import { applicationId, someOf } from "../../store/identity.ts";
import { rowsOf, type TeamDb, withTeam } from "./link.ts";
import { schemaVersion, teamSchema, teamTables } from "./schema.ts";

export async function createTeam(url: string, name: string): Promise<void> {
  await withTeam(url, (db) => db.transaction().execute((tx) => makeTables(tx, name)));
}

async function makeTables(tx: TeamDb, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${teamSchema}))`.execute(tx);
  const content = await contentOf(tx);
  if (content === "team")
    throw new TellbackError("conflict", "this database holds a team already", {
      hint: "Ask its owner for a join line: `tellback team add NAME`.",
    });
  if (content !== null) throw foreign(content);
  const [me] = await rowsOf(
    tx,
    sql<{ name: string; super: boolean; makes: boolean; creates: boolean }>`
      select current_user::text as name, rolsuper as super, rolsuper or rolcreaterole as makes,
        has_database_privilege(current_database(), 'create') as creates
      from pg_roles where rolname = current_user`,
  );
  if (!me?.makes || !me.creates)
    throw new TellbackError("forbidden", `the role ${me?.name} may not create a schema and roles`, {
      hint: `An administrator of the database can allow it: alter role ${me?.name} createrole; grant create on database … to ${me?.name};`,
    });
  const keeper = `tellback_keeper_${randomBytes(4).toString("hex")}`;
  const quoted = sql.id(keeper);
  await sql`create role ${quoted} nologin`.execute(tx);
  if (!me.super) await sql`grant ${quoted} to ${sql.id(me.name)}`.execute(tx);
  await sql`create schema ${sql.id(teamSchema)} authorization ${quoted}`.execute(tx);
  await sql`set local role ${quoted}`.execute(tx);
  await sql.raw(teamTables.replaceAll("%keeper%", `"${keeper}"`)).execute(tx);
  await sql`insert into tellback_team.marker (application_id, version)
    values (${sql.lit(applicationId)}, ${sql.lit(schemaVersion)})`.execute(tx);
  await sql`insert into tellback_team.members (name, role, database_role)
    values (${name}, 'owner', ${me.name})`.execute(tx);
  await sql`reset role`.execute(tx);
  if (!me.super) await sql`revoke ${quoted} from ${sql.id(me.name)}`.execute(tx);
}

/** Null: there is no such schema; else whose it is. */
async function contentOf(tx: TeamDb): Promise<"team" | string[] | null> {
  const schemas = await rowsOf(tx, sql`select 1 from pg_namespace where nspname = ${teamSchema}`);
  if (schemas.length === 0) return null;
  const tables = await rowsOf(
    tx,
    sql<{
      name: string;
    }>`select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = ${teamSchema} and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
  );
  const names = tables.map(({ name }) => name);
  return names.includes("marker") && names.includes("members") ? "team" : names;
}

function foreign(names: readonly string[]): TellbackError {
  const what = names.length === 0 ? "is there already" : `belongs to another program (${someOf(names)})`;
  return new TellbackError("forbidden", `the schema "${teamSchema}" in this database ${what}`, {
    hint: "Nothing was changed. Use another database, or rename that schema.",
  });
}

// Who belongs to a team: each member has a role of the database, made here with a password that is shown once. What a role
// may do is decided by the server.

import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { askTeam, rowsOf, type TeamDb } from "./link.ts";
import type { MemberRole } from "./schema.ts";

export interface Member {
  name: string;
  role: MemberRole;
  addedAt: string;
  revokedAt: string | null;
  machines: { id: string; lastSeenAt: string }[];
}

export async function membersOf(memory: Memory): Promise<Member[]> {
  const seen = sql`json_build_object('id', d.id, 'lastSeenAt', ${utc(sql`d.last_seen_at`)})`;
  const rows = await askTeam(memory, (db) =>
    rowsOf(
      db,
      sql<Omit<Member, "machines"> & { machines: string }>`
        select m.name, m.role, ${utc(sql`m.added_at`)} as "addedAt", ${utc(sql`m.revoked_at`)} as "revokedAt",
          coalesce(json_agg(${seen} order by d.last_seen_at desc) filter (where d.id is not null), '[]')::text
            as machines
        from tellback_team.members m left join tellback_team.machines d on d.member = m.id
        group by m.id order by m.name`,
    ),
  );
  return rows.map((row) => ({ ...row, machines: JSON.parse(row.machines) as Member["machines"] }));
}

/** As text in one form, whatever form the server prefers. */
export const utc = (time: RawBuilder<unknown>) =>
  sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

interface Invited {
  name: string;
  role: MemberRole;
  /** With the password; null where the role of the database was there already. */
  joinUrl: string | null;
}

/** A new member, one who comes back, or another role for one. */
export function addMember(
  memory: Memory,
  { name, role, databaseRole }: { name: string; role: MemberRole; databaseRole?: string | undefined },
): Promise<Invited> {
  return askTeam(memory, (db) =>
    db.transaction().execute(async (tx) => {
      const [known] = await rowsOf(
        tx,
        sql<{ role: string; database_role: string; is_gone: boolean }>`
          select role, database_role, revoked_at is not null as is_gone from tellback_team.members where name = ${name}`,
      );
      if (known && !known.is_gone) {
        if (known.role === role) throw new TellbackError("conflict", `${name} is ${role} already`);
        await sql`update tellback_team.members set role = ${role} where name = ${name}`.execute(tx);
        return { name, role, joinUrl: null };
      }
      const login = known?.database_role ?? databaseRole ?? (await freeRole(tx, name));
      const isOurs = databaseRole === undefined && login.startsWith(rolePrefix);
      const password = randomBytes(24).toString("base64url");
      if (isOurs) await giveLogin(tx, { login, password, role, isKnown: known !== undefined });
      await (known
        ? sql`update tellback_team.members set role = ${role}, revoked_at = null where name = ${name}`
        : sql`insert into tellback_team.members (name, role, database_role) values (${name}, ${role}, ${login})`
      ).execute(tx);
      return {
        name,
        role,
        joinUrl: isOurs ? withLogin(memory.config["team.url"], login, password) : null,
      };
    }),
  );
}

/** Only owners make roles for others. */
async function giveLogin(
  tx: TeamDb,
  { login, password, role, isKnown }: { login: string; password: string; role: MemberRole; isKnown: boolean },
): Promise<void> {
  const verb = sql.raw(isKnown ? "alter" : "create");
  const rights = sql.raw(role === "owner" ? "createrole" : "nocreaterole");
  // Neither the server nor its log ever sees the password: only what is needed to check it.
  const verifier = sql.lit(scramVerifier(password));
  await sql`${verb} role ${sql.id(login)} login ${rights} password ${verifier}`.execute(tx);
}

export function revokeMember(memory: Memory, name: string): Promise<void> {
  return askTeam(memory, async (db) => {
    const [known] = await rowsOf(
      db,
      sql<{ database_role: string }>`
        update tellback_team.members set revoked_at = now() where name = ${name} and revoked_at is null
        returning database_role`,
    );
    if (!known)
      throw new TellbackError("not_found", `${name} is no member`, {
        hint: "`tellback team members` lists those who are.",
      });
    const login = known.database_role;
    // The rights are gone. A role that somebody else made may be used elsewhere.
    if (!login.startsWith(rolePrefix)) return;
    await sql`alter role ${sql.id(login)} nologin`.execute(db).catch(() => {});
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${login}`
      .execute(db)
      .catch(() => {});
  });
}

const rolePrefix = "tellback_";

async function freeRole(tx: TeamDb, name: string): Promise<string> {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 30);
  // Roles are known in all databases of a server, and may be there for another team.
  for (;;) {
    const role = `${rolePrefix}${plain}_${randomBytes(3).toString("hex")}`;
    if ((await rowsOf(tx, sql`select 1 from pg_roles where rolname = ${role}`)).length === 0) return role;
  }
}

function withLogin(url: string, login: string, password: string): string {
  return url.replace(/^([a-z]+:\/\/)(?:[^@/?]*@)?/i, `$1${encodeURIComponent(login)}:${password}@`);
}

const rounds = 4_096;

/** What PostgreSQL keeps of a password (RFC 5803): nobody gets the password from it. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const keyOf = (name: string) => createHmac("sha256", salted).update(name).digest();
  const stored = createHash("sha256").update(keyOf("Client Key")).digest("base64");
  return `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored}:${keyOf("Server Key").toString("base64")}`;
}

// PostgreSQL through the `postgres` client. All tables are in a schema of their own, `tellback`,
// so that a database can be shared with other programs.

import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { TellbackError } from "../protocol/errors.ts";
import { applicationId, someOf } from "./identity.ts";
import { type Patience, PostgresSessions, type SessionOptions } from "./postgres-sessions.ts";
import { certificateIn } from "./postgres-url.ts";
import type { Db } from "./schema.ts";

export const postgresSchema = "tellback";

export function postgresDialect(url: string): Dialect {
  return dialectFor(url, sessionOptions);
}

/**
 * One session, without settings of its own and without prepared statements: a pooler may give each transaction another
 * connection to the server.
 */
export function pooledDialect(url: string): Dialect {
  const { onnotice, fetch_types, types } = sessionOptions;
  const options = { onnotice, fetch_types, types, prepare: false };
  return dialectFor(url, { ...options, connection: { application_name: "tellback" } } as SessionOptions, {
    ...{ connectWithinSeconds: 10, doubtAfterMs: 15_000, idleMs: 20_000, sessions: 1 },
  });
}

function dialectFor(url: string, options: SessionOptions, patience?: Patience): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => {
      const { url: plain, ...secured } = certificateIn(url);
      return new PostgresSessions(
        plainUrl(plain),
        { ...socketIn(plain), ...secured, ...options },
        ...(patience ? [patience] : []),
      );
    },
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

const sessionOptions: SessionOptions = {
  onnotice: () => {},
  connection: {
    application_name: "tellback",
    search_path: `${postgresSchema}, public`,
    // Queries here take milliseconds: compiling one, or starting workers for it, takes longer than answering.
    jit: false,
    max_parallel_workers_per_gather: 0,
    // The data is in memory, where random access costs no more than sequential access.
    random_page_cost: 1.1,
  },
  // Without it the package asks for array types at each connect, and that query's failure would end the process.
  fetch_types: false,
  // Counts and sizes stay far below 2^53.
  types: {
    bigint: { to: 20, from: [20], parse: Number, serialize: String },
  },
};

/** `postgres://user@/db?host=/run/postgresql`, as other clients write it, names a socket folder instead of a host. */
const socketUrl = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)(\/[^?]*)\?(?:.*&)?host=([^&]+).*$/;

function plainUrl(url: string): string {
  return url.replace(socketUrl, "$1$2localhost$3");
}

function socketIn(url: string): { path: string } | undefined {
  const folder = socketUrl.exec(url)?.[4];
  return folder ? { path: `${decodeURIComponent(folder)}/.s.PGSQL.5432` } : undefined;
}

/** The table that marks the schema as tellback's. */
const marker = "tellback_store";

/** A schema that has tables and not the marker belongs to another program. */
export async function refuseForeignSchema(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${postgresSchema} and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`.execute(db);
  const names = rows.map(({ name }) => name);
  if (names.length === 0 || names.includes(marker)) return;
  throw new TellbackError(
    "forbidden",
    `the schema "${postgresSchema}" in PostgreSQL belongs to another program (${someOf(names)})`,
    { hint: "Nothing was changed. Set store.url to another database, or rename that schema." },
  );
}

/** With a lock, because `if not exists` fails if two programs run it at once. */
export async function ensurePostgresSchema(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${postgresSchema}))`.execute(tx);
    await sql`create schema if not exists ${sql.id(postgresSchema)}`.execute(tx);
    await refuseForeignSchema(tx);
    const table = sql.id(postgresSchema, marker);
    await sql`create table if not exists ${table} (application_id integer primary key)`.execute(tx);
    await sql`insert into ${table} values (${sql.lit(applicationId)}) on conflict do nothing`.execute(tx);
  });
}

// PostgreSQL through the `postgres` client. All tables are in a schema of their own, `tellback`,
// so that a database can be shared with other programs.

import { type Dialect, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from "kysely";
import { PostgresSessions, type SessionOptions } from "./postgres-sessions.ts";
import type { Db } from "./schema.ts";

export const postgresSchema = "tellback";

export function postgresDialect(url: string): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresSessions(plainUrl(url), { ...socketIn(url), ...sessionOptions }),
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

/** With a lock, because `if not exists` fails if two programs run it at once. */
export async function ensurePostgresSchema(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${postgresSchema}))`.execute(tx);
    await sql`create schema if not exists ${sql.id(postgresSchema)}`.execute(tx);
  });
}

// PostgreSQL through the `postgres` client. All tables live in a schema of their own, `engram`,
// so that a database shared with other programs stays theirs.

import { type Dialect, sql } from "kysely";
import { PostgresJSDialect } from "kysely-postgres-js";
import postgres from "postgres";
import type { Db } from "./schema.ts";

export const postgresSchema = "engram";

export function postgresDialect(url: string): Dialect {
  return new PostgresJSDialect({
    postgres: postgres(plainUrl(url), {
      ...socketIn(url),
      onnotice: () => {},
      connection: { application_name: "engram", search_path: `${postgresSchema}, public` },
      // Counts and sizes stay far below 2^53.
      types: {
        bigint: { to: 20, from: [20], parse: Number, serialize: String },
      },
    }),
  });
}

/** `postgres://user@/db?host=/run/postgresql`, as other clients write it, names a socket folder instead of a host. */
const socketUrl = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)(\/[^?]*)\?(?:.*&)?host=([^&]+).*$/;

function plainUrl(url: string): string {
  return url.replace(socketUrl, "$1$2localhost$3");
}

function socketIn(url: string): { path: string } | undefined {
  const folder = socketUrl.exec(url)?.[4];
  return folder ? { path: `${decodeURIComponent(folder)}/.s.PGSQL.5432` } : undefined;
}

export async function ensurePostgresSchema(db: Db): Promise<void> {
  await sql`create schema if not exists ${sql.id(postgresSchema)}`.execute(db);
}

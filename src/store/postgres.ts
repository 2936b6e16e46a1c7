// PostgreSQL through the `postgres` client. All tables live in a schema of their own, `engram`,
// so that a database shared with other programs stays theirs.

import { type Dialect, sql } from "kysely";
import { PostgresJSDialect, type PostgresJSDialectConfig, PostgresJSDriver } from "kysely-postgres-js";
import postgres from "postgres";
import type { Db } from "./schema.ts";
import { storable } from "./storable.ts";

export const postgresSchema = "engram";

export function postgresDialect(url: string): Dialect {
  return new StorableDialect({
    postgres: postgres(plainUrl(url), {
      ...socketIn(url),
      onnotice: () => {},
      connection: {
        application_name: "engram",
        search_path: `${postgresSchema}, public`,
        // Questions here take milliseconds: compiling one, or starting workers for it, takes longer than answering.
        jit: false,
        max_parallel_workers_per_gather: 0,
        // What is asked for lies in memory, where the next row is no nearer than any other.
        random_page_cost: 1.1,
      },
      // Counts and sizes stay far below 2^53.
      types: {
        bigint: { to: 20, from: [20], parse: Number, serialize: String },
      },
    }),
  });
}

class StorableDialect extends PostgresJSDialect {
  readonly #config: PostgresJSDialectConfig;

  constructor(config: PostgresJSDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new StorableDriver(this.#config);
  }
}

class StorableDriver extends PostgresJSDriver {
  override async acquireConnection(...options: Parameters<PostgresJSDriver["acquireConnection"]>) {
    const connection = await super.acquireConnection(...options);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query, ...rest) =>
      execute({ ...query, parameters: query.parameters.map(storable) }, ...rest);
    return connection;
  }
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

/** The lock, because `if not exists` fails when two programs do it at once. */
export async function ensurePostgresSchema(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${postgresSchema}))`.execute(tx);
    await sql`create schema if not exists ${sql.id(postgresSchema)}`.execute(tx);
  });
}

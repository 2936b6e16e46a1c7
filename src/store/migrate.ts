// Named migrations, up and down. A database with names that this program does not know is newer: it is not touched.

import { type MigrationResult, Migrator } from "kysely/migration";
import { TellbackError } from "../protocol/errors.ts";
import { dialectOf } from "./dialect.ts";
import * as episodic from "./migrations/0001-episodic.ts";
import * as fullText from "./migrations/0002-full-text.ts";
import * as vectors from "./migrations/0003-vectors.ts";
import * as spend from "./migrations/0004-spend.ts";
import * as knowledge from "./migrations/0005-knowledge.ts";
import * as compression from "./migrations/0006-compression.ts";
import * as compactions from "./migrations/0007-compactions.ts";
import * as injections from "./migrations/0008-injections.ts";
import * as graph from "./migrations/0009-graph.ts";
import * as jobDeaths from "./migrations/0010-job-deaths.ts";
import * as searchUpkeep from "./migrations/0011-search-upkeep.ts";
import * as withoutTokensCompressed from "./migrations/0012-sessions-without-tokens-compressed.ts";
import * as turns from "./migrations/0013-turns.ts";
import * as turnValues from "./migrations/0014-turn-values.ts";
import * as injectedWords from "./migrations/0015-injected-words.ts";
import * as wordTotals from "./migrations/0016-word-totals.ts";
import * as saidBy from "./migrations/0017-said-by.ts";
import * as codeMap from "./migrations/0018-code-map.ts";
import * as tasks from "./migrations/0019-tasks.ts";
import * as functions from "./migrations/0020-functions.ts";
import * as portable from "./migrations/0021-portable.ts";
import * as sources from "./migrations/0022-sources.ts";
import * as sync from "./migrations/0023-sync.ts";
import * as sessionOrder from "./migrations/0024-session-order.ts";
import * as symbolWords from "./migrations/0025-symbol-words.ts";
import { ensurePostgresSchema, postgresSchema } from "./postgres.ts";
import type { Db } from "./schema.ts";

const migrations = {
  "0001-episodic": episodic,
  "0002-full-text": fullText,
  "0003-vectors": vectors,
  "0004-spend": spend,
  "0005-knowledge": knowledge,
  "0006-compression": compression,
  "0007-compactions": compactions,
  "0008-injections": injections,
  "0009-graph": graph,
  "0010-job-deaths": jobDeaths,
  "0011-search-upkeep": searchUpkeep,
  "0012-sessions-without-tokens-compressed": withoutTokensCompressed,
  "0013-turns": turns,
  "0014-turn-values": turnValues,
  "0015-injected-words": injectedWords,
  "0016-word-totals": wordTotals,
  "0017-said-by": saidBy,
  "0018-code-map": codeMap,
  "0019-tasks": tasks,
  "0020-functions": functions,
  "0021-portable": portable,
  "0022-sources": sources,
  "0023-sync": sync,
  "0024-session-order": sessionOrder,
  "0025-symbol-words": symbolWords,
};

export interface MigrationState {
  name: string;
  appliedAt: string | null;
}

export async function migrationStatus(db: Db): Promise<MigrationState[]> {
  const all = await migratorOf(db).getMigrations();
  return all.map((one) => ({ name: one.name, appliedAt: one.executedAt?.toISOString() ?? null }));
}

export async function migrateUp(db: Db): Promise<string[]> {
  if (dialectOf(db) === "postgres") await ensurePostgresSchema(db);
  await refuseNewer(db);
  return namesOf(await migratorOf(db).migrateToLatest());
}

/** Undoes the newest migration. */
export async function migrateDown(db: Db): Promise<string[]> {
  await refuseNewer(db);
  return namesOf(await migratorOf(db).migrateDown());
}

async function refuseNewer(db: Db): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  // Another program in the same PostgreSQL database may have a table of this name, in its own schema.
  const ours = dialectOf(db) === "postgres" ? postgresSchema : undefined;
  if (!tables.some((table) => table.name === migrationTable && table.schema === ours)) return;
  const rows = await db
    .withTables<{ [migrationTable]: { name: string } }>()
    .selectFrom(migrationTable)
    .select("name")
    .execute();
  refuseUnknown(rows.map((row) => row.name));
}

/** An empty database gets the same migrations as an existing one. */
export async function migrateLike(db: Db, names: readonly string[]): Promise<void> {
  refuseUnknown(names);
  const newest = names.toSorted().at(-1);
  if (newest !== undefined) namesOf(await migratorOf(db).migrateTo(newest));
}

function refuseUnknown(names: readonly string[]): void {
  const unknown = names.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new TellbackError(
    "store_newer",
    `the store was written by a newer tellback (it has ${unknown.join(", ")})`,
    {
      hint: "Update tellback; nothing was changed.",
    },
  );
}

const migrationTable = "schema_migrations";

function migratorOf(db: Db): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: "schema_lock",
    ...(dialectOf(db) === "postgres" ? { migrationTableSchema: postgresSchema } : {}),
  });
}

function namesOf({ error, results }: { error?: unknown; results?: MigrationResult[] }): string[] {
  if (error) throw error;
  return (results ?? []).filter((one) => one.status === "Success").map((one) => one.migrationName);
}

// Named migrations, up and down. A database with names that this program does not know is newer: it is not touched.

import { type Migration, type MigrationResult, Migrator } from "kysely/migration";
import { TellbackError } from "../protocol/errors.ts";
import { dialectOf } from "./dialect.ts";
import * as initial from "./migrations/0001-initial.ts";
import { ensurePostgresSchema, postgresSchema } from "./postgres.ts";
import type { Db } from "./schema.ts";

type Migrations = Readonly<Record<string, Migration>>;

export const migrations: Migrations = { "0001-initial": initial };

export interface MigrationState {
  name: string;
  appliedAt: string | null;
}

export async function migrationStatus(db: Db, known = migrations): Promise<MigrationState[]> {
  const all = await migratorOf(db, known).getMigrations();
  return all.map((one) => ({ name: one.name, appliedAt: one.executedAt?.toISOString() ?? null }));
}

export async function migrateUp(db: Db, known = migrations): Promise<string[]> {
  if (dialectOf(db) === "postgres") await ensurePostgresSchema(db);
  await refuseNewer(db, known);
  return namesOf(await migratorOf(db, known).migrateToLatest());
}

/** Undoes the newest migration. */
export async function migrateDown(db: Db, known = migrations): Promise<string[]> {
  await refuseNewer(db, known);
  return namesOf(await migratorOf(db, known).migrateDown());
}

async function refuseNewer(db: Db, known: Migrations): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  // Another program in the same PostgreSQL database may have a table of this name, in its own schema.
  const ours = dialectOf(db) === "postgres" ? postgresSchema : undefined;
  if (!tables.some((table) => table.name === migrationTable && table.schema === ours)) return;
  const rows = await db
    .withTables<{ [migrationTable]: { name: string } }>()
    .selectFrom(migrationTable)
    .select("name")
    .execute();
  refuseUnknown(
    rows.map((row) => row.name),
    known,
  );
}

/** An empty database gets the same migrations as an existing one. */
export async function migrateLike(db: Db, names: readonly string[], known = migrations): Promise<void> {
  refuseUnknown(names, known);
  const newest = names.toSorted().at(-1);
  if (newest !== undefined) namesOf(await migratorOf(db, known).migrateTo(newest));
}

function refuseUnknown(names: readonly string[], known: Migrations): void {
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
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

function migratorOf(db: Db, known: Migrations): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...known }) },
    migrationTableName: migrationTable,
    migrationLockTableName: "schema_lock",
    ...(dialectOf(db) === "postgres" ? { migrationTableSchema: postgresSchema } : {}),
  });
}

function namesOf({ error, results }: { error?: unknown; results?: MigrationResult[] }): string[] {
  if (error) throw error;
  return (results ?? []).filter((one) => one.status === "Success").map((one) => one.migrationName);
}

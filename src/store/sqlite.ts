// SQLite through Node's own driver, behind Kysely's dialect.

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from "kysely";
import { asSqliteFailure } from "./failure.ts";
import { applicationId } from "./identity.ts";
import { storable } from "./storable.ts";

export const busyTimeoutMs = 5_000;

/** In kB, as a negative number. */
export const usualCache = -32_000;

/**
 * For a file that is tellback's own or empty. The mark comes first: an empty file gets its header with it.
 * secure_delete: deleted data must not remain in free pages; the cost is not measurable.
 */
export function openSqliteFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    const { application_id } = file.prepare("pragma application_id").get() as { application_id: number };
    if (application_id !== applicationId) file.exec(`pragma application_id = ${applicationId}`);
    file.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      pragma foreign_keys = on;
      pragma secure_delete = on;
      pragma cache_size = ${usualCache};
      pragma temp_store = memory;
    `);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    super({ database: asKyselyDatabase(file) });
    this.#file = file;
  }

  override createDriver() {
    return new ImmediateDriver(this.#file);
  }

  override createAdapter() {
    return new TransactionalAdapter();
  }
}

/** A deferred transaction that reads and then writes fails with "busy" under contention: take the lock at once. */
class ImmediateDriver extends SqliteDriver {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    super({ database: asKyselyDatabase(file) });
    this.#file = file;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** On a full disk SQLite may have rolled back already; the error that did it must reach the caller. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** SQLite can roll back schema changes, so an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

const statementsKept = 256;

function asKyselyDatabase(file: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof asKyselyStatement>>();
  return {
    close: () => file.close(),
    prepare(sql: string) {
      const kept = statements.get(sql);
      if (kept) return kept;
      const statement = answering(() => asKyselyStatement(file.prepare(sql)));
      if (statements.size >= statementsKept) statements.clear();
      statements.set(sql, statement);
      return statement;
    },
  };
}

function asKyselyStatement(statement: StatementSync) {
  const values = (parameters: readonly unknown[]) => parameters.map(storable) as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => answering(() => statement.all(...values(parameters))),
    run: (parameters: readonly unknown[]) => answering(() => statement.run(...values(parameters))),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
  };
}

function answering<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asSqliteFailure(error);
  }
}

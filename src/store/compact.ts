// Rewrites the store's file, or its tables, so that nothing of deleted rows is left in it.

import { sql } from "kysely";
import type { Store } from "./open.ts";
import { postgresSchema } from "./postgres.ts";

export async function compactStore(store: Store): Promise<void> {
  if (store.dialect === "sqlite") {
    store.file.exec("insert into document_words (document_words) values ('optimize')");
    store.file.exec("pragma wal_checkpoint(truncate)");
    store.file.exec("vacuum");
    store.file.exec("pragma wal_checkpoint(truncate)");
    return;
  }
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = ${postgresSchema} order by tablename`.execute(store.db);
  for (const { name } of rows) await sql`vacuum (full) ${sql.id(postgresSchema, name)}`.execute(store.db);
}

// A memory that can be emptied again and again: opening a store for each of a thousand examples takes too long.

import { sql } from "kysely";
import { openMemory } from "../../src/journeys/followers.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { tempDir } from "./temp.ts";

export interface EmptyMemory extends AsyncDisposable {
  memory: Memory;
  home: string;
  empty(): Promise<void>;
}

export async function emptyMemory(): Promise<EmptyMemory> {
  const home = await tempDir("export");
  const memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_STORE_URL: "" } });
  const tables = (await memory.db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !/^(schema_|document_words|document_changes|sqlite_)/.test(name));
  return {
    memory,
    home: home.path,
    async empty() {
      await sql`pragma foreign_keys = off`.execute(memory.db);
      for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(memory.db);
      await sql`delete from sqlite_sequence`.execute(memory.db);
      await sql`pragma foreign_keys = on`.execute(memory.db);
    },
    async [Symbol.asyncDispose]() {
      await memory.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

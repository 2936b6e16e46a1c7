// A memory with a project, for the doors: what a call leaves behind is deleted before the next, which would pay for it.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { type HandlerContext, noReindex } from "../../../src/areas/context.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

export interface World extends AsyncDisposable {
  memory: Memory;
  context: HandlerContext;
  /** A git project. */
  project: string;
  /** For files outside of the project. */
  folder: string;
  empty(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folders = await tempDir("cost");
  const home = join(folders.path, "home");
  const project = await gitProject(join(folders.path, "project"), { "src/a.ts": "export const a = 1;\n" });
  const folder = join(folders.path, "files");
  mkdirSync(folder);
  const memory = await openMemory({ env: { TELLBACK_HOME: home, TELLBACK_EMBED_PROVIDER: "off" } });
  // Slow work does not wait for a client to fall silent.
  Object.defineProperty(memory.activity, "capturedAt", {
    get: () => Number.NEGATIVE_INFINITY,
    set: () => {},
  });
  const tables = (await memory.db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !/^(schema_|document_words|document_changes|sqlite_)/.test(name));
  let emptied: unknown = null;
  return {
    memory,
    context: contextOf(memory, home),
    project,
    folder,
    async empty() {
      const changes = await changesOf(memory);
      if (changes === emptied) return;
      await sql`pragma foreign_keys = off`.execute(memory.db);
      for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(memory.db);
      await sql`delete from sqlite_sequence`.execute(memory.db);
      await sql`pragma foreign_keys = on`.execute(memory.db);
      emptied = await changesOf(memory);
    },
    async [Symbol.asyncDispose]() {
      await memory.close();
      await folders[Symbol.asyncDispose]();
    },
  };
}

/** How many rows were ever changed: most operations only read. */
async function changesOf({ db }: Memory): Promise<unknown> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db);
  return rows[0]?.n;
}

function contextOf(memory: Memory, home: string): HandlerContext {
  return {
    memory,
    imports: new Map(),
    reindexes: { run: noReindex },
    exports: { run: { state: "none", records: 0 } },
    maps: new Map(),
    daemonState: () => ({
      pid: process.pid,
      version: "0.0.0",
      startedAt: new Date().toISOString(),
      home,
      idleMinutes: 30,
      rssBytes: 1,
    }),
    stop: () => {},
    stopping: new AbortController().signal,
    openPage: async () => ({ url: "http://127.0.0.1:4000/", code: "code", file: "file" }),
    doctor: async () => ({ verdict: "OK", findings: [] }),
    onRequest: () => {},
    log: () => {},
  };
}

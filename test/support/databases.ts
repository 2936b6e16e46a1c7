// The three stores that tellback must behave the same on: an SQLite file, a real PostgreSQL, and PGlite.
// `forEachStore` runs a suite on each of them; `open()` gives each test an empty store, closed when the test
// ends; it finds by words: a test about meaning names its embedder. `open.shared()` gives a group of questions one store.
// The files that a worker runs one after the other share its PGlite and its database on the PostgreSQL of the run.

import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { beforeAll, describe, inject, onTestFinished } from "vitest";
import { openMemory } from "../../src/journeys/followers.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { title } from "./available.ts";
import { dropTables, emptyTables } from "./emptied-database.ts";
import { isWanted, type StoreName } from "./one-store.ts";
import { startPglite } from "./pglite.ts";
import { postgresAvailable } from "./postgres.ts";
import { type TempDir, tempDir } from "./temp.ts";

/** Where a store will be; it is empty until it is opened. */
export interface Place {
  name: StoreName;
  env: { TELLBACK_HOME: string; TELLBACK_STORE_URL: string };
  /** May be opened any number of times, for several programs on one store. */
  open(): Promise<Memory>;
}

export interface Open {
  (): Promise<Memory>;
  /** In a describe block: one store for all of its tests, which only ask what `fill` has stored. */
  shared(fill: (memory: Memory) => Promise<unknown>): () => Memory;
  place(): Promise<Place>;
  /** Without tables, as no tellback has ever opened it. */
  placeWithoutTables(): Promise<Place>;
}

const server = isWanted("PostgreSQL") ? await postgresAvailable() : null;

/** `on`: the stores that can do it at all, such as two transactions at once. */
export function forEachStore(
  suite: (open: Open, name: StoreName) => void,
  on: readonly StoreName[] = ["SQLite", "PostgreSQL", "PGlite"],
): void {
  if (isWanted("SQLite") && on.includes("SQLite"))
    describe("SQLite", () => suite(opener("SQLite"), "SQLite"));
  if (server && on.includes("PostgreSQL")) {
    describe.skipIf(!server.ok)(title("PostgreSQL", server), () =>
      suite(opener("PostgreSQL", ownDatabase), "PostgreSQL"),
    );
  }
  if (isWanted("PGlite") && on.includes("PGlite"))
    describe("PGlite", () => suite(opener("PGlite", ownPglite), "PGlite"));
}

function opener(name: StoreName, start?: () => Promise<string>): Open {
  let url: string | undefined;
  beforeAll(async () => {
    url = await start?.();
  });

  const envIn = ({ path }: TempDir): Place["env"] => ({
    ...{ TELLBACK_HOME: path, TELLBACK_STORE_URL: url ?? "", TELLBACK_EMBED_PROVIDER: "off" },
  });
  const placeAfter = async (prepare: (url: string) => Promise<void>): Promise<Place> => {
    const home = await tempDir("egstore");
    onTestFinished(() => home[Symbol.asyncDispose]());
    if (url) await prepare(url);
    const env = envIn(home);
    return { name, env, open: () => openUntilTestEnds(env) };
  };
  const shared: Open["shared"] = (fill) => {
    let memory: Memory;
    beforeAll(async () => {
      const home = await tempDir("egstore");
      if (url) await emptyTables(url);
      memory = await openMemory({ env: envIn(home) });
      await fill(memory);
      return async () => {
        await memory.close();
        await home[Symbol.asyncDispose]();
      };
    });
    return () => memory;
  };
  const place = () => placeAfter(emptyTables);
  const placeWithoutTables = () => placeAfter(dropTables);
  return Object.assign(async () => (await place()).open(), { shared, place, placeWithoutTables });
}

async function openUntilTestEnds(env: Place["env"]): Promise<Memory> {
  const memory = await openMemory({ env });
  onTestFinished(() => memory.close());
  return memory;
}

let pglite: Promise<string> | undefined;
let database: Promise<string> | undefined;

function ownPglite(): Promise<string> {
  pglite ??= startPglite().then(({ url }) => url);
  return pglite;
}

function ownDatabase(): Promise<string> {
  database ??= createDatabaseLikeHome(inject("postgres"));
  return database;
}

/** A database that sorts text by language, as most servers do, which must not change search results. */
async function createDatabaseLikeHome(server: string): Promise<string> {
  const name = `home_${randomUUID().slice(0, 8)}`;
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  await sql`create database ${sql(name)} template template0 locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'`;
  await sql.end();
  const home = new URL(server);
  home.pathname = `/${name}`;
  return home.href;
}

// The three stores that tellback must behave the same on: an SQLite file, a real PostgreSQL, and PGlite.
// `forEachStore` runs a suite on each of them; `open()` gives each test an empty store, closed when the test ends.

import postgres from "postgres";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { openMemory } from "../../src/journeys/followers.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { title } from "./available.ts";
import { startPglite } from "./pglite.ts";
import { postgresAvailable, type Server, startPostgres } from "./postgres.ts";
import { tempDir } from "./temp.ts";

export type StoreName = "SQLite" | "PostgreSQL" | "PGlite";

/** Where a store will be; it is empty until it is opened. */
export interface Place {
  name: StoreName;
  env: { TELLBACK_HOME: string; TELLBACK_STORE_URL: string };
  /** May be opened any number of times, for several programs on one store. */
  open(): Promise<Memory>;
}

export interface Open {
  (): Promise<Memory>;
  place(): Promise<Place>;
}

/** Set, it names the one store to run on: for quick feedback while working, never in CI. */
const only = process.env.TELLBACK_TEST_STORE;
const server = isWanted("PostgreSQL") ? await postgresAvailable() : null;

export function forEachStore(suite: (open: Open, name: StoreName) => void): void {
  if (isWanted("SQLite")) describe("SQLite", () => suite(opener("SQLite"), "SQLite"));
  if (server) {
    describe.skipIf(!server.ok)(title("PostgreSQL", server), () =>
      suite(opener("PostgreSQL", startLikeHome), "PostgreSQL"),
    );
  }
  if (isWanted("PGlite")) describe("PGlite", () => suite(opener("PGlite", startPglite), "PGlite"));
}

function isWanted(name: StoreName): boolean {
  if (only === undefined) return true;
  if (process.env.CI === "true") throw new Error("In CI every store is tested: unset TELLBACK_TEST_STORE.");
  if (!/^(SQLite|PostgreSQL|PGlite)$/.test(only))
    throw new Error(`TELLBACK_TEST_STORE: unknown store "${only}"`);
  return only === name;
}

function opener(name: StoreName, start?: () => Promise<Server>): Open {
  let running: Server | undefined;
  beforeAll(async () => {
    running = await start?.();
  });
  afterAll(() => running?.stop());

  const place = async (): Promise<Place> => {
    const home = await tempDir("egstore");
    onTestFinished(() => home[Symbol.asyncDispose]());
    if (running) await empty(running.url);
    const env = { TELLBACK_HOME: home.path, TELLBACK_STORE_URL: running?.url ?? "" };
    return { name, env, open: () => openUntilTestEnds(env) };
  };
  return Object.assign(async () => (await place()).open(), { place });
}

async function openUntilTestEnds(env: Place["env"]): Promise<Memory> {
  const memory = await openMemory({ env });
  onTestFinished(() => memory.close());
  return memory;
}

/** A database that sorts text by language, as most servers do, which must not change search results. */
async function startLikeHome(): Promise<Server> {
  const server = await startPostgres();
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  await sql`create database home template template0 locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'`;
  await sql.end();
  const home = new URL(server.url);
  home.pathname = "/home";
  return { ...server, url: home.href };
}

async function empty(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`drop schema if exists tellback cascade`;
  // PGlite is one session and ignores the settings with which a connection starts; these stay.
  await sql`set search_path = tellback, public`;
  await sql.end();
}

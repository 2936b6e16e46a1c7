// The store's tables: created, undone, created again, and left unchanged if a newer tellback created them.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { dialectOf } from "../../src/store/dialect.ts";
import { migrateDown, migrateUp, migrationStatus } from "../../src/store/migrate.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";
import { aSession } from "./samples.ts";

/** All migrations, and a change that comes later. */
const shipped = ["0001-initial"];
const known = {
  "0001-initial": await import("../../src/store/migrations/0001-initial.ts"),
  "9000-moods": {
    up: async (db: Db) => {
      await db.schema.createTable("moods").addColumn("name", "text").execute();
      await sql`alter table sessions add column mood text`.execute(db);
    },
    down: async (db: Db) => {
      await sql`alter table sessions drop column mood`.execute(db);
      await db.schema.dropTable("moods").execute();
    },
  },
};
const names = Object.keys(known);

forEachStore((open, name) => {
  test("status lists every migration with the time of its application", async () => {
    const { db } = await open();
    const status = await migrationStatus(db);
    expect(status).toEqual(shipped.map((name) => ({ name, appliedAt: expect.any(String) })));
    expect(Date.parse(status[0]?.appliedAt ?? "")).not.toBeNaN();
    expect(await migrationStatus(db, known)).toEqual([...status, { name: "9000-moods", appliedAt: null }]);
  });

  test("a later migration is applied to a filled store; down undoes one at a time, newest first", async () => {
    const { db } = await open();
    await aSession(db);
    const before = await schemaOf(db);
    expect(await migrateUp(db, known)).toEqual(["9000-moods"]);
    const after = await schemaOf(db);
    expect(after).not.toEqual(before);
    expect(await migrateDown(db, known)).toEqual(["9000-moods"]);
    expect(await schemaOf(db)).toEqual(before);
    expect(await db.selectFrom("sessions").selectAll().execute()).toHaveLength(1);
    for (const name of shipped.toReversed()) expect(await migrateDown(db, known)).toEqual([name]);
    expect(await migrateDown(db, known)).toEqual([]);
    const marker = name === "SQLite" ? [] : ["tellback_store"];
    expect(await tablesOf(db)).toEqual(["schema_lock", "schema_migrations", ...marker]);
    expect(await migrateUp(db, known)).toEqual(names);
    expect(await schemaOf(db)).toEqual(after);
  });

  test("up on a store that is up to date does nothing", async () => {
    const { db } = await open();
    expect(await migrateUp(db)).toEqual([]);
  });

  test("a store written by a newer tellback is refused, and nothing in it changes", async () => {
    const place = await open.place();
    const { db } = await place.open();
    await aSession(db);
    await sql`insert into schema_migrations (name, timestamp) values ('9999-future', '2030-01-01')`.execute(
      db,
    );
    const before = [await schemaOf(db), await db.selectFrom("sessions").selectAll().execute()];

    const refusal = { code: "store_newer", message: expect.stringContaining("9999-future") };
    await expect(place.open()).rejects.toMatchObject(refusal);
    await expect(migrateUp(db)).rejects.toMatchObject(refusal);
    await expect(migrateDown(db)).rejects.toMatchObject(refusal);

    expect([await schemaOf(db), await db.selectFrom("sessions").selectAll().execute()]).toEqual(before);
  });

  // SQLite waits for a lock by stopping the whole process, so writers.test.ts tests this with several processes.
  if (name !== "SQLite")
    test("several programs may open an empty store at once", async () => {
      const place = await open.placeWithoutTables();
      const memories = await Promise.all(Array.from({ length: 6 }, () => place.open()));
      for (const { db } of memories) expect(await migrateUp(db)).toEqual([]);
    });

  if (name !== "SQLite")
    test("a schema of another program with tellback's name is refused and not changed; an empty one is used", async () => {
      const place = await open.place();
      const { db } = await place.open();
      await sql`drop schema tellback cascade`.execute(db);
      await sql`create schema tellback`.execute(db);
      await sql`create table tellback.notes (text text)`.execute(db);
      const before = await schemaOf(db);
      const refusal = {
        code: "forbidden",
        message: 'the schema "tellback" in PostgreSQL belongs to another program (tables notes)',
      };
      await expect(place.open()).rejects.toMatchObject(refusal);
      await expect(migrateUp(db)).rejects.toMatchObject(refusal);
      expect(await schemaOf(db)).toEqual(before);
      await sql`drop table tellback.notes`.execute(db);
      expect(await migrateUp(db)).toEqual(shipped);
    });

  if (name !== "SQLite")
    test("tables of other programs in the same database are not changed", async () => {
      const place = await open.place();
      const { db: other } = await place.open();
      await sql`drop schema tellback cascade`.execute(other);
      for (const table of ["schema_migrations", "sessions", "events"]) {
        await sql`create table public.${sql.id(table)} (version text)`.execute(other);
        await sql`insert into public.${sql.id(table)} values ('theirs')`.execute(other);
      }
      const { db } = await place.open();
      await aSession(db);
      await migrateDown(db);
      for (const table of ["schema_migrations", "sessions", "events"]) {
        const { rows } = await sql`select * from public.${sql.id(table)}`.execute(db);
        expect(rows).toEqual([{ version: "theirs" }]);
        await sql`drop table public.${sql.id(table)}`.execute(db);
      }
    });
});

async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map((table) => table.name).sort();
}

/** Everything in the schema, as the database describes it. */
async function schemaOf(db: Db): Promise<unknown> {
  if (dialectOf(db) === "sqlite") {
    return (await sql`select type, name, sql from sqlite_master order by type, name`.execute(db)).rows;
  }
  const columns =
    await sql`select table_name, column_name, data_type, collation_name, is_nullable, column_default
    from information_schema.columns where table_schema = 'tellback' order by 1, 2`.execute(db);
  const indexes = await sql`select indexdef from pg_indexes where schemaname = 'tellback' order by 1`.execute(
    db,
  );
  const constraints = await sql`select conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'tellback'::regnamespace order by 1`.execute(db);
  return [columns.rows, indexes.rows, constraints.rows];
}

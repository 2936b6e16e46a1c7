// An upgrade: what an earlier version has left is opened, asked and added to by this one. Each released version is kept by
// scripts/keep-release.ts.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { operations as searchOperations } from "../../src/areas/search/contract.ts";
import { openMemory } from "../../src/journeys/followers.ts";
import { importExport } from "../../src/journeys/import/import-tellback.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { readRecords } from "../../src/memory/records/read-records.ts";
import type { ExportRecord } from "../../src/protocol/export.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { migrateDown, migrateUp, migrations } from "../../src/store/migrate.ts";
import type { Db } from "../../src/store/schema.ts";
import { differenceIn } from "../../src/store/shape.ts";
import { forEachStore } from "../support/databases.ts";
import { type OperationForm, operationForms } from "../support/operation-forms.ts";
import { keptFile, keptReleases, keptWords } from "../support/releases.ts";
import { tempDir } from "../support/temp.ts";

/** A home with the store of that version. */
async function upgraded(release: string) {
  const home = await tempDir("egup");
  const database = join(home.path, "tellback.db");
  writeFileSync(database, keptFile(release, "store.db.gz"), { mode: 0o600 });
  return { home, database, env: { TELLBACK_HOME: home.path, TELLBACK_EMBED_PROVIDER: "off" } };
}

const fileOf = ({ store }: Memory): DatabaseSync => {
  if (store.dialect !== "sqlite") throw new Error("a kept store is an SQLite file");
  return store.file;
};

const countsIn = (file: DatabaseSync) =>
  Object.fromEntries(
    file
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like '%\\_words%' escape '\\'",
      )
      .all()
      .map(({ name }) => [name, file.prepare(`select count(*) as n from "${name}"`).get()?.n]),
  );

test("each released version is kept", () => {
  const changelog = readFileSync(join(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
  const released = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)(?!, unreleased)\b/gm)].map(([, name]) => name);
  expect(released.filter((name) => !keptReleases.includes(name ?? ""))).toEqual([]);
  expect(keptReleases.length).toBeGreaterThan(0);
});

describe.each(keptReleases)("what %s left", (release) => {
  test("is a store that its migrations still make: none was changed afterwards", async () => {
    await using home = (await upgraded(release)).home;
    const file = new DatabaseSync(join(home.path, "tellback.db"));
    expect(await differenceIn(file)).toBe(null);
    file.close();
  });

  test("is opened with every row, found and added to", async () => {
    const { home, database, env } = await upgraded(release);
    await using _ = home;
    const before = new DatabaseSync(database, { readOnly: true });
    const counts = countsIn(before);
    before.close();
    expect(Object.entries(counts).filter(([name, n]) => n === 0 && !mayBeEmpty.test(name))).toEqual([]);

    await using memory = await openMemory({ env });
    const now = countsIn(fileOf(memory));
    for (const [name, n] of Object.entries(counts))
      expect(Number(now[name]), name).toBeGreaterThanOrEqual(Number(n));

    const kept = recordsIn(keptFile(release, "export.jsonl.gz").toString());
    const there = new Map<string, ExportRecord>();
    for await (const record of readRecords(memory, { projects: everywhere }))
      there.set(`${record.kind} ${record.id}`, record);
    for (const { kind, id, data } of kept)
      expect(there.get(`${kind} ${id}`)?.data, `${kind} ${id}`).toMatchObject(data as object);

    const { results } = await searchMemory(
      memory,
      searchOperations.search.input.parse({ query: keptWords, allProjects: true }),
    );
    expect(results[0]?.title).toContain(keptWords);
  });

  test("takes a change of the tables that comes later, and that is undone", async () => {
    const { home, env } = await upgraded(release);
    await using _ = home;
    await using memory = await openMemory({ env });
    const later = {
      up: async (db: Db) => {
        await sql`alter table sessions add column mood text not null default ''`.execute(db);
      },
      down: async (db: Db) => {
        await sql`alter table sessions drop column mood`.execute(db);
      },
    };
    const known = { ...migrations, "9000-moods": later };
    const before = countsIn(fileOf(memory));
    expect(await migrateUp(memory.db, known)).toEqual(["9000-moods"]);
    expect(countsIn(fileOf(memory))).toEqual({
      ...before,
      schema_migrations: Number(before.schema_migrations) + 1,
    });
    expect(await migrateDown(memory.db, known)).toEqual(["9000-moods"]);
    expect(countsIn(fileOf(memory))).toEqual(before);
  });

  test("is asked by its own programs: each operation takes and answers what it did", () => {
    const forms = operationForms();
    const kept = JSON.parse(keptFile(release, "operations.json").toString()) as Record<string, OperationForm>;
    const broken = Object.entries(kept).flatMap(([name, was]) => {
      const is = forms[name];
      if (!is) return [`${name} is gone`];
      return [
        ...was.inputs
          .filter((input) => !is.inputs.includes(input))
          .map((input) => `${name} no longer takes ${input}`),
        ...is.required
          .filter((input) => !was.required.includes(input))
          .map((input) => `${name} now needs ${input}`),
        ...was.answers
          .filter((field) => !is.answers.includes(field))
          .map((field) => `${name} no longer answers ${field}`),
      ];
    });
    expect(broken).toEqual([]);
  });
});

forEachStore((open) => {
  test.each(keptReleases)("an export of %s comes in, and again without a change", async (release) => {
    const memory = await open();
    await using folder = await tempDir("egup");
    const path = join(folder.path, "export.jsonl");
    writeFileSync(path, keptFile(release, "export.jsonl.gz"));
    const kept = recordsIn(readFileSync(path, "utf8"));
    expect(await importExport(memory, path, { own: true })).toMatchObject({
      added: kept.length,
      problems: [],
    });
    expect(await importExport(memory, path, { own: true })).toMatchObject({ added: 0, changed: 0 });
  });
});

/** What is derived. */
const mayBeEmpty = /^(?:document_|embedders$|changed_documents$)/;

function recordsIn(jsonl: string): ExportRecord[] {
  return jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as ExportRecord)
    .filter(({ kind }) => kind !== ("tellback export" as string) && kind !== ("end" as string));
}

// Every table is known to what must find all of them: the migrations, the list of text columns, the export. A new one
// cannot be overlooked.

import { expect, test } from "vitest";
import { portables } from "../../src/memory/records/kinds.ts";
import type { Tables } from "../../src/store/schema.ts";
import { textColumns } from "../../src/store/text-columns.ts";
import { forEachStore } from "../support/databases.ts";

/** Tables of the migrations and of the full-text index, and the mark of the store. */
const isOwn = (name: string) => /^(?:schema_|document_words|sqlite_|tellback_store)/.test(name);

/** Tables that an export leaves out as such, with the reason. */
const notExported: Partial<Record<keyof Tables, string>> = {
  said: "part of the record of its observation",
  turn_values: "part of the record of its turn",
  function_dependencies: "part of the record of its version",
  observation_files: "derived from observations",
  command_runs: "derived from observations",
  turn_files: "derived from turns",
  documents: "derived: the search index",
  document_vectors: "derived: the search index",
  document_changes: "derived: the search index",
  changed_documents: "derived: the search index",
  documents_to_embed: "derived: the search index",
  embedders: "derived: the search index",
  code_maps: "derived: the code map",
  code_files: "derived: the code map",
  symbols: "derived: the code map",
  symbol_changes: "derived: the code map",
  symbol_words: "derived: the code map",
  calls: "derived: the code map",
  raw: "waits for a model and is then deleted",
  pending: "waits for the next prompt of a session",
  jobs: "work of this machine",
  events: "log of this machine",
  spend: "costs of this machine",
  transcripts: "files of this machine",
  task_files: "files of this machine",
  project_contexts: "files of this machine",
  current_sessions: "choice of a caller on this machine",
  bridge_lines: "files of this machine",
  sync_positions: "state of this machine",
  synced_records: "state of this machine",
  memory_files: "files of this machine",
  team_records: "state of this machine",
  aliases: "ids of other machines, made again by a merge",
};

forEachStore((open) => {
  test("the tables of the types are those that the migrations create, with every text column", async () => {
    const { db } = await open();
    const tables = (await db.introspection.getTables()).filter(({ name }) => !isOwn(name));
    expect(tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(textColumns).toSorted());
    const stored = tables.flatMap(({ name: table, columns }) =>
      columns
        .filter(({ dataType }) => /text|char|json/i.test(dataType))
        .map(({ name }) => `${table}.${name}`),
    );
    const described = Object.entries(textColumns).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    expect(described.toSorted()).toEqual(stored.toSorted());
  });
});

test("each table has records in an export, or it is known why not", () => {
  const known = [...portables.map(({ table }) => table), ...Object.keys(notExported)];
  expect(known.toSorted()).toEqual(Object.keys(textColumns).toSorted());
});

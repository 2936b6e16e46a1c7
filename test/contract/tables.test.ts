// Every text column of the database is known to what must find texts wherever they are: a new one cannot be overlooked.

import { expect, test } from "vitest";
import { textColumns } from "../../src/store/text-columns.ts";
import { forEachStore } from "../support/databases.ts";

/** Tables of the migrations and of the full-text index. */
const isOwn = (name: string) => /^(?:schema_|document_words|sqlite_)/.test(name);

forEachStore((open) => {
  test("each text column of the store is described", async () => {
    const { db } = await open();
    const stored = (await db.introspection.getTables())
      .filter(({ name }) => !isOwn(name))
      .flatMap(({ name: table, columns }) =>
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

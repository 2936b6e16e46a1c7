// Checks that a database has exactly tellback's tables: a trigger or a view in a foreign "backup" would act on
// everything that is stored later.

import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { migrateLike } from "./migrate.ts";
import type { Tables } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite.ts";

/** The first difference, or null if there is none. Throws if this tellback is too old for the database. */
export async function differenceIn(file: DatabaseSync): Promise<string | null> {
  const model = new DatabaseSync(":memory:");
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(model) });
  try {
    await migrateLike(db, migrationsOf(file));
    const [there, expected] = [shapeOf(file), shapeOf(model)];
    for (const [name, shape] of there) if (expected.get(name) !== shape) return `its ${name} differs`;
    for (const name of expected.keys()) if (!there.has(name)) return `the ${name} is missing`;
    return null;
  } finally {
    await db.destroy();
    if (model.isOpen) model.close();
  }
}

function migrationsOf(file: DatabaseSync): string[] {
  return file
    .prepare("select name from schema_migrations order by name")
    .all()
    .map(({ name }) => String(name));
}

/** Tables are compared by columns, because undoing and redoing a migration changes their order; the rest by SQL. */
function shapeOf(file: DatabaseSync): Map<string, string> {
  const objects = file.prepare("select type, name, sql from sqlite_schema").all() as {
    type: string;
    name: string;
    sql: string | null;
  }[];
  // Names reserved by SQLite; a trigger can have one only in a file that was tampered with.
  const own = objects.filter(({ type, name }) => type === "trigger" || !/^sqlite_/i.test(name));
  return new Map(
    own.map(({ type, name, sql }) => {
      const isPlain = type === "table" && /^\s*create\s+table\b/i.test(sql ?? "");
      return [`${type} ${name}`, isPlain ? columnsOf(file, name) : (sql ?? "")];
    }),
  );
}

function columnsOf(file: DatabaseSync, table: string): string {
  const columns = file
    .prepare('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)')
    .all(table);
  return columns
    .map((column) => JSON.stringify(column))
    .sort()
    .join("\n");
}

// Whether a database has engram's tables and nothing else: a trigger or a view in somebody's "backup" would act on
// everything that is remembered later.

import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { migrateLike } from "./migrate.ts";
import type { Tables } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite.ts";

/** What is there that should not be, or the other way round; null when nothing is. Throws where engram is too old. */
export async function strangeIn(file: DatabaseSync): Promise<string | null> {
  const model = new DatabaseSync(":memory:");
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(model) });
  try {
    await migrateLike(db, migrationsOf(file));
    const [there, expected] = [shapeOf(file), shapeOf(model)];
    for (const [name, shape] of there) if (expected.get(name) !== shape) return `it has another ${name}`;
    for (const name of expected.keys()) if (!there.has(name)) return `it lacks the ${name}`;
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

/** Tables by their columns, since a migration undone and done again writes them in another order; the rest by its SQL. */
function shapeOf(file: DatabaseSync): Map<string, string> {
  const objects = file.prepare("select type, name, sql from sqlite_schema").all() as {
    type: string;
    name: string;
    sql: string | null;
  }[];
  // Names that SQLite keeps for itself; a trigger can have one only in a file that was tampered with.
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

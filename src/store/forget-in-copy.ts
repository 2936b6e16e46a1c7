// Forgets in a copy of the store (a backup, a file that was set aside), which may have older tables: rows are deleted by
// their ids, texts that repeat them are cut in every column, and the file is rewritten.

import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import type { Db, Tables } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite.ts";
import { holdingOf } from "./text-columns.ts";
import { changedText, type TextChange } from "./texts.ts";

export interface Forgetting {
  ids: readonly string[];
  /** Texts that contain it, in every table. */
  everywhere: TextChange | null;
  /** Texts made from these sessions that repeat it. */
  near: { change: TextChange; sessions: ReadonlySet<string> } | null;
}

const ownTables = [
  "sessions",
  "observations",
  "turns",
  "compactions",
  "nodes",
  "evidence",
  "tasks",
  "functions",
  "projects",
];
const madeFromSessions = ["turns", "session_summaries", "compactions", "evidence", "commands", "documents"];

/** Cuts texts of tasks, and makes their seals right afterwards. */
export type CutTasks = (copy: Db, cut: () => void) => Promise<void>;

export async function forgetInCopy(
  path: string,
  { ids, everywhere, near }: Forgetting,
  cutTasks: CutTasks,
): Promise<void> {
  const file = new DatabaseSync(path);
  try {
    file.exec("pragma journal_mode = delete; pragma foreign_keys = on; pragma secure_delete = on");
    const tables = tablesIn(file);
    deleteRows(file, tables, ids);
    if (everywhere) {
      const cutAll = () => {
        for (const [table, columns] of tables) cutTexts(file, table, columns, everywhere, "true");
      };
      if (tables.has("tasks"))
        await cutTasks(new Kysely<Tables>({ dialect: new NodeSqliteDialect(file) }), cutAll);
      else cutAll();
    }
    if (near) {
      file.function("tellback_near", (id) => Number(near.sessions.has(String(id))));
      for (const table of madeFromSessions)
        cutTexts(file, table, tables.get(table) ?? [], near.change, "tellback_near(session_id)");
    }
    if (tables.has("document_words"))
      file.exec("insert into document_words (document_words) values ('optimize')");
    file.exec("vacuum");
  } finally {
    file.close();
  }
}

/** Names with their text columns. The tables behind the full-text index belong to it. */
function tablesIn(file: DatabaseSync): Map<string, string[]> {
  const names = file
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all();
  const plain = names.map(({ name }) => String(name)).filter((name) => !/^document_words_/.test(name));
  return new Map(
    plain.map((name) => {
      const columns = file.prepare("select name, type from pragma_table_info(?)").all(name);
      return [
        name,
        columns.filter(({ type }) => /^text/i.test(String(type))).map((column) => String(column.name)),
      ];
    }),
  );
}

function deleteRows(file: DatabaseSync, tables: ReadonlyMap<string, unknown>, ids: readonly string[]): void {
  // What names an observation would only lose the name, not the words.
  if (tables.has("evidence")) {
    const claims = file.prepare("delete from evidence where observation_id = ?");
    for (const id of ids) claims.run(id);
  }
  if (tables.has("documents")) {
    const documents = file.prepare("delete from documents where owner_id = ?");
    for (const id of ids) documents.run(id);
  }
  for (const table of ownTables) {
    if (!tables.get(table) || !(tables.get(table) as string[]).includes("id")) continue;
    const statement = file.prepare(`delete from "${table}" where id = ?`);
    for (const id of ids) statement.run(id);
  }
}

/** Documents go with their words: the index of a restored copy is rebuilt from the rest. */
const deletedWhole = ["documents", "observations", "nodes", "evidence", "changes", "injections"];

function cutTexts(
  file: DatabaseSync,
  table: string,
  all: readonly string[],
  change: TextChange,
  where: string,
): void {
  const columns = all.filter((column) => holdingOf(table, column) !== "fixed");
  if (columns.length === 0 || table === "document_words") return;
  const changed = (column: unknown, value: unknown) =>
    typeof value === "string" ? changedText(value, holdingOf(table, String(column)), change) : value;
  file.function("tellback_changed", (column, value) => changed(column, value) as string | null);
  const differs = (column: string) => `("${column}" is not tellback_changed('${column}', "${column}"))`;
  const goesWith = columns.filter(
    (column) => deletedWhole.includes(table) || holdingOf(table, column) === "row",
  );
  const isText = (column: string) => ["text", "json", "derived", "row"].includes(holdingOf(table, column));
  const deleting = goesWith.filter(isText).map(differs);
  if (deleting.length > 0) file.exec(`delete from "${table}" where (${deleting.join(" or ")}) and ${where}`);
  for (const column of columns)
    file.exec(`update or ignore "${table}" set "${column}" = tellback_changed('${column}', "${column}")
      where ${differs(column)} and ${where}`);
  // A row whose key could not be changed.
  file.exec(`delete from "${table}" where (${columns.map(differs).join(" or ")}) and ${where}`);
}

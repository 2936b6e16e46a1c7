// Functions of the library as rows, each with its search document. A function belongs to no project: it is found
// everywhere.

import type { IndexStep } from "../../indexes/owner.ts";
import { putDocument, removeDocument, scrubSoon } from "../../indexes/search/documents.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { FunctionLanguage, LibraryFunction } from "../../protocol/functions.ts";
import { newId } from "../../protocol/new-id.ts";
import { nearestOf } from "../../protocol/suggest.ts";
import { resolveId } from "../../store/resolve.ts";
import type { Db, FunctionRow, FunctionVersionRow } from "../../store/schema.ts";
import { timeOfChange } from "../../store/time-of-change.ts";
import { bury } from "../../store/tombstones.ts";

export interface NewFunction {
  name: string;
  description: string;
  language: FunctionLanguage;
  category: string;
  tags: readonly string[];
  author: string;
}

export async function findFunction(db: Db, name: string): Promise<FunctionRow | null> {
  return (await db.selectFrom("functions").selectAll().where("name", "=", name).executeTakeFirst()) ?? null;
}

/** By its name, its id, or a unique prefix of the id. */
export async function functionNamed(db: Db, typed: string): Promise<FunctionRow> {
  const named = await findFunction(db, typed);
  if (named) return named;
  const byId = /^fn_[0-9A-Z]+$/.test(typed) && (await rowOf(db, await resolveId(db, "functions", typed)));
  if (byId) return byId;
  const names = (await db.selectFrom("functions").select("name").execute()).map(({ name }) => name);
  const meant = nearestOf(typed, names);
  throw new TellbackError(
    "not_found",
    `no function is called ${typed}${meant ? `, did you mean ${meant}?` : ""}`,
    {
      hint: "`tellback fn list` shows them.",
    },
  );
}

export async function rowOf(db: Db, id: string): Promise<FunctionRow | null> {
  return (await db.selectFrom("functions").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Of two who add the same name at once, the second gets the row of the first. */
export async function openFunction(db: Db, made: NewFunction, at: string): Promise<FunctionRow> {
  const { name, description, language, category, tags, author } = made;
  await db
    .insertInto("functions")
    .values({
      ...{ id: newId("function"), name, description, language, category, author },
      ...{ tags: tags.join(" "), version: 0, allowed: "[]", created_at: at, updated_at: at },
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return functionNamed(db, name);
}

export type FunctionChange = Partial<
  Pick<FunctionRow, "description" | "category" | "tags" | "version" | "allowed">
>;

export async function changeFunction(
  db: Db,
  id: string,
  change: FunctionChange,
  at: string,
): Promise<FunctionRow> {
  const updated_at = await timeOfChange(db, "functions", id, at);
  const row = await db
    .updateTable("functions")
    .set({ ...change, updated_at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await index(db, row);
  return row;
}

export async function deleteFunction(db: Db, id: string): Promise<void> {
  const users = await db
    .selectFrom("function_dependencies as d")
    .innerJoin("functions as f", "f.id", "d.function_id")
    .select("f.name")
    .distinct()
    .where("d.needs", "=", id)
    .where("d.function_id", "!=", id)
    .execute();
  if (users.length > 0) {
    throw new TellbackError(
      "conflict",
      `other functions need it: ${users.map(({ name }) => name).join(", ")}`,
      {
        hint: "Delete those first.",
      },
    );
  }
  await db.deleteFrom("functions").where("id", "=", id).execute();
  await removeDocument(db, { kind: "function", id });
  await bury(db, { kind: "function", id, projectId: null });
  await scrubSoon(db);
}

export interface FunctionFilter {
  language?: FunctionLanguage | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  limit: number;
}

export async function listFunctions(db: Db, filter: FunctionFilter): Promise<LibraryFunction[]> {
  const { language, category, tag } = filter;
  const rows = await db
    .selectFrom("functions")
    .selectAll()
    .$if(language !== undefined, (query) => query.where("language", "=", language ?? "python"))
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""))
    .orderBy("name")
    .execute();
  const tagged = rows.filter(({ tags }) => tag === undefined || tags.split(" ").includes(tag));
  return Promise.all(tagged.slice(0, filter.limit).map((row) => asFunction(db, row)));
}

export async function asFunction(db: Db, row: FunctionRow): Promise<LibraryFunction> {
  const versions = await db
    .selectFrom("function_versions")
    .select(["version", "signature", "tests_pass"])
    .where("function_id", "=", row.id)
    .orderBy("version")
    .execute();
  const promoted = versions.find(({ version }) => version === row.version);
  const passes = promoted?.tests_pass ?? null;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    language: row.language,
    category: row.category,
    tags: row.tags.split(" ").filter(Boolean),
    author: row.author,
    version: row.version,
    newestVersion: versions.at(-1)?.version ?? 0,
    signature: promoted?.signature ?? "",
    testsPass: passes === null ? null : passes === 1,
    allowed: JSON.parse(row.allowed) as string[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function indexFunctions(db: Db, after: string, limit: number): Promise<IndexStep> {
  const rows = await db
    .selectFrom("functions")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  for (const row of rows) await index(db, row);
  return { count: rows.length, last: rows.at(-1)?.id ?? after };
}

export async function index(db: Db, row: FunctionRow): Promise<void> {
  const promoted: FunctionVersionRow | undefined = await db
    .selectFrom("function_versions")
    .selectAll()
    .where("function_id", "=", row.id)
    .where("version", "=", row.version)
    .executeTakeFirst();
  await putDocument(db, {
    owner: { kind: "function", id: row.id },
    projectId: null,
    sessionId: null,
    title: row.name,
    summary: row.description,
    detail: [promoted?.signature ?? "", row.category, row.tags, promoted?.code ?? ""].join("\n"),
    files: [],
    symbols: [row.name],
    author: null,
    branch: null,
    happenedAt: row.updated_at,
  });
}

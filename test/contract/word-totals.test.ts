// A store filled before the full-text index knew its own terms finds the same documents after the conversion.

import { sql } from "kysely";
import { expect, test } from "vitest";
import { termsOf } from "../../src/indexes/search/analyse.ts";
import { everywhere, inProject } from "../../src/protocol/scope.ts";
import { deleteObservation, record } from "../../src/rooms/observations/room.ts";
import { dialectOf } from "../../src/store/dialect.ts";
import { migrateDown, migrateUp } from "../../src/store/migrate.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";
import { find } from "../support/search.ts";
import { aSession, seen } from "./samples.ts";

const questions = [
  "parser",
  "why were quotation marks swallowed",
  '"quotation marks"',
  "quotation -swallowed",
  "unescapeText",
  "unescape",
  "src/doors/http/app.ts",
  "parseHookEvent",
  "kettle",
  "数据库",
];

forEachStore((open) => {
  test("documents of an earlier tellback are found as before, and no longer by words of their neighbours", async () => {
    const { db } = await open();
    const { here, there } = await fill(db);
    const answers = () =>
      Promise.all(
        [everywhere, inProject(here.projectId), inProject(there.projectId)].flatMap((projects) =>
          questions.map(async (question) => {
            const found = await find(db, question, { scope: { projects }, limit: 20 });
            return found.map(({ document, score }) => [document.title, score.toFixed(6)]);
          }),
        ),
      );
    const before = await answers();
    expect(before.flat().length).toBeGreaterThan(questions.length);

    await downTo(db, "0016-word-totals");
    await addWordsOfNeighbours(db, "zeppelin");
    await migrateUp(db);

    expect(await answers()).toEqual(before);
    expect(await find(db, "zeppelin", { scope: { projects: everywhere }, limit: 20 })).toEqual([]);
  });

  test("a converted store takes new documents and forgets deleted ones", async () => {
    const { db } = await open();
    const { here, kettle } = await fill(db);
    await downTo(db, "0016-word-totals");
    await migrateUp(db);
    const titles = async (question: string) => {
      const found = await find(db, question, { scope: { projects: everywhere }, limit: 20 });
      // Others stand beside a document with the word.
      return found.filter(({ text }) => text !== null).map(({ document }) => document.title);
    };
    await record(db, seen(here, { title: "A balloon" }));
    expect(await titles("balloon")).toEqual(["A balloon"]);
    expect(await titles("kettle")).toEqual(["A kettle"]);
    await deleteObservation(db, kettle);
    expect(await titles("kettle")).toEqual([]);
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from document_words`.execute(db);
    const documents = await db.selectFrom("documents").select("seq").execute();
    expect(Number(rows[0]?.rows)).toBe(documents.length);
  });
});

async function fill(db: Db) {
  const here = await aSession(db, "/nowhere/here");
  const there = await aSession(db, "/nowhere/there");
  await record(
    db,
    seen(here, {
      title: "Fixed the parser",
      summary: "quotation marks were swallowed",
      detail: "calls unescapeText() twice, with marks and quotation",
      files: ["src/doors/http/app.ts"],
      symbols: ["parseHookEvent"],
    }),
  );
  const recorded = await record(db, seen(here, { title: "A kettle", summary: "", detail: "" }));
  const kettle = recorded.status === "stored" ? recorded.id : "";
  await record(db, seen(here, { title: "数据库", summary: "连接超时", detail: "" }));
  await record(db, seen(there, { title: "Another parser", summary: "marks, no quotation" }));
  return { here, there, kettle };
}

/** Undoes migrations until this one is undone. */
async function downTo(db: Db, name: string): Promise<void> {
  for (let undone: string[] = []; !undone.includes(name); ) {
    undone = await migrateDown(db);
    if (undone.length === 0) throw new Error(`${name} is not applied`);
  }
}

/** As every document had them: indexed once, and again when the next document of its session came. */
async function addWordsOfNeighbours(db: Db, words: string): Promise<void> {
  if (dialectOf(db) === "postgres") {
    const terms = termsOf(words).map((term, i) => `'${term}':${i + 9000}C`);
    await sql`update document_words set words = words || ${terms.join(" ")}::tsvector`.execute(db);
    return;
  }
  await sql`create virtual table temp.terms using fts5vocab('main', 'document_words', 'instance')`.execute(
    db,
  );
  const columns = ["scope", "title", "summary", "detail", "files", "symbols", "parts"];
  const text = (column: string) =>
    sql`coalesce(group_concat(term, ' ' order by "offset") filter (where col = ${sql.lit(column)}), '')`;
  const { rows } = await sql<Record<string, string>>`select doc, ${sql.join(
    columns.map((column) => sql`${text(column)} as ${sql.ref(column)}`),
  )} from temp.terms group by doc`.execute(db);
  await sql`drop table temp.terms`.execute(db);
  for (const row of [...rows, ...rows]) {
    await sql`delete from document_words where rowid = ${row.doc}`.execute(db);
    await sql`insert into document_words (rowid, context, ${sql.join(columns.map((one) => sql.ref(one)))})
      values (${row.doc}, ${termsOf(words).join(" ")}, ${sql.join(columns.map((one) => row[one]))})`.execute(
      db,
    );
  }
}

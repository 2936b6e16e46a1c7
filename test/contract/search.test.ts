// Search finds observations by any of their parts, within its scope, and answers any question.

import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";

import type { Scope } from "../../src/indexes/search/words.ts";
import { deleteObservation } from "../../src/memory/observations.ts";
import { everywhere, inProject } from "../../src/protocol/scope.ts";
import type { Db } from "../../src/store/schema.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { find, search } from "../support/search.ts";
import { aSession, seen } from "./samples.ts";

const hostile = [
  "",
  " ",
  '"',
  '"unclosed',
  "*",
  "a*",
  "^a",
  "a AND",
  "NOT",
  "NEAR(a b, 5)",
  "title:a",
  "{title summary}: a",
  "a - b + c",
  "(((((",
  "a & | ! b",
  "'a' <-> 'b'",
  "a:*",
  "'; drop table documents; --",
  "1' or '1'='1",
  "$1 ? ?1 :name @x",
  "%_\\",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "🙂👩‍👩‍👧‍👧",
  "\u202e\u200b\ufeff",
  "ﷺ".repeat(1000),
  "a".repeat(100_000),
  "word ".repeat(20_000),
  "数据库".repeat(33_000),
  "(".repeat(100_000),
  Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(" "),
];

forEachStore((open) => {
  const titles = async (db: Db, query: string, scope: Partial<Scope> = {}, limit = 10): Promise<string[]> =>
    (await search(db, query, scope, limit)).map((found) => found.document.title);

  test("a project that contains nearly all documents gets no results of the others", async () => {
    const { db } = await open();
    const large = await aSession(db, "/nowhere/large");
    const small = await aSession(db, "/nowhere/small");
    for (let n = 0; n < 30; n++) await record(db, seen(large, { title: `a kettle, ${n}` }));
    for (let n = 0; n < 3; n++)
      await record(db, seen(small, { title: `a kettle, kettle, kettle of others ${n}` }));
    const inLarge = await titles(db, "kettle", { projects: inProject(large.projectId) }, 33);
    expect(inLarge).toHaveLength(30);
    expect(inLarge.join()).not.toContain("others");
    expect(await titles(db, "kettle", { projects: inProject(small.projectId) }, 33)).toHaveLength(3);
  });

  test("an observation is found by its title, summary, detail, file, symbol and parts of identifiers", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const other = await aSession(db);
    await record(db, seen(other, { title: "something else entirely", summary: "-", detail: "-" }));
    await record(
      db,
      seen(place, {
        title: "Fixed the parser",
        summary: "quotation marks were swallowed",
        detail: "calls unescapeText() with MAX_DEPTH_LIMIT",
        files: ["src/doors/http/app.ts"],
        symbols: ["parseHookEvent"],
      }),
    );
    for (const query of [
      "parser",
      "parsers fixing",
      "swallowed",
      "quotation mark",
      "unescapeText",
      "unescape",
      "MAX_DEPTH_LIMIT",
      "depth limit",
      "app.ts",
      "doors/http",
      "parseHookEvent",
      "hook event",
    ]) {
      expect(await titles(db, query), query).toEqual(["Fixed the parser"]);
    }
  });

  test("a word in the title counts for more than the same word in the detail", async () => {
    const { db } = await open();
    const place = await aSession(db);
    await record(db, seen(place, { title: "in the title: turnip", detail: "no such thing" }));
    await record(db, seen(place, { title: "in the detail", detail: "no such turnip" }));
    expect(await titles(db, "turnip")).toEqual(["in the title: turnip", "in the detail"]);
  });

  test("a document with both words comes before documents with one", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const title of ["copper wire", "copper kettle", "wire fence"])
      await record(db, seen(place, { title }));
    expect((await titles(db, "copper wire"))[0]).toBe("copper wire");
    expect(await titles(db, "copper wire")).toHaveLength(3);
  });

  test("equal documents come newest first, and never more than requested", async () => {
    const { db } = await open();
    for (let n = 0; n < 5; n++)
      await record(db, seen(await aSession(db), { title: "equal", hostKey: `tool:${n}`, branch: `b${n}` }));
    const found = await search(db, "equal", {}, 3);
    expect(found.map(({ document }) => document.branch)).toEqual(["b4", "b3", "b2"]);
  });

  test("relevance is comparable between a small and a large store, and a threshold works", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const fill = async (from: number, to: number) => {
      await db.transaction().execute(async (tx) => {
        for (let n = from; n < to; n++) await record(tx, seen(place, { title: `lamp wire ${n * n}` }));
      });
    };
    await record(db, seen(place, { title: "copper kettle on the stove" }));
    await fill(0, 10);
    const [small] = await search(db, "copper kettle", {}, 5);
    await fill(10, 250);
    const [large] = await search(db, "copper kettle", {}, 5);
    expect(small?.document.title).toBe("copper kettle on the stove");
    expect(small?.relevance).toBeGreaterThan(0.7);
    expect(large?.relevance).toBeCloseTo(small?.relevance ?? 0, 2);
    const [poor] = await search(db, "copper pipes rust in winter", {}, 5);
    expect(poor?.relevance).toBeLessThan(0.2);
    const cut = { scope: { projects: everywhere }, limit: 5, minRelevance: 0.5 };
    expect(await find(db, "copper kettle", cut)).toHaveLength(1);
    expect(await find(db, "copper pipes rust in winter", cut)).toEqual([]);
  });

  test("a search in one project or session finds nothing of the others", async () => {
    const { db } = await open();
    const [one, sibling, other] = [
      await aSession(db, "/nowhere/1"),
      await aSession(db, "/nowhere/1"),
      await aSession(db, "/nowhere/2"),
    ];
    await record(db, seen(one, { title: "needle one" }));
    await record(db, seen(sibling, { title: "needle sibling" }));
    await record(db, seen(other, { title: "needle other" }));
    expect((await titles(db, "needle")).length).toBe(3);
    expect((await titles(db, "needle", { projects: inProject(one.projectId) })).sort()).toEqual([
      "needle one",
      "needle sibling",
    ]);
    expect(await titles(db, "needle", { sessionId: one.sessionId })).toEqual(["needle one"]);
    expect(
      await titles(db, "needle", { projects: inProject(other.projectId), sessionId: one.sessionId }),
    ).toEqual([]);
    expect(await titles(db, "needle", { projects: inProject("' or 1=1 --") })).toEqual([]);
  });

  test("a search by file finds what touched it, whatever characters its name contains", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const file of ["src/my_file.ts", "src/myxfile.ts", "src/100%.md", "src/a\\b.ts"])
      await record(db, seen(place, { title: `needle ${file}`, files: [file] }));
    expect(await titles(db, "needle", { file: "my_file.ts" })).toEqual(["needle src/my_file.ts"]);
    expect(await titles(db, "needle", { file: "100%" })).toEqual(["needle src/100%.md"]);
    expect(await titles(db, "needle", { file: "a\\b" })).toEqual(["needle src/a\\b.ts"]);
    expect(await titles(db, "needle", { file: "src/" })).toHaveLength(4);
    expect(await titles(db, "needle", { file: "%" })).toEqual(["needle src/100%.md"]);
    expect(await titles(db, "needle", { since: "2026-03-01T10:00:30.000Z", file: "my" })).toHaveLength(2);
    expect(await titles(db, "needle", { since: "2026-03-02T00:00:00.000Z" })).toEqual([]);
  });

  test("search ignores the writes and deletions of an aborted transaction", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const kept = await record(db, seen(place, { title: "copper kettle" }));
    const broken = db.transaction().execute(async (tx) => {
      await record(tx, seen(place, { title: "copper wire" }));
      if (kept.status === "stored") await deleteObservation(tx, kept.id);
      expect(await titles(tx, "copper")).toEqual(["copper wire"]);
      throw new Error("broken off");
    });
    await expect(broken).rejects.toThrow("broken off");
    expect(await titles(db, "copper")).toEqual(["copper kettle"]);
  });

  test("any question is accepted: database syntax, NUL, invalid and rare Unicode, 100 kB", async () => {
    const { db } = await open();
    await record(db, seen(await aSession(db), { title: "a word that stays" }));
    for (const query of hostile) {
      expect(Array.isArray(await search(db, query, {}, 10)), JSON.stringify(query.slice(0, 40))).toBe(true);
    }
    expect(await titles(db, "stays")).toEqual(["a word that stays"]);
  });

  test("all of 500 random questions are answered", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (let n = 0; n < 20; n++) await record(db, seen(place, { title: randomBytes(40).toString("latin1") }));
    for (let n = 0; n < 500; n++) {
      const bytes = randomBytes(1 + (n % 64));
      const query = bytes.toString((["latin1", "utf8", "utf16le"] as const)[n % 3]);
      expect(Array.isArray(await search(db, query, {}, 5)), bytes.toString("hex")).toBe(true);
    }
  }, 120_000);
});

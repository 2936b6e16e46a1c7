// The function library on every store: versions, tests that hold back, dependencies, rollback, export and import.

import { join } from "node:path";
import { expect, test } from "vitest";
import { compareVersions } from "../../src/journeys/functions/compare.ts";
import type { NewCode } from "../../src/journeys/functions/draft.ts";
import { exportFunctions, importFunctions } from "../../src/journeys/functions/portable.ts";
import { runFunction } from "../../src/journeys/functions/run.ts";
import { rollBack, saveFunction } from "../../src/journeys/functions/save.ts";
import { findFunctions, similarTo } from "../../src/journeys/functions/search.ts";
import { testFunction } from "../../src/journeys/functions/test.ts";
import { contextFor } from "../../src/journeys/recall/preview.ts";
import { reindex } from "../../src/journeys/reindex/reindex.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import {
  deleteFunction,
  deleteTest,
  functionNamed,
  listVersions,
  metricsOf,
  neededBy,
  noteRun,
  runHistory,
  usedTogether,
} from "../../src/rooms/functions/room.ts";
import { forEachStore } from "../support/databases.ts";
import { tempDir } from "../support/temp.ts";

const folder = "/nowhere/a-project";

function javascript(name: string, body: string, over: Partial<NewCode> = {}): NewCode {
  return {
    name,
    code: `/** ${name} of a text. */\nfunction ${name}(text) { ${body} }\n`,
    language: "javascript",
    author: "user",
    ...over,
  };
}

const value = (args: unknown[], result: string | number) => ({
  args,
  expects: { kind: "value" as const, value: result, tolerance: 0 },
});
const slugify = javascript("slugify", 'return text.toLowerCase().replaceAll(" ", "-");', {
  tests: [value(["A b"], "a-b")],
});

forEachStore((open) => {
  test("a saved function is tested, found, run, and its runs are counted", async () => {
    const memory = await open();
    const saved = await saveFunction(memory, slugify);
    expect(saved).toMatchObject({ version: 1, heldBack: null, refused: null });
    expect(saved.function).toMatchObject({
      testsPass: true,
      description: "slugify of a text.",
      category: "text",
    });
    expect((await findFunctions(memory, "slugify text", 5)).map(({ name }) => name)).toEqual(["slugify"]);
    const { run } = await runFunction(memory, "slugify", ["Hello World"]);
    expect(run).toMatchObject({ status: "ok", value: "hello-world" });
    const { id } = await functionNamed(memory.db, "slugify");
    expect(await metricsOf(memory.db, id)).toMatchObject([{ version: 1, runs: 2, successRate: 1 }]);
    await reindex(memory, null);
    expect(await findFunctions(memory, "slugify", 5)).toHaveLength(1);
  });

  test("a version that breaks an earlier test is kept but not promoted, unless a person forces it", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    const worse = { ...slugify, code: "function slugify(text) { return text; }", tests: [] };
    const held = await saveFunction(memory, worse);
    expect(held).toMatchObject({ version: 2, heldBack: expect.stringContaining("breaks a test") });
    expect((await runFunction(memory, "slugify", ["A b"])).run.value).toBe("a-b");
    expect((await runFunction(memory, "slugify", ["A b"], { version: 2 })).run.value).toBe("A b");
    expect(await saveFunction(memory, { ...worse, force: true })).toMatchObject({
      version: 3,
      heldBack: null,
    });
    expect((await runFunction(memory, "slugify", ["A b"])).run.value).toBe("A b");
    expect(await testFunction(memory, "slugify")).toMatchObject({ version: 3, passed: false });
  });

  test("going back is a new version, and history stays", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    await saveFunction(memory, { ...slugify, code: "const slugify = (text) => 'a-b';", change: "shorter" });
    const { changed, diff } = await compareVersions(memory, "slugify", {});
    expect(diff).toContain("+const slugify");
    expect(changed).toEqual([{ symbol: "slugify", how: "changed" }]);
    expect(await rollBack(memory, "slugify", 1, false)).toMatchObject({ version: 3, heldBack: null });
    const { id } = await functionNamed(memory.db, "slugify");
    const versions = await listVersions(memory.db, id);
    expect(versions.map(({ version, change }) => [version, change])).toEqual([
      [3, "back to version 1"],
      [2, "shorter"],
      [1, "first version"],
    ]);
  });

  test("a function calls others of the library; a circle and the deletion of what is needed are refused", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    const title = javascript("link", 'return "/" + slugify(text);', { needs: ["slugify"] });
    await saveFunction(memory, title);
    expect((await runFunction(memory, "link", ["A b"])).run.value).toBe("/a-b");
    await expect(saveFunction(memory, { ...slugify, needs: ["link"] })).rejects.toThrow(
      "in a circle: slugify → link",
    );
    const { id } = await functionNamed(memory.db, "slugify");
    await expect(deleteFunction(memory.db, id)).rejects.toThrow("other functions need it: link");
  });

  test("a version that breaks a function that needs it is held back, and forced it shows where it hurts", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    const needs = { needs: ["slugify"], tests: [value(["A c"], "/a-c")] };
    await saveFunction(memory, javascript("link", 'return "/" + slugify(text);', needs));
    const through = { needs: ["link"], tests: [value(["A c"], "</a-c>")] };
    await saveFunction(memory, javascript("quote", 'return "<" + link(text) + ">";', through));
    const narrow = javascript("slugify", 'return "a-b";', { author: "Ada" });
    const held = await saveFunction(memory, narrow);
    expect(held.results.map(({ passed }) => passed)).toEqual([true]);
    expect(held.heldBack).toBe('it breaks link, quote, which need it: "A c" → "/a-c"');
    expect((await runFunction(memory, "link", ["D e"])).run.value).toBe("/d-e");
    const better = javascript("slugify", 'return text.trim().toLowerCase().replaceAll(" ", "-");');
    expect(await saveFunction(memory, better)).toMatchObject({ version: 3, heldBack: null, breaks: [] });
    const forced = await saveFunction(memory, { ...narrow, force: true });
    expect(forced).toMatchObject({ version: 4, heldBack: null, breaks: ["link", "quote"] });
    const { id, author } = await functionNamed(memory.db, "link");
    expect(author).toBe("user");
    const all = await runHistory(memory.db, id, { tests: false, failed: false, limit: 50 });
    expect(all.tests).toMatchObject([{ test: '"A c" → "/a-c"', passed: false, version: 1, wasOther: true }]);
    const failed = await runHistory(memory.db, id, { tests: false, failed: true, limit: 5 });
    expect(failed.runs).toMatchObject([{ args: '["A c"]', value: '"/a-b"', passed: false, status: "ok" }]);
    expect(all.runs.filter(({ test }) => test === null)).toMatchObject([
      { args: '["D e"]', value: '"/d-e"' },
    ]);

    await using folder = await tempDir("egfn");
    const path = join(folder.path, "functions.json");
    await exportFunctions(memory, { path, names: ["slugify"], force: false });
    const other = await open();
    await importFunctions(other, path);
    const copy = await functionNamed(other.db, "slugify");
    expect((await listVersions(other.db, copy.id)).map(({ author }) => author)).toContain("Ada");
  });

  test("a rollback calls what the earlier version called, and an update what it still names", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    const link = javascript("link", 'return "/" + slugify(text);', {
      needs: ["slugify"],
      tests: [value(["A b"], "/a-b")],
    });
    await saveFunction(memory, link);
    const other = javascript("link", 'return "/" + slugify(text) + "";');
    expect(await saveFunction(memory, other)).toMatchObject({ version: 2, heldBack: null });
    const alone = javascript("link", 'return "/a-b";');
    await saveFunction(memory, alone);
    const { id } = await functionNamed(memory.db, "link");
    expect(await neededBy(memory.db, id, 3)).toEqual([]);
    expect(await rollBack(memory, "link", 1, false)).toMatchObject({ version: 4, heldBack: null });
    expect((await runFunction(memory, "link", ["C d"])).run.value).toBe("/c-d");
    const python = { name: "shout", code: "def shout(t): return slugify(t)", needs: ["slugify"] };
    await expect(saveFunction(memory, { ...python, language: "python", author: "user" })).rejects.toThrow(
      "a python function cannot call slugify, a javascript function",
    );
  });

  test("tests and descriptions change without a new version", async () => {
    const memory = await open();
    await saveFunction(memory, { ...slugify, tests: [] });
    const tested = await saveFunction(memory, {
      name: "slugify",
      author: "user",
      tests: [value(["A"], "a")],
    });
    expect(tested).toMatchObject({ version: 1, isNewVersion: false, results: [{ passed: true }] });
    expect(tested.function).toMatchObject({ testsPass: true, newestVersion: 1 });
    const wrong = { name: "slugify", author: "user" as const, tests: [value(["B"], "B")] };
    expect((await saveFunction(memory, wrong)).function).toMatchObject({ testsPass: false });
    await deleteTest(memory.db, tested.function.id, '"B" → "B"');
    expect(await testFunction(memory, "slugify")).toMatchObject({ passed: true });
    const words = { name: "slugify", author: "user" as const, description: "Permalinks", category: "web" };
    expect((await saveFunction(memory, words)).function).toMatchObject({ version: 1, category: "web" });
    await expect(saveFunction(memory, { name: "nothing", author: "user" })).rejects.toThrow("no code given");
  });

  test("a version is held back only for tests that the promoted version passes", async () => {
    const memory = await open();
    const tests = [value(["A b"], "a-b"), value(["É"], "e")];
    const first = await saveFunction(memory, { ...slugify, tests });
    expect(first.results.map(({ passed }) => passed)).toEqual([true, false]);
    const better = javascript("slugify", 'return text.toLowerCase().replaceAll(" ", "-") + "";');
    expect(await saveFunction(memory, better)).toMatchObject({ version: 2, heldBack: null });
    const worse = javascript("slugify", "return text;");
    expect((await saveFunction(memory, worse)).heldBack).toBe('it breaks a test: "A b" → "a-b"');
  });

  test("a deleted function is found no more, and the others are still shown with similar ones", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    await saveFunction(memory, javascript("slugline", "return text;", { description: "slugify of a text" }));
    const { id } = await functionNamed(memory.db, "slugline");
    const slug = { name: "slugify", description: "slugify of a text" };
    expect(await similarTo(memory, slug)).toEqual(["slugline"]);
    await memory.db.transaction().execute((tx) => deleteFunction(tx, id));
    expect(await similarTo(memory, slug)).toEqual([]);
    expect(await findFunctions(memory, "slugline", 5)).toEqual([]);
  });

  test("functions that are run together on several days are recommended", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    await saveFunction(memory, javascript("link", "return text;"));
    const run = { status: "ok", value: 1, stdout: "", stderr: "", error: "", ms: 1, peakMb: 1 } as const;
    const ids = await Promise.all(["slugify", "link"].map((name) => functionNamed(memory.db, name)));
    for (const day of ["2026-03-01", "2026-03-02"])
      for (const { id: functionId } of ids)
        await noteRun(
          memory.db,
          { functionId, version: 1, test: null, passed: null, args: [], run },
          `${day}T10:00:00.000Z`,
        );
    expect(await usedTogether(memory.db, ids[0]?.id ?? "")).toEqual(["link"]);
  });

  test("what the analysis refuses is saved, says why, and does not run", async () => {
    const memory = await open();
    const saved = await saveFunction(memory, javascript("spy", "return process.env;"));
    expect(saved.refused).toContain("the process is not available");
    expect((await runFunction(memory, "spy", [])).run).toMatchObject({ status: "refused" });
  });

  test("tests expect values within a tolerance, errors, and properties", async () => {
    const memory = await open();
    const { results } = await saveFunction(memory, {
      ...javascript("third", "if (text === 0) throw new Error('zero'); return text / 3;"),
      tests: [
        { args: [1], expects: { kind: "value", value: 0.333, tolerance: 0.001 } },
        { args: [0], expects: { kind: "error", contains: "zero" } },
        { args: [9], expects: { kind: "property", property: "result < args[0]" } },
        { args: [9], expects: { kind: "property", property: "result > args[0]" }, name: "wrong" },
      ],
    });
    expect(results.map(({ passed }) => passed)).toEqual([true, true, true, false]);
  });

  test("an export holds every version and test, and an import of it changes nothing where they are known", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    await saveFunction(memory, javascript("link", 'return "/" + slugify(text);', { needs: ["slugify"] }));
    await using folder = await tempDir("egfn");
    const path = join(folder.path, "functions.json");
    expect(await exportFunctions(memory, { path, names: [], force: false })).toBe(2);
    expect(await importFunctions(memory, path)).toEqual({ functions: 2, versions: 0, heldBack: [] });
    const other = await open();
    expect(await importFunctions(other, path)).toEqual({ functions: 2, versions: 2, heldBack: [] });
    expect((await runFunction(other, "link", ["A b"])).run.value).toBe("/a-b");
    expect(await testFunction(other, "slugify")).toMatchObject({ passed: true });
  });

  test("an import keeps the order of versions, holds back what breaks a test, and is complete or not begun", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    await saveFunction(memory, { ...slugify, code: "function slugify(text) { return text; }", tests: [] });
    await saveFunction(memory, javascript("alone", "return text;", { needs: [] }));
    const link = javascript("alone", 'return "/" + slugify(text);', { needs: ["slugify"] });
    await saveFunction(memory, link);
    await using folder = await tempDir("egfn");
    const path = join(folder.path, "functions.json");
    const part = join(folder.path, "part.json");
    await exportFunctions(memory, { path, names: [], force: false });
    await exportFunctions(memory, { path: part, names: ["alone"], force: false });
    const other = await open();
    expect(await importFunctions(other, path)).toEqual({
      functions: 2,
      versions: 4,
      heldBack: ["slugify"],
    });
    expect((await runFunction(other, "alone", ["A b"])).run.value).toBe("/a-b");
    expect(await importFunctions(other, path)).toEqual({ functions: 2, versions: 0, heldBack: [] });
    const third = await open();
    await expect(importFunctions(third, part)).rejects.toThrow("need slugify, which is not in it");
    expect(await findFunctions(third, "alone", 5)).toEqual([]);
  });

  test("a prompt is offered a function whose tests pass, with an example, and no other", async () => {
    const memory = await open();
    const seen = {
      host: "claude-code",
      sessionId: "s1",
      projectDir: folder,
      cwd: folder,
      at: "2026-03-01T10:00:00Z",
    };
    await capture(memory, [{ ...seen, type: "prompt", text: "Sort the quarterly invoices", promptId: "p" }]);
    await saveFunction(memory, { ...slugify, description: "Turns a headline into a permalink slug" });
    await saveFunction(
      memory,
      javascript("permalink", "return 1;", { description: "Untested permalink of a headline" }),
    );
    const preview = await contextFor(memory, { folder, for: "make a permalink slug out of each headline" });
    expect(preview.text).toContain(
      "Saved javascript function slugify: Turns a headline into a permalink slug",
    );
    expect(preview.text).toContain("Run it with run_function");
    expect(preview.text).not.toContain("Untested");
  });

  test("a name, a language and a missing function get a clear error", async () => {
    const memory = await open();
    await saveFunction(memory, slugify);
    await expect(saveFunction(memory, { ...slugify, name: "a b" })).rejects.toThrow('invalid name "a b"');
    await expect(saveFunction(memory, { ...slugify, name: "other", code: "1" })).rejects.toThrow(
      'no function "other"',
    );
    const withClass = "class Shape {}\nfunction helper() {}";
    await expect(saveFunction(memory, { ...slugify, name: "Shape", code: withClass })).rejects.toThrow(
      "Shape is not a function but a class",
    );
    await expect(runFunction(memory, "slugfy", [])).rejects.toThrow("did you mean slugify?");
  });
});

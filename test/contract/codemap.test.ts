// The code map on every store: a project is mapped once and then by its changes, an edit gives its observation exactly the
// symbols that it changed, and files that cannot be mapped are counted and named.

import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { operations } from "../../src/areas/contracts.ts";
import { compose } from "../../src/context/compose.ts";
import { putCalls } from "../../src/indexes/codemap/call-store.ts";
import { callsOf } from "../../src/indexes/codemap/calls.ts";
import { findFile } from "../../src/indexes/codemap/files.ts";
import { recall } from "../../src/journeys/followers.ts";
import { anchorNode, checkFiles } from "../../src/journeys/graph/anchor.ts";
import { rememberByUser } from "../../src/journeys/graph/graph.ts";
import { calleesOf, callersOf, describeSymbol, drawCode, impactOf } from "../../src/journeys/map/answers.ts";
import { listChanges } from "../../src/journeys/map/changes.ts";
import { confirmCalls } from "../../src/journeys/map/confirm-calls.ts";
import { codeMapForAgent } from "../../src/journeys/map/for-agent.ts";
import { mapProject } from "../../src/journeys/map/map.ts";
import { outline } from "../../src/journeys/map/outline.ts";
import { resolveProjectCalls } from "../../src/journeys/map/resolve-calls.ts";
import { mapChanged, mapTouched } from "../../src/journeys/map/touched.ts";
import { gatherAtStart } from "../../src/journeys/recall/gather-start.ts";
import { noteAsked } from "../../src/journeys/recall/usage.ts";
import { reportOn } from "../../src/journeys/report/report.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { jobs } from "../../src/protocol/jobs.ts";
import { anchorRows, putAnchor } from "../../src/rooms/anchors/room.ts";
import { findProject } from "../../src/rooms/projects/room.ts";
import { jobsOfKind } from "../../src/store/jobs.ts";
import { forEachStore } from "../support/databases.ts";
import { gitProject, tempDir } from "../support/temp.ts";

const bill = `class Bill:
    """A bill."""

    def total(self, items):
        result = 0
        for item in items:
            result += item.price * item.count
        return result

    def tax(self):
        return self.rate
`;
const report = `from bill import Bill


def print_all(bill, printer):
    for line in bill.lines:
        printer.write(line.title, line.price)
`;

const at = "2026-03-01T10:00:00.000Z";
let uses = 0;

async function project(files: Record<string, string> = {}) {
  const place = await tempDir("egmap");
  onTestFinished(() => place[Symbol.asyncDispose]());
  return gitProject(join(place.path, "shop"), { "bill.py": bill, "src/report.py": report, ...files });
}

function put(dir: string, file: string, text: string): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true });
  writeFileSync(join(dir, file), text);
}

/** An edit as the client reports it, on disk and as an event. */
function edited(dir: string, file: string, before: string, from: string, to: string): HookEvent {
  put(dir, file, before.replace(from, to));
  return {
    type: "tool",
    host: "claude-code",
    sessionId: "s1",
    projectDir: dir,
    cwd: dir,
    at,
    toolUseId: `use-${++uses}`,
    tool: "Edit",
    input: { file_path: join(dir, file), old_string: from, new_string: to },
    output: { filePath: join(dir, file), originalFile: before, oldString: from, newString: to },
    status: "ok",
  };
}

async function nodeAbout(memory: Memory, folder: string, content: string) {
  return (await rememberByUser(memory, { content, type: "fact", tags: "", summary: undefined, folder })).node;
}

async function runMapJobs(memory: Memory): Promise<void> {
  for (const { payload } of await jobsOfKind(memory.db, "map-file"))
    await mapTouched(memory, jobs["map-file"].payload.parse(JSON.parse(payload)));
}

async function symbolsChanged(memory: Memory): Promise<string[][]> {
  const rows = await memory.db.selectFrom("observations").select("symbols").orderBy("seq").execute();
  return rows.map(({ symbols }) => JSON.parse(symbols));
}

async function changesIn(memory: Memory, folder: string): Promise<string[]> {
  const { changes } = await listChanges(memory, { folder, limit: 50 });
  return changes.map(
    ({ change, file, qualified, was }) => `${change} ${file}#${qualified}${was ? ` was ${was}` : ""}`,
  );
}

forEachStore((open, name) => {
  test("a project is mapped once, then only what changed", async () => {
    const memory = await open();
    const dir = await project({ ".gitignore": "ignored/\n", "ignored/a.py": "def no(): pass\n" });
    expect(await mapProject(memory, { folder: dir })).toMatchObject({
      files: 2,
      mapped: 2,
      unchanged: 0,
      symbols: 4,
    });
    expect(await changesIn(memory, dir)).toEqual([]);
    put(dir, "bill.py", bill.replace("item.count", "item.amount"));
    put(dir, "new.py", "def fresh():\n    return 1\n");
    rmSync(join(dir, "src/report.py"));
    expect(await mapProject(memory, { folder: dir })).toMatchObject({ mapped: 2, unchanged: 0, removed: 1 });
    expect((await changesIn(memory, dir)).sort()).toEqual([
      "deleted src/report.py#print_all",
      "modified bill.py#Bill.total",
      "new new.py#fresh",
    ]);
    expect(await mapProject(memory, { folder: dir })).toMatchObject({ mapped: 0, unchanged: 2 });
  });

  test("an edit gives its observation exactly the symbols that it changed", async () => {
    const memory = await open();
    const dir = await project();
    const second = bill.replace("item.count", "item.amount");
    await capture(memory, [
      edited(dir, "bill.py", bill, "item.count", "item.amount"),
      edited(dir, "bill.py", second, "self.rate", "self.rate + 1"),
      edited(
        dir,
        "bill.py",
        second.replace("self.rate", "self.rate + 1"),
        '"""A bill."""',
        '"""A better bill."""',
      ),
    ]);
    await runMapJobs(memory);
    expect(await symbolsChanged(memory)).toEqual([["Bill.total"], ["Bill.tax"], []]);
    const { changes } = await listChanges(memory, { folder: dir, session: "s1", limit: 10 });
    expect(changes.map(({ qualified }) => qualified)).toEqual(["Bill.tax", "Bill.total"]);
  });

  test("an edit is exact also if the file was read again before it is mapped", async () => {
    const memory = await open();
    const dir = await project();
    const second = bill.replace("item.count", "item.amount");
    await capture(memory, [
      edited(dir, "bill.py", bill, "item.count", "item.amount"),
      edited(dir, "bill.py", second, "self.rate", "self.rate + 1"),
    ]);
    await mapProject(memory, { folder: dir });
    await runMapJobs(memory);
    expect(await symbolsChanged(memory)).toEqual([["Bill.total"], ["Bill.tax"]]);
    expect(await changesIn(memory, dir)).toEqual([
      "modified bill.py#Bill.tax",
      "modified bill.py#Bill.total",
    ]);
    expect((await describeSymbol(memory, dir, "Bill.tax")).symbols[0]?.change).toBe("modified");
  });

  test("a file that the hook had mapped before the edit was stored changed once, by that edit", async () => {
    const memory = await open();
    const dir = await project();
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    const grown = "self.rate + 1\n\n    def refund(self):\n        return self.tax()";
    const edit = { ...edited(dir, "bill.py", bill, "self.rate", grown), at: "2200-01-01T00:00:00.000Z" };
    const unknown = { by: null, before: null, after: null, edits: [] };
    await mapTouched(memory, { projectId, dir, file: "bill.py", at, ...unknown });
    await capture(memory, [edit]);
    for (const _ of ["at first", "once more"]) await runMapJobs(memory);
    expect((await symbolsChanged(memory)).map((some) => some.toSorted())).toEqual([
      ["Bill.refund", "Bill.tax"],
    ]);
    const { changes } = await listChanges(memory, { folder: dir, limit: 50 });
    expect(changes.map(({ change, qualified, sessionId }) => [change, qualified, sessionId]).sort()).toEqual([
      ["modified", "Bill.tax", "s1"],
      ["new", "Bill.refund", "s1"],
    ]);
    expect((await describeSymbol(memory, dir, "Bill.refund")).symbols[0]?.change).toBe("new");
  });

  test("a file that is broken in the middle of an edit keeps its last good map", async () => {
    const memory = await open();
    const dir = await project();
    await mapProject(memory, { folder: dir });
    await capture(memory, [edited(dir, "bill.py", bill, "return result", "return (result")]);
    await runMapJobs(memory);
    const { symbols, status } = await describeSymbol(memory, dir, "Bill.tax");
    expect(symbols.map(({ signature }) => signature)).toEqual(["def tax(self)"]);
    expect(status.broken).toEqual([
      expect.stringMatching(/^bill\.py: does not parse at line \d+; its last good map is used$/),
    ]);
    const broken = bill.replace("return result", "return (result");
    await capture(memory, [edited(dir, "bill.py", broken, "return (result", "return (result)")]);
    await runMapJobs(memory);
    expect((await describeSymbol(memory, dir, "Bill.tax")).status.broken).toEqual([]);
    expect(await changesIn(memory, dir)).toEqual(["modified bill.py#Bill.total"]);
  });

  test("renamed and moved symbols are recognised, and what is known about them follows", async () => {
    const memory = await open();
    const dir = await project();
    await mapProject(memory, { folder: dir });
    const node = await nodeAbout(memory, dir, "Prints lines");
    await putAnchor(
      memory.db,
      node.id,
      { file: "src/report.py", symbol: "print_all", hash: "x", isManual: true },
      at,
    );
    put(dir, "src/report.py", report.replace("def print_all", "def write_all"));
    await mapProject(memory, { folder: dir });
    expect(await changesIn(memory, dir)).toEqual([
      "renamed src/report.py#write_all was src/report.py#print_all",
    ]);
    expect((await anchorRows(memory.db, node.id)).map(({ file, symbol }) => `${file}#${symbol}`)).toEqual([
      "src/report.py#write_all",
    ]);
    renameSync(join(dir, "src/report.py"), join(dir, "src/writer.py"));
    await mapProject(memory, { folder: dir });
    expect((await changesIn(memory, dir))[0]).toBe(
      "moved src/writer.py#write_all was src/report.py#write_all",
    );
    expect((await anchorRows(memory.db, node.id)).map(({ file }) => file)).toEqual(["src/writer.py"]);
  });

  test("a node is stale when the body of its symbol changes, and not by comments or formatting", async () => {
    const memory = await open();
    const dir = await project();
    const node = async () =>
      memory.db.selectFrom("nodes").select(["id", "stale_since"]).executeTakeFirstOrThrow();
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    const added = await nodeAbout(memory, dir, "`Bill.total` in bill.py adds prices");
    await anchorNode(memory, added.id);
    const check = () => checkFiles(memory, { projectId, dir, file: "bill.py", observationId: null, at });
    put(dir, "bill.py", bill.replace("result = 0", "# start\n        result  =  0"));
    await check();
    expect((await node()).stale_since).toBeNull();
    put(dir, "bill.py", bill.replace("self.rate", "self.rate + 1"));
    await check();
    expect((await node()).stale_since).toBeNull();
    put(dir, "bill.py", bill.replace("item.count", "2"));
    await check();
    expect((await node()).stale_since).not.toBeNull();
  });

  test("what cannot be mapped is counted and named, and nothing hangs", async () => {
    const memory = await open();
    const dir = await project({
      "big.py": "x = 1\n".repeat(200_000),
      "app.min.js": `var a=1;${"f();".repeat(5_000)}`,
      "made.go": "// Code generated by x. DO NOT EDIT.\npackage a\n",
      "deep.js": `${"(\n".repeat(10_000)}1${")\n".repeat(10_000)};\nfunction shallow() {}\n`,
      "half.ts": "export function a() {}\nexport function b( {\n",
      "gone.py": "def gone():\n    return 1\n",
    });
    execFileSync("git", ["-C", dir, "add", "gone.py"]);
    rmSync(join(dir, "gone.py"));
    writeFileSync(join(dir, "latin.py"), Buffer.from("# caf\xe9\ndef coffee():\n    return 1\n", "latin1"));
    writeFileSync(join(dir, "binary.py"), Buffer.from([1, 0, 2, 3]));
    writeFileSync(join(dir, "long.js"), `const a = "${"x".repeat(2_000_000)}";\n`);
    writeFileSync(join(dir, "longest.js"), Buffer.alloc(100_000_000, "x"));
    symlinkSync("/etc/hosts", join(dir, "outside.py"));
    execFileSync("mkfifo", [join(dir, "pipe.py")]);
    const done = await mapProject(memory, { folder: dir });
    const { status } = await outline(memory, { path: join(dir, "long.js"), folder: dir, budget: 1_000 });
    expect(status.notMapped).toContain("long.js: larger than 1 MB");
    const reasons = Object.fromEntries(done.skipped.map(({ reason, names }) => [reason, names]));
    expect(reasons).toMatchObject({
      "larger than 1 MB": ["big.py", "long.js", "longest.js"],
      // Git knows it, and it disappeared before it was read.
      missing: ["gone.py"],
      minified: ["app.min.js"],
      generated: ["made.go"],
      binary: ["binary.py"],
      "not a regular file": ["pipe.py"],
    });
    expect(JSON.stringify(reasons)).toContain("outside.py");
    const problems = [expect.stringMatching(/^half\.ts: /), "latin.py: not valid UTF-8"];
    expect(done.broken).toEqual(problems);
    const found = async (name: string) => (await describeSymbol(memory, dir, name)).symbols.length;
    // Half of a file, and what is around the deepest nesting, are still there.
    expect([await found("coffee"), await found("a"), await found("shallow")]).toEqual([1, 1, 1]);
    const latin = await findFile(memory.db, (await findProject(memory.db, dir))?.id ?? "", "latin.py");
    expect(latin?.problem).toBe("not valid UTF-8");
    await mapTouched(memory, {
      ...{ projectId: (await findProject(memory.db, dir))?.id ?? "", dir, file: "pipe.py", at },
      ...{ by: null, before: null, after: null, edits: [] },
    });
  });

  // It waits for git, which no store changes.
  if (name === "SQLite")
    test("a pipe in the place of .gitignore, for which git would wait, is named", {
      timeout: 15_000,
    }, async () => {
      const memory = await open();
      const dir = await project({ "sub/a.py": "def inside():\n    return 1\n" });
      execFileSync("mkfifo", [join(dir, "sub/.gitignore")]);
      const done = await mapProject(memory, { folder: dir });
      expect(done.skipped).toEqual([{ reason: "not a regular file", files: 1, names: ["sub/.gitignore"] }]);
      expect((await describeSymbol(memory, dir, "inside")).symbols).toHaveLength(1);
    });

  test("files that a command changed are mapped again", async () => {
    const memory = await open();
    const dir = await project();
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    put(dir, "bill.py", bill.replace("item.count", "3"));
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(dir, "bill.py"), later, later);
    await mapChanged(memory, { projectId, dir, isWhole: true }, async () => {});
    expect(await changesIn(memory, dir)).toEqual(["modified bill.py#Bill.total"]);
  });

  test("answers say who calls, what could break, and what is not known", async () => {
    const memory = await open();
    const dir = await project({
      "tests/test_bill.py": "def test_total():\n    assert Bill().total([]) == 0\n",
    });
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    const idOf = async (name: string) => (await describeSymbol(memory, dir, name)).symbols[0]?.id ?? "";
    const [total, printAll, testTotal] = [
      await idOf("Bill.total"),
      await idOf("print_all"),
      await idOf("test_total"),
    ];
    const callsIn = async (path: string, calls: object[]) => {
      const file = await findFile(memory.db, projectId, path);
      const base = {
        ...{ targetName: null, written: "bill.total", confidence: 0.9, line: 2, column: 1 },
        confirmedAt: null,
      };
      const place = { projectId, fileId: file?.id ?? 0, contentHash: file?.content_hash ?? "" };
      await memory.db
        .transaction()
        .execute((tx) => putCalls(tx, place, calls.map((call) => ({ ...base, ...call })) as never));
    };
    await callsIn("src/report.py", [
      { callerId: printAll, targetId: total, resolution: "inferred" },
      { callerId: printAll, targetId: null, resolution: "unresolved", written: "other.total" },
    ]);
    await callsIn("tests/test_bill.py", [{ callerId: testTotal, targetId: printAll, resolution: "direct" }]);
    const callers = await callersOf(memory, { name: "Bill.total", limit: 10, folder: dir });
    expect(callers.calls.map(({ name, file }) => `${name} ${file}`)).toEqual(["print_all src/report.py"]);
    expect(callers.maybe.map(({ written }) => written)).toEqual(["other.total"]);
    expect(callers.status).toMatchObject({ calls: 3, unresolvedCalls: 1, filesWithoutCalls: 0 });
    const impact = await impactOf(memory, { name: "bill.py", depth: 5, limit: 10, folder: dir });
    expect(impact.reached.map(({ symbol, depth }) => [symbol.qualified, depth])).toEqual([["print_all", 1]]);
    expect(impact.tests.map(({ symbol, depth }) => [symbol.qualified, depth])).toEqual([["test_total", 2]]);
    expect((await drawCode(memory, { as: "mermaid", limit: 10, folder: dir })).edges).toBe(2);
    const agent = await codeMapForAgent(memory, { callers_of: "total", budget: 500, folder: dir });
    expect(agent.text).toContain("print_all at src/report.py:2");
    expect(agent.note).toContain("; 1 call unresolved");
    expect(agent.note).toContain(" 1 call of that name without a known target.");
  });

  test("calls are resolved when a project is mapped", async () => {
    const memory = await open();
    const dir = await project({
      "src/use.py": "def helper():\n    return 1\n\n\ndef run():\n    return helper()\n",
    });
    await mapProject(memory, { folder: dir });
    const { calls, status } = await callersOf(memory, { name: "helper", limit: 10, folder: dir });
    expect(calls.map(({ name, line, written }) => [name, line, written])).toEqual([["run", 6, "helper"]]);
    expect(status.callsAt).not.toBeNull();
  });

  test("a report says what changed in code, what it calls, and how well scans and searches work", async () => {
    const memory = await open();
    const dir = await project({
      "devices.py":
        "class Paper:\n    def write(self, *words):\n        return words.join()\n\n\nclass Screen:\n    def write(self, *words):\n        return words.join()\n",
    });
    await mapProject(memory, { folder: dir });
    writeFileSync(
      join(dir, "bill.py"),
      `${bill.replace("    def tax(self):\n        return self.rate\n", "").replace("result = 0", "result = 10")}
    def reduced(self, items, share):
        return self.total(items) * share
`,
    );
    await mapProject(memory, { folder: dir });
    const drawing = await drawCode(memory, { file: "bill.py", as: "mermaid", limit: 60, folder: dir });
    const classOf = (name: string) => {
      const symbol = new RegExp(`(s\\d+)\\["${name}"\\]`).exec(drawing.text)?.[1];
      return new RegExp(`class ${symbol} (\\w+)`).exec(drawing.text)?.[1];
    };
    expect([classOf("Bill.reduced"), classOf("Bill.total")]).toEqual(["new", "changed"]);

    const found = await searchMemory(
      memory,
      operations.search.input.parse({ query: "reduced", folder: dir }),
    );
    expect(found.results.length).toBeGreaterThan(0);
    await noteAsked(memory, found.results[0]?.id ?? "");
    const asked = operations.report.input.parse({ since: "24h", eval: true, folder: dir });
    const { code, eval: figures } = await reportOn(memory, asked);
    expect(code).toMatchObject({ new: 1, deleted: 1 });
    expect(code.files[0]?.file).toBe("bill.py");
    expect(code.files[0]?.changes).toContainEqual({
      ...{ change: "new", name: "Bill.reduced" },
      signature: "def reduced(self, items, share)",
    });
    expect(code.calls).toContainEqual({ file: "bill.py", name: "Bill.reduced", calls: ["Bill.total"] });
    expect(figures?.scans).toMatchObject({ count: 2, files: 4, new: 1, deleted: 1 });
    // Two classes of the project have `write`, so a type would say which; `join` is no name of the project.
    expect(figures?.resolution?.unresolved).toEqual([{ written: "printer.write", times: 1, functions: 1 }]);
    expect(figures?.resolution?.resolved).toBeGreaterThan(0);
    expect(figures?.resolution?.calls).toBe((figures?.resolution?.resolved ?? 0) + 1);
    const elsewhere = { ...asked, folder: "/nowhere/else" };
    const { eval: none } = await reportOn(memory, elsewhere);
    expect([none?.scans.count, none?.resolution]).toEqual([0, null]);
    expect(figures?.search).toMatchObject({ count: 1, opened: 1 });
  });

  test("with a share of its own a session starts with the signatures of the files changed last, the changed ones first", async () => {
    const memory = await open();
    const dir = await project();
    await mapProject(memory, { folder: dir });
    const [opening = "", ...rest] = bill.split("    def total");
    writeFileSync(
      join(dir, "bill.py"),
      `${opening}    def total${rest.join("").replace("result = 0", "result = 10")}\n    def reduced(self, items, share):\n        return self.total(items) * share\n`,
    );
    await mapProject(memory, { folder: dir });
    const found = await findProject(memory.db, dir);
    const reader = { projectId: found?.id ?? "", sessionId: "s", settings: memory.config };
    const told = async (code: number) => {
      const settings = { ...memory.config, "recall.shares": { ...memory.config["recall.shares"], code } };
      const plan = await gatherAtStart(memory, { ...reader, settings }, { branch: null } as never);
      return compose(plan.heading, plan.sections, plan.candidates, plan.budget)?.text ?? "";
    };
    expect(await told(0)).not.toContain("bill.py");
    expect(await told(300)).toMatch(
      /bill\.py: (?:class Bill \(changed\); )?def total\(self, items\) \(changed\); def reduced\(self, items, share\) \(new\);.* def tax\(self\)(?! \()/,
    );
  });

  test("a touched file gets its calls and its callers' calls at once", async () => {
    const memory = await open();
    const dir = await project({
      "src/use.ts": 'import { helper } from "./help.ts";\nexport function run() {\n  return helper();\n}\n',
      "src/help.ts": "export function helper() {\n  return 1;\n}\n",
    });
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    const touch = async (file: string, text: string) => {
      put(dir, file, text);
      const none = { by: null, before: null, after: null, edits: [] };
      await mapTouched(memory, { projectId, dir, file, at: new Date().toISOString(), ...none });
    };
    const callers = async (name: string) => {
      const { calls, maybe } = await callersOf(memory, { name, limit: 10, folder: dir });
      return [...calls.map((one) => `${one.name}:${one.line}`), ...maybe.map((one) => `maybe ${one.name}`)];
    };
    await touch(
      "src/help.ts",
      "export function helper() {\n  return more();\n}\nfunction more() {\n  return 2;\n}\n",
    );
    expect(await callers("more")).toEqual(["helper:2"]);
    expect(await callers("helper")).toEqual(["run:3"]);
    // A function that is gone has no callers; what called it is unresolved, until there is one of that name again.
    await touch(
      "src/help.ts",
      "export function other(list: string[]) {\n  return list.map((one) => one.trim());\n}\n",
    );
    const status = async () => (await callersOf(memory, { name: "run", limit: 1, folder: dir })).status;
    const unresolved = async (file: string) => (await findFile(memory.db, projectId, file))?.unresolved_calls;
    expect(await unresolved("src/use.ts")).toBe(1);
    await touch("src/help.ts", "export function helper() {\n  return 3;\n}\n");
    expect(await callers("helper")).toEqual(["run:3"]);
    expect(await unresolved("src/use.ts")).toBe(0);
    expect(await status()).toMatchObject({ filesWithoutCalls: 0 });
  });

  test("a stack trace in the output of a command makes its calls surer, and finds what analysis did not", async () => {
    const memory = await open();
    const dir = await project({
      "src/jobs.py":
        "def step(n):\n    raise ValueError\n\n\ndef run(step_of, x):\n    step_of.step(x)\n\n\ndef main():\n    run(None, 1)\n",
    });
    await mapProject(memory, { folder: dir });
    const before = await callersOf(memory, { name: "run", limit: 5, folder: dir });
    expect((await callersOf(memory, { name: "step", limit: 5, folder: dir })).calls).toEqual([]);
    const trace = [
      "Traceback (most recent call last):",
      `  File "${dir}/src/jobs.py", line 10, in main`,
      "    run(None, 1)",
      `  File "${dir}/src/jobs.py", line 6, in run`,
      "    step_of.step(x)",
      `  File "${dir}/src/jobs.py", line 2, in step`,
      "    raise ValueError",
      "ValueError",
    ].join("\n");
    await capture(memory, [
      {
        ...{ type: "tool", host: "claude-code", sessionId: "s1", projectDir: dir, cwd: dir, at },
        ...{ toolUseId: `use-${++uses}`, tool: "Bash", input: { command: "python src/jobs.py" } },
        ...{ output: `Exit code 1\n${trace}`, status: "failed" },
      },
    ]);
    for (const { payload } of await jobsOfKind(memory.db, "confirm-calls"))
      await confirmCalls(memory, jobs["confirm-calls"].payload.parse(JSON.parse(payload)));
    const run = await callersOf(memory, { name: "run", limit: 5, folder: dir });
    expect(run.calls[0]?.confidence).toBeGreaterThan(before.calls[0]?.confidence ?? 1);
    const step = await callersOf(memory, { name: "step", limit: 5, folder: dir });
    expect(step.calls).toMatchObject([{ name: "run", line: 6, resolution: "inferred", confirmedAt: at }]);
    // It stays while the code contains the call, and goes with it.
    await resolveProjectCalls(memory, { projectId: (await findProject(memory.db, dir))?.id ?? "", dir });
    expect((await callersOf(memory, { name: "step", limit: 5, folder: dir })).calls).toEqual(step.calls);
    put(dir, "src/jobs.py", "def step(n):\n    raise ValueError\n\n\ndef run(step_of, x):\n    return x\n");
    await mapProject(memory, { folder: dir });
    expect((await callersOf(memory, { name: "step", limit: 5, folder: dir })).calls).toEqual([]);
  });

  test("a second target that a call has at run time is kept beside the first, and callees leave noise out", async () => {
    const memory = await open();
    const dir = await project({
      "src/db.py":
        "class Db:\n    def query(self):\n        return []\n\n\nclass Other:\n    def query(self):\n        raise ValueError\n\n\ndef load(db: Db):\n    print(len('x'))\n    return db.query()\n",
    });
    await mapProject(memory, { folder: dir });
    const asked = { name: "load", limit: 10, folder: dir };
    const before = await calleesOf(memory, asked);
    expect(before.calls.map(({ name }) => name)).toEqual(["Db.query"]);
    expect(before.noise).toBe(2);
    expect((await calleesOf(memory, { ...asked, all: true })).calls).toHaveLength(3);
    const seen = [
      {
        caller: { path: "src/db.py", line: 13, function: "load" },
        callee: { path: "src/db.py", line: 8, function: "query" },
      },
    ];
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    for (let times = 0; times < 2; times++) await confirmCalls(memory, { projectId, dir, at, seen });
    const names = async () => (await calleesOf(memory, asked)).calls.map(({ name }) => name).sort();
    expect(await names()).toEqual(["Db.query", "Other.query"]);
    await resolveProjectCalls(memory, { projectId, dir });
    expect(await names()).toEqual(["Db.query", "Other.query"]);
  });

  test("a guess that nothing confirms for long is less sure", async () => {
    const memory = await open();
    const dir = await project();
    await mapProject(memory, { folder: dir });
    const projectId = (await findProject(memory.db, dir))?.id ?? "";
    const [total, printAll] = [
      (await describeSymbol(memory, dir, "Bill.total")).symbols[0]?.id ?? "",
      (await describeSymbol(memory, dir, "print_all")).symbols[0]?.id ?? "",
    ];
    const file = await findFile(memory.db, projectId, "src/report.py");
    const call = {
      ...{ callerId: printAll, targetId: total, targetName: null, written: "x.total", line: 4, column: 1 },
      ...{ resolution: "inferred" as const, confidence: 0.8, confirmedAt: null, ledTo: null },
    };
    const place = { projectId, fileId: file?.id ?? 0, contentHash: file?.content_hash ?? "" };
    await memory.db.transaction().execute((tx) => putCalls(tx, place, [call]));
    const sure = async (days: number) =>
      (await callsOf(memory.db, "target_id", [total], Date.now() + days * 86_400_000))[0]?.confidence;
    expect(await sure(0)).toBe(0.8);
    expect(await sure(300)).toBe(0.4);
  });

  test("the map fits its budget and prefers what is mentioned", async () => {
    const memory = await open();
    const many = Array.from(
      { length: 80 },
      (_, i) => `def function_${i}(argument):\n    return ${i}\n\n`,
    ).join("");
    const dir = await project({ "many.py": many });
    await mapProject(memory, { folder: dir });
    const shown = await outline(memory, { folder: dir, budget: 200, mention: "the tax of a bill" });
    expect(shown.tokens).toBeLessThanOrEqual(200);
    expect(shown.left).toBeGreaterThan(0);
    expect(JSON.stringify(shown.files)).toContain("def tax(self)");
    const { results } = await searchMemory(memory, {
      ...{ query: "function_17", folder: dir, limit: 5, allProjects: false, minRelevance: 0 },
      ...{ explain: false, quick: false, wait: false },
    });
    expect(results[0]).toMatchObject({ kind: "symbol", title: "function function_17" });
  });
  test("opening a file names who calls what has changed in it, once", async () => {
    const memory = await open();
    const dir = await project({
      "src/help.ts": "export function helper() {\n  return 1;\n}\n",
      "src/use.ts": 'import { helper } from "./help.ts";\nexport function run() {\n  return helper();\n}\n',
      "src/alone.ts": "export function alone() {\n  return 1;\n}\n",
    });
    await mapProject(memory, { folder: dir });
    const opens = async (file: string) =>
      (
        await recall(
          memory,
          {
            ...{ type: "tool", host: "claude-code", sessionId: "s1", projectDir: dir, cwd: dir, at },
            ...{ toolUseId: `use-${++uses}`, tool: "Read", input: { file_path: join(dir, file) } },
            ...{ output: null, status: "ok" },
          },
          60_000,
        )
      )?.context ?? null;
    expect(await opens("src/help.ts")).toBeNull();
    writeFileSync(join(dir, "src/help.ts"), "export function helper() {\n  return 2;\n}\n");
    await mapProject(memory, { folder: dir });
    expect(await opens("src/help.ts")).toContain("helper is called by run (src/use.ts:3)");
    expect(await opens("src/help.ts")).toBeNull();
    expect(await opens("src/alone.ts")).toBeNull();
  });
});

// The stores of other tools on every store: each comes in once, a search finds what it held, the source is shown, the
// same thing from two tools is one, and a store that cannot be read to its end changes nothing.

import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { mergeDuplicates } from "../../src/journeys/import/tools/merge-duplicates.ts";
import { importFromTool, type ToolName } from "../../src/journeys/import/tools/tools.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { owners } from "../../src/memory/owners.ts";
import { parseQuery } from "../../src/protocol/node-query/parse.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { deleteNode, findNodes } from "../../src/rooms/knowledge/room.ts";
import { forEachStore } from "../support/databases.ts";
import {
  ctxExport,
  makeBasicMemory,
  makeClaudeMem,
  makeCtx,
  makeEngram,
  makeEpisodicMemory,
  makeNotes,
  mcpMemoryLines,
  type Planting,
  prompt,
  session,
  write,
} from "../support/other-tools.ts";
import { plantedAt, writeDotenv } from "../support/planted.ts";
import { tempDir } from "../support/temp.ts";

interface Sample {
  tool: ToolName;
  make(folder: string, planting?: Planting): string;
  /** A word that only this store has, the kind of thing that holds it, and how many things come in. */
  word: string;
  kind: "observation" | "node";
  stored: number;
}

const inFile = (name: string, make: (path: string, planting?: Planting) => DatabaseSync) =>
  function made(folder: string, planting?: Planting): string {
    make(join(folder, name), planting).close();
    return join(folder, name);
  };
const inFolder = (make: (folder: string, planting?: Planting) => void) =>
  function made(folder: string, planting?: Planting): string {
    make(folder, planting);
    return folder;
  };

const samples: Sample[] = [
  {
    tool: "claude-mem",
    make: inFile("claude-mem.db", makeClaudeMem),
    word: "zebra",
    kind: "observation",
    stored: 5,
  },
  {
    tool: "episodic-memory",
    make: inFile("db.sqlite", makeEpisodicMemory),
    word: "wombat",
    kind: "observation",
    stored: 5,
  },
  { tool: "engram", make: inFile("engram.db", makeEngram), word: "ocelot", kind: "observation", stored: 6 },
  { tool: "ctx", make: inFile("store.db", makeCtx), word: "platypus", kind: "node", stored: 3 },
  {
    ...{ tool: "mcp-memory", word: "axolotl", kind: "node", stored: 4 },
    make(folder, planting) {
      write(join(folder, "memory.jsonl"), mcpMemoryLines(planting));
      return join(folder, "memory.jsonl");
    },
  },
  { tool: "basic-memory", make: inFolder(makeBasicMemory), word: "narwhal", kind: "node", stored: 4 },
  { tool: "notes", make: inFolder(makeNotes), word: "capybara", kind: "node", stored: 2 },
];

async function aFolder(): Promise<string> {
  const folder = await tempDir("egtools");
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

const counts = async ({ db }: Memory) => {
  const count = async (table: "observations" | "nodes" | "sessions" | "sources" | "edges" | "documents") => {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  return {
    observations: await count("observations"),
    nodes: await count("nodes"),
    sessions: await count("sessions"),
    sources: await count("sources"),
    edges: await count("edges"),
    documents: await count("documents"),
  };
};
const nothing = { observations: 0, nodes: 0, sessions: 0, sources: 0, edges: 0, documents: 0 };

const found = (memory: Memory, words: string, kind: string) =>
  memory.search.find(words, { scope: { projects: everywhere, kind }, limit: 10 });

forEachStore((open, name) => {
  test.each(samples)(
    "$tool comes in once, is found and names its source",
    async ({ tool, make, word, kind, stored }) => {
      const memory = await open();
      const path = make(await aFolder());
      const tried = await importFromTool(tool, memory, { path, dryRun: true });
      expect(tried).toMatchObject({ stored, unknown: {} });
      expect(await counts(memory)).toEqual(nothing);

      const done = await importFromTool(tool, memory, { path });
      expect(done).toMatchObject({ stored, duplicates: 0, filesDone: done.files });
      expect(done.bytesDone).toBe(done.bytes);
      const [hit] = await found(memory, word, kind);
      const id = hit?.document.owner_id ?? "";
      const { sources } = await owners[kind].read(memory.db, id);
      expect(sources).toMatchObject([{ tool }]);
      expect(sources[0]?.place.startsWith(path)).toBe(true);

      const before = await counts(memory);
      const again = await importFromTool(tool, memory, { path });
      expect(again).toMatchObject({ stored: 0, duplicates: stored });
      expect(await counts(memory)).toEqual(before);
    },
  );

  test("a session of claude-mem has its turns, its summary, its decision and its source", async () => {
    const memory = await open();
    const folder = await aFolder();
    const path = join(folder, "claude-mem.db");
    makeClaudeMem(path, { folder: join(folder, "todo-api") }).close();
    await importFromTool("claude-mem", memory, { path });
    const shown = await owners.session.read(memory.db, session);
    expect(shown.session).toMatchObject({ host: "claude-code", project: "todo-api", status: "summarized" });
    expect(shown.summary).toMatchObject({
      provider: "claude-mem",
      now: "The login page shows the reason of a 429",
      known: ["Empty bodies hide errors"],
      open: ["Document the error codes"],
    });
    expect(shown.turns).toMatchObject([{ request: prompt }]);
    expect(shown.turns[0]?.outcome).toContain("The login page shows the reason of a 429");
    expect(shown.sources).toMatchObject([{ tool: "claude-mem", place: path }]);
    const [decision] = await findNodes(memory.db, {
      query: parseQuery("type:decision"),
      projects: everywhere,
      limit: 5,
    });
    expect(decision).toMatchObject({
      content: "Every error answer carries a JSON body: Clients parse it",
      isManual: false,
      sessionId: session,
    });
    expect(decision?.tags).toContain("source:claude-mem");
  });

  test("engram: decisions and personal memories are nodes, deleted rows stay out, --since is kept", async () => {
    const memory = await open();
    const folder = await aFolder();
    const path = join(folder, "engram.db");
    makeEngram(path, { folder: join(folder, "todo-api") }).close();
    const late = "2026-03-01T10:30:00.000Z";
    expect(await importFromTool("engram", memory, { path, since: late })).toMatchObject({ stored: 0 });
    await importFromTool("engram", memory, { path });
    const shown = await owners.session.read(memory.db, session);
    expect(shown.session).toMatchObject({ host: "claude-code", project: "todo-api", status: "summarized" });
    expect(shown.summary).toMatchObject({ provider: "engram", now: "Login shows the reason of a 429" });
    expect(shown.observations.map(({ happenedAt }) => happenedAt)).toEqual(
      [0, 1, 2, 3].map((minute) => `2026-03-01T10:0${minute}:00.000Z`),
    );
    expect(shown.sources).toMatchObject([{ tool: "engram", place: path }]);
    expect(await found(memory, "okapi", "observation")).toEqual([]);
    const nodes = await findNodes(memory.db, {
      query: parseQuery("tag:source:engram"),
      projects: everywhere,
      limit: 5,
    });
    expect(nodes.map(({ content, projectId }) => [content, projectId === null]).toSorted()).toEqual([
      ["Errors are JSON: Every error answer carries a JSON body", false],
      ["Prefers tabs: The user wants tabs", true],
    ]);
  });

  test("the same prompt from a transcript and from two tools is one observation with two sources", async () => {
    const memory = await open();
    const folder = await aFolder();
    const common = { host: "claude-code", sessionId: session, projectDir: folder, cwd: folder };
    await capture(memory, [
      { ...common, type: "prompt", text: prompt, promptId: "p1", at: "2026-03-01T10:00:00.000Z" },
      {
        ...common,
        type: "reply",
        text: "It sends JSON now.",
        messageId: "m1",
        at: "2026-03-01T10:01:00.000Z",
      },
    ]);
    makeClaudeMem(join(folder, "c.db")).close();
    makeEpisodicMemory(join(folder, "e.db")).close();
    await importFromTool("claude-mem", memory, { path: join(folder, "c.db") });
    await importFromTool("episodic-memory", memory, { path: join(folder, "e.db") });
    const { observations } = await owners.session.read(memory.db, session);
    const asked = observations.filter(
      ({ kind, detail }) => kind === "prompt" && detail.includes("five wrong passwords"),
    );
    expect(asked).toHaveLength(1);
    const { sources } = await owners.observation.read(memory.db, asked[0]?.id ?? "");
    expect(sources.map(({ tool }) => tool).sort()).toEqual(["claude-mem", "episodic-memory"]);
    // The host's own record has the answer to that prompt; the other exchange is new.
    expect(observations.some(({ detail }) => detail.includes("quokka"))).toBe(false);
    expect(observations.some(({ detail }) => detail.includes("8443"))).toBe(true);
  });

  test("a transcript that comes after the tools replaces what they knew of the same exchanges", async () => {
    const memory = await open();
    const folder = await aFolder();
    makeClaudeMem(join(folder, "c.db")).close();
    makeEpisodicMemory(join(folder, "e.db")).close();
    await importFromTool("episodic-memory", memory, { path: join(folder, "e.db") });
    await importFromTool("claude-mem", memory, { path: join(folder, "c.db") });
    const common = { host: "claude-code", sessionId: session, projectDir: folder, cwd: folder };
    await capture(memory, [
      { ...common, type: "prompt", text: prompt, promptId: "p1", at: "2026-03-01T10:00:00.000Z" },
      {
        ...common,
        type: "reply",
        text: "It sends JSON now.",
        messageId: "m1",
        at: "2026-03-01T10:01:00.000Z",
      },
    ]);
    expect(await mergeDuplicates(memory)).toBe(3);
    expect(await mergeDuplicates(memory)).toBe(0);
    const { observations } = await owners.session.read(memory.db, session);
    const asked = observations.filter(
      ({ kind, detail }) => kind === "prompt" && detail.includes("five wrong passwords"),
    );
    expect(asked).toHaveLength(1);
    const { sources } = await owners.observation.read(memory.db, asked[0]?.id ?? "");
    expect(sources.map(({ tool }) => tool).sort()).toEqual(["claude-mem", "episodic-memory"]);
    expect(observations.some(({ detail }) => detail.includes("quokka"))).toBe(false);
    expect(observations.some(({ detail }) => detail.includes("8443"))).toBe(true);
    expect(await found(memory, "quokka", "observation")).toEqual([]);
    for (const [tool, file] of [
      ["episodic-memory", "e.db"],
      ["claude-mem", "c.db"],
    ] as const)
      expect((await importFromTool(tool, memory, { path: join(folder, file) })).stored).toBe(0);
  });

  test("the same statement from two tools and from the user is one node", async () => {
    const memory = await open();
    const folder = await aFolder();
    makeCtx(join(folder, "store.db")).close();
    await importFromTool("ctx", memory, { path: join(folder, "store.db") });
    const line = JSON.stringify({
      type: "entity",
      name: "Tokens live",
      entityType: "",
      observations: ["tokens live fifteen minutes because of the audit."],
    });
    write(join(folder, "memory.jsonl"), line);
    const done = await importFromTool("mcp-memory", memory, { path: join(folder, "memory.jsonl") });
    expect(done).toMatchObject({ stored: 1, duplicates: 1, counts: { "merged with what was known": 1 } });
    const [node] = await findNodes(memory.db, {
      query: parseQuery("tag:tier:pinned"),
      projects: everywhere,
      limit: 5,
    });
    const { sources } = await owners.node.read(memory.db, node?.id ?? "");
    expect(sources.map(({ tool }) => tool)).toEqual(["ctx", "mcp-memory"]);
  });

  test("ctx: the store and its export are the same; edges, tiers and superseded nodes are kept", async () => {
    const memory = await open();
    const folder = await aFolder();
    makeCtx(join(folder, "store.db")).close();
    write(join(folder, "export.json"), ctxExport());
    await importFromTool("ctx", memory, { path: join(folder, "store.db") });
    const before = await counts(memory);
    const again = await importFromTool("ctx", memory, { path: join(folder, "export.json") });
    expect(again.stored).toBe(0);
    expect(await counts(memory)).toMatchObject({ nodes: before.nodes, edges: before.edges });
    const [pinned] = await findNodes(memory.db, {
      query: parseQuery("tag:tier:pinned"),
      projects: everywhere,
      limit: 5,
    });
    const shown = await owners.node.read(memory.db, pinned?.id ?? "");
    expect(shown.node).toMatchObject({ type: "decision", projectId: null });
    expect(shown.links).toMatchObject([
      { type: "DEPENDS_ON", content: "The platypus queue retries three times" },
    ]);
    const replaced = await findNodes(memory.db, {
      query: parseQuery("is:superseded"),
      projects: everywhere,
      limit: 5,
    });
    expect(replaced.map(({ content }) => content)).toEqual(["The platypus queue retries twice"]);
  });

  test("what the user deleted does not come back, from no tool", async () => {
    const memory = await open();
    const folder = await aFolder();
    makeCtx(join(folder, "store.db")).close();
    write(join(folder, "export.json"), ctxExport());
    await importFromTool("ctx", memory, { path: join(folder, "store.db") });
    const [node] = await findNodes(memory.db, {
      query: parseQuery("tag:tier:pinned"),
      projects: everywhere,
      limit: 5,
    });
    await memory.db.transaction().execute((tx) => deleteNode(tx, node?.id ?? ""));
    for (const file of ["store.db", "export.json"]) {
      expect((await importFromTool("ctx", memory, { path: join(folder, file) })).stored).toBe(0);
    }
    expect(await found(memory, "audit", "node")).toEqual([]);
  });

  test("characters that a database cannot hold do not stop an import", async () => {
    const memory = await open();
    const folder = await aFolder();
    const odd = "odd \u0000 and \ud800 characters";
    write(
      join(folder, "memory.jsonl"),
      JSON.stringify({ type: "entity", name: odd, entityType: odd, observations: [`kept ${odd}`] }),
    );
    expect((await importFromTool("mcp-memory", memory, { path: join(folder, "memory.jsonl") })).stored).toBe(
      2,
    );
    const path = join(folder, "claude-mem.db");
    const db = makeClaudeMem(path);
    db.exec("update observations set title = title || char(0) || 'x', narrative = 'a' || char(0) || 'b'");
    db.exec("update sdk_sessions set project = 'p' || char(0) || 'q', custom_title = 'n' || char(0)");
    db.exec("update session_summaries set learned = 'l' || char(0)");
    db.exec("update user_prompts set prompt_text = prompt_text || char(0)");
    db.close();
    expect((await importFromTool("claude-mem", memory, { path })).stored).toBe(5);
    expect((await importFromTool("claude-mem", memory, { path })).stored).toBe(0);
  });

  test("--into puts what names no project into the project of a folder", async () => {
    const memory = await open();
    const folder = await aFolder();
    write(join(folder, "memory.jsonl"), mcpMemoryLines());
    await importFromTool("mcp-memory", memory, { path: join(folder, "memory.jsonl"), into: folder });
    const rows = await memory.db.selectFrom("nodes").select("project_id").distinct().execute();
    const [project] = await memory.db
      .selectFrom("projects")
      .select("id")
      .where("root", "=", folder)
      .execute();
    expect(rows).toEqual([{ project_id: project?.id }]);
  });

  if (name !== "SQLite") return;

  test.each(samples)("no secret of $tool reaches the store", async ({ tool, make }) => {
    const folder = await aFolder();
    const project = join(folder, "project");
    writeDotenv(project, [tool]);
    const { value, token, both } = plantedAt(tool);
    const path = make(project, { secret: ` ${both}`, folder: project });
    const memory = await open();
    await importFromTool(tool, memory, { path });
    for (const table of [
      "observations",
      "nodes",
      "sessions",
      "projects",
      "documents",
      "session_summaries",
      "said",
      "turns",
      "tags",
      "sources",
    ] as const) {
      const rows = JSON.stringify(await memory.db.selectFrom(table).selectAll().execute());
      expect(rows.includes(value) || rows.includes(token), `${table} holds a secret`).toBe(false);
    }
    expect(await memory.db.selectFrom("sources").selectAll().execute()).not.toEqual([]);
  });

  test("a store in use is read while it is open, and no file appears beside a closed one", async () => {
    const memory = await open();
    const folder = await aFolder();
    const path = join(folder, "claude-mem.db");
    const inUse = makeClaudeMem(path);
    expect((await importFromTool("claude-mem", memory, { path })).stored).toBe(5);
    inUse.close();
    const bytes = readFileSync(path);
    expect((await importFromTool("claude-mem", memory, { path })).stored).toBe(0);
    expect(readdirSync(folder)).toEqual(["claude-mem.db"]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test("what a writer has not committed is not read: its store is refused until it is done", async () => {
    const memory = await open();
    const folder = await aFolder();
    const path = join(folder, "claude-mem.db");
    makeClaudeMem(path).close();
    const writer = new DatabaseSync(path);
    // So small a cache that uncommitted pages reach the file.
    writer.exec(
      "pragma journal_mode = delete; pragma cache_size = 2; begin exclusive; delete from observations",
    );
    writer.exec(`create table filler as with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      select hex(randomblob(200)) from n`);
    const killed = join(folder, "killed.db");
    for (const suffix of ["", "-journal"]) copyFileSync(path + suffix, killed + suffix);
    const reading = (from: string) => importFromTool("claude-mem", memory, { path: from });
    await expect(reading(path)).rejects.toThrow(/claude-mem.db is locked by another program/);
    await expect(reading(killed)).rejects.toThrow(/killed.db was left in the middle of a change/);
    expect(await counts(memory)).toEqual(nothing);
    writer.exec("rollback");
    writer.close();
    expect((await reading(path)).stored).toBe(5);
  });

  const broken: [string, ToolName, (folder: string) => string, RegExp][] = [
    [
      "a text file",
      "claude-mem",
      (folder) => text(folder, "x.db", "no database"),
      /it is not an SQLite file/,
    ],
    [
      "an empty file",
      "ctx",
      (folder) => text(folder, "x.db", ""),
      /is not an export of ctx|not an SQLite file/,
    ],
    [
      "another program's database",
      "claude-mem",
      (folder) => other(folder, "create table a (b)"),
      /it has no table sdk_sessions/,
    ],
    [
      "a table that lacks a column",
      "episodic-memory",
      (folder) => other(folder, "create table exchanges (id)"),
      /has no column project/,
    ],
    [
      ...(["a view that computes for ever instead of a table", "ctx"] as const),
      (folder) =>
        other(
          folder,
          `create view nodes as with recursive n(id) as (select 1 union all select id + 1 from n)
             select id, 'fact' as type, 'x' as content, '' as created_at from n;
           create table edges (from_id, to_id, type); create table tags (node_id, tag)`,
        ),
      /it has no table nodes/,
    ],
    ["half a database", "claude-mem", half, /malformed|not a database|disk image/],
    [
      "a line that is not JSON",
      "mcp-memory",
      (folder) => text(folder, "m.jsonl", `${mcpMemoryLines()}\n{"type":`),
      /line 4 is not a JSON object/,
    ],
    [
      "a file that is not an export",
      "ctx",
      (folder) => text(folder, "e.json", '{"nodes": 3}'),
      /it has no list of nodes/,
    ],
    ["a pipe", "mcp-memory", pipe, /is not a regular file/],
    ["nothing", "claude-mem", (folder) => join(folder, "no.db"), /file not found/],
    ["a folder without notes", "notes", (folder) => folder, /no notes in/],
  ];

  test.each(broken)(
    "%s is refused by %s with its reason, and nothing is imported",
    async (_, tool, make, reason) => {
      const memory = await open();
      const path = make(await aFolder());
      await expect(importFromTool(tool, memory, { path })).rejects.toThrow(reason);
      expect(await counts(memory)).toEqual(nothing);
    },
  );

  test("values of the wrong type and huge ones are dropped or cut, and the rest comes in", async () => {
    const memory = await open();
    const path = join(await aFolder(), "claude-mem.db");
    const db = makeClaudeMem(path);
    db.prepare(
      "insert into observations (memory_session_id, project, type, title, created_at, created_at_epoch) values (?, ?, ?, ?, ?, ?)",
    ).run("mem-1", "todo-api", "change", Buffer.from([1, 2, 3]), "soon", "never");
    db.prepare("update observations set narrative = ? where id = 1").run("word ".repeat(1_000_000));
    db.close();
    const done = await importFromTool("claude-mem", memory, { path });
    expect(done).toMatchObject({ stored: 5, unknown: { "observation without text": 1 } });
    const longest = await memory.db.selectFrom("observations").select("detail").execute();
    expect(Math.max(...longest.map(({ detail }) => detail.length))).toBeLessThan(20_000);
  });

  test("a link to a note elsewhere is not followed", async () => {
    const memory = await open();
    const folder = await aFolder();
    const notes = join(folder, "notes");
    makeBasicMemory(notes);
    writeFileSync(join(folder, "secret.md"), "- [fact] a stranger's file\n");
    symlinkSync(join(folder, "secret.md"), join(notes, "link.md"));
    await importFromTool("basic-memory", memory, { path: notes });
    expect(await found(memory, "stranger", "node")).toEqual([]);
  });
});

function text(folder: string, name: string, content: string): string {
  write(join(folder, name), content);
  return join(folder, name);
}

function other(folder: string, sql: string): string {
  const db = new DatabaseSync(join(folder, "x.db"));
  db.exec(sql);
  db.close();
  return join(folder, "x.db");
}

function half(folder: string): string {
  const path = join(folder, "claude-mem.db");
  const db = makeClaudeMem(path);
  db.exec("pragma journal_mode = delete");
  for (let n = 0; n < 500; n++)
    db.prepare(
      "insert into user_prompts (content_session_id, prompt_number, prompt_text, created_at, created_at_epoch) values (?, 1, ?, '', ?)",
    ).run(session, `prompt ${n} ${"x".repeat(500)}`, n);
  db.close();
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
  return path;
}

function pipe(folder: string): string {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

// `tellback import` of another tool's store as a user runs it: the real MCP memory server writes its file, the built
// tellback takes it in through the daemon, shows what came and from where, and names what it refuses.

import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { npmProgram } from "../../support/npm-program.ts";
import { makeBasicMemory, makeClaudeMem, mcpMemoryLines, session, write } from "../../support/other-tools.ts";
import { daemonOf, entry, environment, rows, tellback, tellbackHome } from "../../support/tellback.ts";
import { tempDir } from "../../support/temp.ts";

const server = await npmProgram(
  "@modelcontextprotocol/server-memory",
  "2026.8.31",
  "@modelcontextprotocol/server-memory/dist/index.js",
);

/** Calls tools of the server one after the other, and ends it. */
async function remembered(program: string, file: string, calls: [string, object][]): Promise<void> {
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, MEMORY_FILE_PATH: file },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const client = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  };
  send({ id: 0, method: "initialize", params: client });
  await answers.next();
  send({ method: "notifications/initialized" });
  for (const [i, [name, args]] of calls.entries()) {
    send({ id: i + 1, method: "tools/call", params: { name, arguments: args } });
    const answer = JSON.parse((await answers.next()).value as string);
    expect(answer.result?.isError ?? answer.error, JSON.stringify(answer)).toBeFalsy();
  }
  child.kill();
  await new Promise((resolve) => child.once("close", resolve));
}

test.skipIf(!server.ok)(title("the file of the real MCP memory server comes in", server), async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egtools");
  const file = join(folder.path, "memory.jsonl");
  await remembered(server.ok ? server.path : "", file, [
    [
      "create_entities",
      { entities: [{ name: "Billing", entityType: "service", observations: ["retries the axolotl queue"] }] },
    ],
    ["add_observations", { observations: [{ entityName: "Billing", contents: ["listens on port 8443"] }] }],
    ["create_entities", { entities: [{ name: "Ada", entityType: "person", observations: [] }] }],
    ["create_relations", { relations: [{ from: "Ada", to: "Billing", relationType: "maintains" }] }],
  ]);
  const tried = await tellback(home, ["import", "mcp-memory", file, "--dry-run"]);
  expect(tried.stdout).toContain("5 new items");
  expect(tried.stdout).toContain("A dry run: nothing was stored.");
  expect(rows(home, "select id from nodes")).toEqual([]);

  const done = await tellback(home, ["import", "mcp-memory", file, "--json"]);
  expect(JSON.parse(done.stdout)).toMatchObject({ state: "done", stored: 5, counts: { node: 5 } });
  const found = JSON.parse(
    (await tellback(home, ["search", "axolotl queue", "--all-projects", "--json"])).stdout,
  );
  expect(found.results[0]).toMatchObject({
    kind: "node",
    title: expect.stringContaining("retries the axolotl queue"),
  });
  const shown = await tellback(home, ["show", found.results[0].id]);
  expect(shown.stdout).toContain(`from mcp-memory ${file}`);
  expect(shown.stdout).toContain("Billing (service)");
  expect(JSON.parse((await tellback(home, ["import", "mcp-memory", file, "--json"])).stdout).stored).toBe(0);
});

test("a session of claude-mem is shown with its source; a refused store says why and leaves no job", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egtools");
  const store = join(folder.path, "claude-mem.db");
  makeClaudeMem(store).close();
  const done = await tellback(home, ["import", "claude-mem", store]);
  expect(done.stdout).toContain("5 new items");
  expect((await tellback(home, ["session", "show", session])).stdout).toContain(`from claude-mem ${store}`);

  writeFileSync(store, "no database");
  const refused = await tellback(home, ["import", "claude-mem", store]);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("it is not an SQLite file");
  const broken = join(folder.path, "memory.jsonl");
  write(broken, `${mcpMemoryLines()}\n{`);
  expect((await tellback(home, ["import", "mcp-memory", broken])).stderr).toContain(
    "line 4 is not a JSON object",
  );
  expect(rows(home, "select kind from jobs where kind = 'import'")).toEqual([]);
  expect((await tellback(home, ["import", "mcp-memory"])).stderr).toContain("the file is missing");
});

test("two imports at once each report their own result, and the same import twice is one", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egtools");
  const [store, graph, broken] = ["claude-mem.db", "memory.jsonl", "broken.jsonl"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  makeClaudeMem(store).close();
  write(graph, mcpMemoryLines());
  write(broken, "{");
  await tellback(home, ["status"]);
  const { client } = await daemonOf(home);
  const asked = [
    { source: "claude-mem", folder: store },
    { source: "mcp-memory", folder: graph },
    { source: "mcp-memory", folder: broken },
    { source: "claude-mem", folder: store },
  ];
  const runs = await Promise.all(asked.map((one) => client.call("import.start", one)));
  const [first, second, third] = await Promise.all(
    runs.map(async ({ run }) => {
      for (;;) {
        const state = await client.call("import.state", { run: run as string });
        if (state.state === "done" || state.state === "failed") return state;
        await pause(20);
      }
    }),
  );
  expect(first).toMatchObject({ state: "done", counts: { session: 1, observation: 5 } });
  expect(second).toMatchObject({ state: "done", counts: { node: 4, edge: 3 } });
  expect(third).toMatchObject({ state: "failed", error: expect.stringContaining("line 1") });
  expect(runs[3]?.run).toBe(runs[0]?.run);
});

test("Ctrl-C ends only the display of an import, and says so", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egtools");
  const file = join(folder.path, "memory.jsonl");
  const observations = Array.from({ length: 1_500 }, (_, i) => `saw axolotl ${i}`);
  write(file, JSON.stringify({ type: "entity", name: "Pond", entityType: "place", observations }));
  await tellback(home, ["status"]);
  const child = spawn(process.execPath, [entry, "import", "mcp-memory", file], { env: environment(home) });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  child.stdout.once("data", () => child.kill("SIGINT"));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect({ code, said }).toEqual({
    code: 130,
    said: "The import continues in the daemon; the same command shows it again.\n",
  });
  const again = await tellback(home, ["import", "mcp-memory", file, "--json"]);
  expect(JSON.parse(again.stdout)).toMatchObject({ state: "done", stored: 1_501 });
});

test("what holds nothing of a tool is refused, or reported as empty, with what to name instead", async () => {
  await using home = await tellbackHome();
  await using folder = await tempDir("egtools");
  const at = (name: string) => join(folder.path, name);
  makeClaudeMem(at("store.db")).close();
  write(at("other.jsonl"), '{"a":1}\n');
  mkdirSync(at("empty"));
  const refused: [string[], number, string][] = [
    [["notes", at("store.db")], 1, "is not a note that can be read. Nothing was imported. Name a text file"],
    [["ctx", at("store.db")], 1, "it has no table nodes. Nothing was imported. Name the SQLite file of ctx."],
    [["mcp-memory", at("other.jsonl")], 1, "it holds neither entities nor relations. Nothing was imported."],
    [["basic-memory", at("empty")], 1, `no notes in ${at("empty")}. Name the folder`],
    [["claude-mem", at("empty")], 2, `${at("empty")} is not a file`],
    [["codex", at("store.db")], 2, `${at("store.db")} is not a folder`],
    [["claude-memm"], 3, "lists all sources"],
  ];
  for (const [args, code, said] of refused) {
    const ran = await tellback(home, ["import", ...args]);
    expect(ran.stderr, args.join(" ")).toContain(said);
    expect(ran.code, args.join(" ")).toBe(code);
  }
  expect(rows(home, "select id from nodes")).toEqual([]);
  const nothing = await tellback(home, ["import", "codex", at("empty")]);
  expect(nothing.stdout).toMatch(/^Found nothing to read in .*empty\. By default it is in .*sessions\.\n$/);
  makeBasicMemory(at("basic"));
  expect((await tellback(home, ["import", "basic-memory", at("basic")])).stdout).toContain("2 files read");
});

// The HTTP contract: who has access, what is refused and how, and that every operation returns what its table says.

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HandlerContext, noReindex } from "../../../src/areas/context.ts";
import {
  type InputOf,
  type OperationName,
  operationNames,
  operationTable,
} from "../../../src/areas/contracts.ts";
import { createClient, fetchTransport } from "../../../src/client/client.ts";
import { createApp } from "../../../src/doors/http/app.ts";
import { openMemory } from "../../../src/journeys/followers.ts";
import { importTranscripts } from "../../../src/journeys/import/import.ts";
import { mapProject } from "../../../src/journeys/map/map.ts";
import { everything, keepKey } from "../../../src/journeys/sync/keys.ts";
import { locationOf } from "../../../src/journeys/sync/vault-location.ts";
import { createTeam } from "../../../src/journeys/team/create.ts";
import { capture } from "../../../src/memory/capture/capture.ts";
import type { Memory } from "../../../src/memory/memory.ts";
import { rebuildTurns } from "../../../src/memory/turns.ts";
import type { HookEvent } from "../../../src/protocol/hook.ts";
import { compactionsOf } from "../../../src/rooms/compactions/room.ts";
import { turnsOf } from "../../../src/rooms/turns/room.ts";
import { createDatabase, postgresAvailable, startPostgres } from "../../support/postgres.ts";
import {
  entry,
  environment,
  type Home,
  registeredPid,
  stop,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";
import { gitProject } from "../../support/temp.ts";

const token = "t".repeat(64);
const needsTeam = /^team\.(?:create|join|leave|members|add|revoke|proposals|decide)$/;

/** A team with a proposal, and a database for another one; empty where there is no PostgreSQL. */
async function teamsOnServer() {
  const proposed = `nod_${"3".repeat(26)}`;
  if (!(await postgresAvailable()).ok)
    return { ...{ joined: "", made: "", proposed }, [Symbol.asyncDispose]: async () => {} };
  const server = await startPostgres();
  const [joined, made] = [await createDatabase(server.url), await createDatabase(server.url)];
  await createTeam(joined.url, "Ana");
  const sql = postgres(joined.url, { max: 1, onnotice: () => {} });
  await sql`insert into tellback_team.records (id, project, machine, state, body)
    values (${proposed}, 'git.example.com/shop', ${`mch_${"3".repeat(26)}`}, 'proposed', 'It holds.')`;
  await sql.end();
  return { joined: joined.url, made: made.url, proposed, [Symbol.asyncDispose]: server.stop };
}
const samples = join(import.meta.dirname, "../../../samples");

const foundOut = "The parser fails because src/parser.ts reads past the last token.";

describe("the app, without a socket", () => {
  let home: Home;
  let memory: Memory;
  let app: ReturnType<typeof createApp>;
  let stops = 0;

  beforeAll(async () => {
    home = await tellbackHome();
    memory = await openMemory({ env: { TELLBACK_HOME: home.path, TELLBACK_BRIDGE_FILE: "AGENTS.md" } });
    const context: HandlerContext = {
      memory,
      imports: new Map(),
      reindexes: { run: noReindex },
      exports: { run: { state: "none", records: 0 } },
      maps: new Map(),
      daemonState: () => ({
        pid: process.pid,
        version: "0.0.0",
        startedAt: new Date().toISOString(),
        home: home.path,
        idleMinutes: 30,
        rssBytes: 1,
      }),
      stop: () => {
        stops++;
      },
      stopping: new AbortController().signal,
      openPage: async () => ({ url: "http://127.0.0.1:4000/", code: "code", file: "/nowhere/open.html" }),
      doctor: async () => ({ verdict: "OK", findings: [] }),
      onRequest: () => {},
      log: () => {},
    };
    app = createApp(context, { token, hosts: ["127.0.0.1:4000", "localhost:4000"] });
    const seen = { host: "claude-code", sessionId: "session-one", projectDir: home.path, cwd: home.path };
    const at = "2025-01-01T10:00:00.000Z";
    const answeredAt = "2025-01-01T10:01:00.000Z";
    await capture(memory, [
      { ...seen, at, type: "prompt", text: "Why does the parser fail?", promptId: "p" },
      { ...seen, at: answeredAt, type: "reply", text: foundOut, messageId: "m" },
    ]);
  });
  afterAll(async () => {
    await memory.close();
    await home[Symbol.asyncDispose]();
  });

  const good = {
    host: "127.0.0.1:4000",
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };

  async function post(path: string, body: string, headers: Record<string, string | null> = {}) {
    const all = Object.entries({ ...good, ...headers }).filter(([, value]) => value !== null);
    const response = await app.request(path, {
      method: "POST",
      headers: Object.fromEntries(all) as Record<string, string>,
      body,
    });
    const answer = JSON.parse(await response.text()); // Whatever it is: each test says what it expects.
    return { status: response.status, headers: response.headers, body: answer };
  }

  test.each<[string, Record<string, string | null>, number, string]>([
    ["no token", { authorization: null }, 401, "unauthorized"],
    ["a wrong token", { authorization: "Bearer wrong" }, 401, "unauthorized"],
    ["the token without its scheme", { authorization: token }, 401, "unauthorized"],
    ["a longer token", { authorization: `Bearer ${token}t` }, 401, "unauthorized"],
    ["no host", { host: null }, 403, "forbidden"],
    ["a rebound host", { host: "evil.example:4000" }, 403, "forbidden"],
    ["a host that only begins well", { host: "127.0.0.1:4000.evil.example" }, 403, "forbidden"],
    ["another port", { host: "127.0.0.1:4001" }, 403, "forbidden"],
    ["a foreign origin", { origin: "https://evil.example" }, 403, "forbidden"],
    ["the origin null", { origin: "null" }, 403, "forbidden"],
    ["the origin of another port", { origin: "http://127.0.0.1:5000" }, 403, "forbidden"],
    ["a request from another site", { "sec-fetch-site": "cross-site" }, 403, "forbidden"],
    ["a request from the same site only", { "sec-fetch-site": "same-site" }, 403, "forbidden"],
    ["plain text", { "content-type": "text/plain" }, 400, "invalid_input"],
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, 400, "invalid_input"],
    ["no content type", { "content-type": "" }, 400, "invalid_input"],
  ])("refuses %s", async (_, headers, status, code) => {
    const answer = await post("/v1/status", "{}", headers);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(Object.keys(answer.body)).toEqual(["error"]);
  });

  test.each<[string, Record<string, string>]>([
    ["its own page", { origin: "http://127.0.0.1:4000", "sec-fetch-site": "same-origin" }],
    ["its own page under its other name", { host: "localhost:4000", origin: "http://localhost:4000" }],
    ["a typed address", { "sec-fetch-site": "none" }],
    ["JSON with a character set", { "content-type": "application/json; charset=utf-8" }],
  ])("serves %s", async (_, headers) => {
    expect((await post("/v1/status", "{}", headers)).status).toBe(200);
  });

  test.each<[string, string, string]>([
    ["bad JSON", "/v1/status", "{bad"],
    ["no body", "/v1/status", ""],
    ["a list", "/v1/status", "[]"],
    ["null", "/v1/status", "null"],
    ["a hundred thousand levels", "/v1/status", "[".repeat(1e5) + "]".repeat(1e5)],
    ["levels inside a field", "/v1/search", `{"query":${"[".repeat(1e5)}${"]".repeat(1e5)}}`],
    ["a field it does not know", "/v1/status", '{"admin":true}'],
    ["a prototype", "/v1/status", '{"__proto__":{"admin":true},"constructor":1}'],
    ["a missing field", "/v1/search", "{}"],
    ["a field of the wrong type", "/v1/search", '{"query":7}'],
    ["a limit out of bounds", "/v1/search", '{"query":"x","limit":100000}'],
  ])("answers %s with 400 and the reason", async (_, path, body) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe("invalid_input");
    expect(answer.body.error.message.length).toBeLessThan(2000);
  });

  test.each([
    "/v1/nonsense",
    "/v1/constructor",
    "/v1/__proto__",
    "/v1/",
    "/",
    "/v1/status/more",
    "/v1/..%2f..%2fetc%2fpasswd",
    "/..%2f..%2f..%2fetc/passwd",
    "/v1/%zz",
    "/hook",
  ])("has no route %s", async (path) => {
    const answer = await post(path, "{}");
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe("not_found");
  });

  test.each(["GET", "PUT", "DELETE", "PATCH", "OPTIONS"])("does nothing for %s", async (method) => {
    const response = await app.request("/v1/daemon.stop", { method, headers: good });
    expect(response.status).toBe(404);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
    expect(stops).toBe(0);
  });

  test("refuses a body over the limit, announced or not", async () => {
    const body = JSON.stringify({ query: "x".repeat(5 * 1024 * 1024) });
    const announced = await post("/v1/search", body, { "content-length": String(body.length) });
    const silent = await post("/v1/search", body);
    for (const answer of [announced, silent]) {
      expect(answer.status).toBe(413);
      expect(answer.body.error.code).toBe("too_large");
      expect(answer.headers.get("connection")).toBe("close");
    }
  });

  test("an error has the next step, and is never cached", async () => {
    const answer = await post("/v1/observation.show", '{"id":"obs_nothing"}');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: { code: "not_found", message: expect.stringContaining("obs_nothing"), hint: expect.any(String) },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("the hook route accepts only an envelope", async () => {
    const type = { "content-type": "application/octet-stream" };
    const ask = (body: string) =>
      app.request("/hook/claude-code", { method: "POST", headers: { ...good, ...type }, body });
    const start = JSON.stringify({ session_id: "new", hook_event_name: "SessionStart", source: "startup" });
    const answered = await ask(`tellback1\0claude-code\0${home.path}\0${start}`);
    expect(answered.status).toBe(200);
    const answer = JSON.parse(await answered.text());
    expect(answer.hookSpecificOutput.additionalContext).toContain(foundOut);
    const elsewhere = JSON.parse(await (await ask(`tellback1\0claude-code\0/elsewhere\0${start}`)).text());
    // A new project gets the request for a closing line alone.
    expect(elsewhere.hookSpecificOutput.additionalContext).toMatch(/^End replies that .*`Outcome: [^\n]*$/);
    expect(elsewhere.systemMessage).toMatch(/^tellback: /);
    for (const bad of ["", start, `tellback1\0other\0/x\0${start}`, "tellback1\0claude-code\0/x\0{bad"]) {
      expect((await ask(bad)).status).toBe(400);
    }
  });

  /** A conversation with a question, and an approval that waits. */
  async function chatWaiting(approval: string): Promise<string> {
    const answer = await post("/v1/chat.send", JSON.stringify({ text: "Why?", folder: home.path }));
    const id = answer.body.conversation;
    const live = memory.chat.get(id);
    live?.messages.at(-1)?.parts.push({
      ...{ type: "tool", id: "t", tool: "remember", title: "remember", input: {}, state: "waiting" },
      ...{ output: null, approval },
    });
    live?.approvals.set(approval, { toolCallId: "t", yes: null });
    return id;
  }

  test("every operation answers as its table says", async () => {
    const call = async <N extends OperationName>(name: N, input: InputOf<N>) => {
      const answer = await post(`/v1/${name}`, JSON.stringify(input));
      expect([name, answer.status, answer.body.error?.code ?? null]).toEqual([name, 200, null]);
      const parsed = operationTable[name].output.safeParse(answer.body);
      expect([name, parsed.error?.message]).toEqual([name, undefined]);
      return answer.body;
    };
    const transcript = join(import.meta.dirname, "../../fixtures/claude-code/transcripts/tools.jsonl");
    await memory.db.insertInto("transcripts").values({ path: transcript, read_to: 0 }).execute();
    const found = await call("search", { query: "parser", folder: home.path, kind: "observation" });
    const id = found.results[0].id as string;
    await importTranscripts(memory, samples);
    const { learning } = await call("learnings.add", {
      content: "Always close the parser",
      folder: home.path,
    });
    const say = async (content: string): Promise<string> =>
      (await call("remember", { content, folder: home.path })).node.id;
    const [first, second, gone, kept] = [
      await say("Parsers are slow"),
      await say("Parsers are shared"),
      await say("Gone"),
      await say("Lexers are for everybody"),
    ];
    const exported = join(home.path, "knowledge");
    writeFileSync(join(home.path, "notes.md"), "# Parsers\n");
    writeFileSync(join(home.path, "bill.ts"), "export function total(): number {\n  return 1;\n}\n");
    await mapProject(memory, { folder: home.path });
    const compacted = {
      sessionId: "session-one",
      type: "compact-after",
      trigger: "auto",
      summary: "So far.",
    };
    const place = { host: "claude-code", projectDir: home.path, cwd: home.path, at: "2026-01-01T10:00:00Z" };
    await capture(memory, [{ ...place, ...compacted } as HookEvent]);
    const [one] = await compactionsOf(memory.db, "session-one");
    await rebuildTurns(memory.db, "session-one", null);
    const [turn] = await turnsOf(memory.db, "session-one");
    const open = { open: JSON.stringify(["The parser has no test."]), provider: "agent" };
    await memory.db
      .updateTable("turns")
      .set(open)
      .where("id", "=", turn?.id ?? "")
      .execute();
    const repository = await gitProject(join(home.path, "repository"), {
      "pier.py": "def pier():\n    return 1\n",
    });
    await mapProject(memory, { folder: repository });
    const pointId = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);
    const task = { task: "parse-faster", folder: home.path };
    const shared = locationOf(memory.paths, join(home.path, "shared"));
    mkdirSync(shared.folder);
    mkdirSync(join(home.path, "echo"));
    const manifest = { name: "echo_text", description: "Repeats a text.", code: "echo.js" };
    writeFileSync(join(home.path, "echo/tool.json"), JSON.stringify(manifest));
    writeFileSync(join(home.path, "echo/echo.js"), "export const run = ({ text }) => text;");
    keepKey(memory.paths, shared, { key: randomBytes(32), salt: randomBytes(16), chosen: everything });
    const chat = await chatWaiting("waits");
    await using teams = await teamsOnServer();
    const inputs: { [N in OperationName]: InputOf<N> } = {
      init: { folder: home.path },
      "project.info": { folder: home.path },
      "project.context": { folder: home.path, refresh: true },
      scratchpad: { ...task, content: "Ideas" },
      plan: { ...task, content: "1. Measure" },
      append: { ...task, text: "Measured it", ticks: "1" },
      "task.list": { folder: home.path },
      "task.status": task,
      "task.show": task,
      "task.export": task,
      "task.verify": task,
      "task.context": { folder: home.path, for: "measure" },
      task: {
        action: "append",
        task: task.task,
        text: "Found the slow part",
        kind: "finding",
        folder: home.path,
      },
      "task.close": task,
      "task.reopen": task,
      "task.start": task,
      "task.delete": task,
      "session.start": { name: "by hand", tags: "slow", folder: home.path },
      "session.info": { folder: home.path },
      "session.end": { id: "by hand", folder: home.path },
      "session.resume": { id: "by hand", folder: home.path },
      "session.switch": { id: "by hand", folder: home.path },
      cleanup: { days: 30, dryRun: true, folder: home.path },
      remember: { content: "Parsers are kept", type: "decision", tags: "area:parser", folder: home.path },
      recall: { query: "parsers", folder: home.path },
      query: { query: "tag:area:parser OR type:fact", asOf: "2030-01-01" },
      link: { from: first, to: second, type: "DEPENDS_ON" },
      "node.show": { id: first },
      "node.list": { type: "fact", tag: "area:parser", allProjects: true },
      "node.update": { id: first, content: "Parsers are quick" },
      "node.confirm": { id: first },
      "node.anchor": { id: first, place: "notes.md" },
      "node.summarize": { content: "All of parsers", nodes: `${first} ${second}` },
      "node.related": { id: first },
      "node.trace": { id: first, reverse: true },
      "edge.list": { id: first },
      "tag.add": { id: first, tags: "tier:pinned area:parser" },
      "tag.remove": { id: first, tags: "area:parser" },
      "tag.list": { prefix: "tier:" },
      "view.create": { name: "parsers", query: "parsers", template: "document" },
      "view.edit": { name: "parsers", budget: 300 },
      "command.try": { text: "<ctx:status/>", folder: home.path },
      "view.list": {},
      "view.render": { name: "parsers", allProjects: true },
      "view.delete": { name: "parsers" },
      compose: { seed: first, folder: home.path },
      stale: { folder: home.path },
      "stale.code": { id: first },
      "graph.draw": { id: first, as: "dot" },
      "graph.status": { folder: home.path },
      "map.start": { path: home.path },
      "map.state": { path: home.path },
      "map.show": { path: home.path, budget: 100, mention: "total" },
      symbol: { name: "total", folder: home.path },
      callers: { name: "bill.ts#total", folder: home.path },
      callees: { name: "total", folder: home.path },
      impact: { name: "bill.ts", folder: home.path },
      "impact.diff": { base: "HEAD", folder: repository },
      tests: { name: "total", folder: home.path },
      dead: { ifDeleted: "total", folder: home.path },
      hotspots: { folder: home.path },
      changes: { since: "7d", session: "session-one", folder: home.path },
      "code.draw": { file: "bill.ts", as: "dot", folder: home.path },
      code_map: { mention: "total", folder: home.path },
      knowledge: { folder: home.path },
      "knowledge.export": { path: exported, folder: home.path },
      "knowledge.import": { path: exported, folder: home.path },
      "bridge.status": { folder: home.path },
      "bridge.pull": { folder: home.path },
      "bridge.push": { folder: home.path },
      "node.supersede": { old: first, new: second },
      "edge.remove": { from: second, to: first },
      "node.delete": { id: gone },
      projects: {},
      timeline: { folder: home.path, kind: "prompt" },
      "session.outline": { id: "session-one" },
      feed: { after: "0.0" },
      "graph.near": { id: first, depth: 2, asOf: "2030-01-01" },
      injections: { folder: home.path, used: false },
      "config.show": { folder: home.path },
      "config.set": { key: "backup.keep", value: "3" },
      doctor: {},
      "page.open": {},
      status: { folder: home.path },
      search: { query: "parser", allProjects: true, session: "session-one" },
      show: { id },
      get: { id, length: "summary" },
      context: { folder: home.path, for: "how does the parser work" },
      why: { id },
      "open-points": { folder: home.path },
      "open-points.edit": {
        id: pointId("The parser has no test."),
        text: "Test the parser.",
        folder: home.path,
      },
      "open-points.close": { id: pointId("Test the parser."), folder: home.path },
      "compress.start": {},
      "compress.state": {},
      "reindex.start": {},
      "reindex.state": {},
      "session.list": { limit: 5 },
      "session.show": { id: "session-one" },
      get_summary: { session_id: "session-one", summary_id: "1" },
      "compaction.store": { session: "session-one", summary: "The parser is done; the lexer waits." },
      "compaction.show": { id: one?.id ?? "" },
      "observation.show": { id },
      "observation.edit": { id, title: "A better title" },
      "eval.compression": { samples: 4 },
      "eval.sql": { query: "select type, count(*) as n from events group by type" },
      report: { since: "52w", eval: true, allProjects: true },
      review: { allProjects: true },
      "review.keep": { id: learning.id },
      "review.edit": { id: learning.id, content: "Always close each parser" },
      "review.drop": { id: second },
      learnings: { allProjects: true },
      "learnings.show": { id: learning.id },
      share: { folder: home.path, id: kept },
      "share.rule": { folder: home.path, rule: "knowledge" },
      unshare: { id: kept },
      "team.join": { url: teams.joined },
      "team.members": {},
      "team.add": { name: "Ben", role: "reader" },
      "team.proposals": {},
      "team.decide": { verdict: "accept", id: teams.proposed },
      "team.revoke": { name: "Ben" },
      "team.leave": {},
      "team.create": { url: teams.made },
      "team.status": { folder: home.path },
      "team.pull": { folder: home.path },
      "team.trust": { folder: home.path },
      "learnings.add": { content: "Never leave a parser open", global: true },
      "learnings.confirm": { id: learning.id },
      "learnings.edit": { id: learning.id, content: "Always close every parser" },
      "learnings.log": {},
      "learnings.undo": {},
      "learnings.reject": { id: learning.id },
      reflect: { folder: home.path },
      "session.reflect": { id: "session-one" },
      "fn.save": {
        name: "double",
        code: "export function double(x) { return 2 * x; }",
        language: "javascript",
        tests: '[{"args": [2], "value": 4}]',
      },
      "fn.list": {},
      "fn.show": { name: "double" },
      "fn.search": { query: "double" },
      "fn.run": { name: "double", args: "[3]" },
      "fn.test": { name: "double" },
      "fn.versions": { name: "double" },
      "fn.runs": { name: "double" },
      "fn.diff": { name: "double", from: 1, to: 1 },
      "fn.rollback": { name: "double", to: 1, force: true },
      "fn.deps": { name: "double" },
      "fn.allow": { name: "double", module: "os" },
      "fn.export": { path: join(home.path, "functions.json") },
      "fn.import": { path: join(home.path, "functions.json") },
      "fn.delete": { name: "double" },
      "tool.add": { path: join(home.path, "echo") },
      "tool.trust": { name: "echo_text" },
      "tool.list": { folder: home.path },
      "tool.run": { name: "echo_text", input: '{"text": "a"}' },
      "tool.remove": { name: "echo_text" },
      jobs: { state: "failed" },
      "jobs.retry": {},
      "sync.look": { place: shared.name },
      sync: { place: shared.name },
      spend: { by: "model" },
      "chat.start": { folder: home.path },
      "chat.list": { folder: home.path },
      "chat.approve": { approval: "waits", yes: true },
      "chat.send": { conversation: chat, text: "Why does the parser fail?" },
      "chat.show": { conversation: chat },
      "chat.regenerate": { conversation: chat },
      "chat.follow": { conversation: chat },
      "chat.stop": { conversation: chat },
      backup: {},
      "import.start": { folder: home.path },
      "import.state": {},
      export: { path: join(home.path, "export.jsonl") },
      "export.state": {},
      "forget.preview": { match: "nothing says this" },
      forget: { match: "nothing says this" },
      "redact.preview": { rescan: true },
      redact: { rescan: true },
      "daemon.state": {},
      "daemon.stop": {},
      "observation.delete": { id },
      "session.delete": { id: "session-one" },
    };
    expect(Object.keys(inputs).sort()).toEqual([...operationNames].sort());
    const addingUp = "export function double(x) { return x + x; }";
    await call("fn.save", { name: "double", code: addingUp, language: "javascript" });
    const isPossible = (name: string) => teams.joined !== "" || !needsTeam.test(name);
    for (const [name, input] of Object.entries(inputs))
      if (isPossible(name)) await call(name as OperationName, input as never);
    expect(stops).toBe(1);
    await call("session.delete", { id: chat });
    const search = await call("search", { query: "parser", allProjects: true, kind: "observation" });
    expect(search.results).toEqual([]);
    await call("session.delete", { id: "5eed0001" });
    await call("session.delete", { id: "new" });
    const left = (await call("session.list", {})).sessions;
    expect(left).toMatchObject([
      { name: null, host: "terminal" },
      { name: "by hand", host: "terminal" },
    ]);
    for (const { id } of left) await call("session.delete", { id });
    expect((await call("session.list", {})).sessions).toEqual([]);
  });
});

describe("tellback serve", () => {
  async function serve(home: Home) {
    const child = spawn(process.execPath, [entry, "serve", "--port", "0", "--json"], {
      env: environment(home),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    await until("it says where it listens", () => /\}\s*$/.test(said));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { child, ended, ...(JSON.parse(said) as { url: string; token: string }) };
  }

  test("answers on loopback with its token, to a client and to a page of its own", async () => {
    await using home = await tellbackHome();
    const { child, ended, url, token } = await serve(home);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const client = createClient(fetchTransport(url, token));
    expect(await client.call("daemon.state", {})).toMatchObject({ pid: child.pid, home: home.path });
    await expect(createClient(fetchTransport(url, "no")).call("status", {})).rejects.toMatchObject({
      code: "unauthorized",
      hint: expect.any(String),
    });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const fromPage = { ...headers, origin: url.slice(0, -1), "sec-fetch-site": "same-origin" };
    const status = { method: "POST", body: "{}" };
    expect((await fetch(`${url}v1/status`, { ...status, headers: fromPage })).status).toBe(200);
    const foreign = { ...headers, origin: "http://evil.example" };
    expect((await fetch(`${url}v1/status`, { ...status, headers: foreign })).status).toBe(403);
    expect(await rawStatus(url, { ...headers, host: "evil.example" })).toBe(403);
    // The command line finds it too: it is now the daemon.
    const seen = JSON.parse((await tellback(home, ["status", "--json"])).stdout);
    expect(seen.daemon.pid).toBe(child.pid);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(existsSync(home.paths.register)).toBe(false);
  });

  test("reads no large body and holds few connections of callers without a token", async () => {
    await using home = await tellbackHome();
    const { child, ended, url } = await serve(home);
    let sent = 0;
    const endless = new ReadableStream({
      pull(stream) {
        sent += 65_536;
        if (sent > 256 * 1024 * 1024) stream.close();
        else stream.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const headers = { "content-type": "application/json" };
    const refused = await fetch(`${url}page/exchange`, {
      ...{ method: "POST", headers, body: endless, duplex: "half" },
    } as RequestInit).then(
      ({ status }) => status,
      () => "closed",
    );
    expect([413, "closed"]).toContain(refused);
    expect(sent).toBeLessThan(64 * 1024 * 1024);

    let dropped = 0;
    const silent = Array.from({ length: 300 }, () =>
      connect(Number(new URL(url).port), "127.0.0.1")
        .on("error", () => {})
        .once("close", () => dropped++),
    );
    await until("the connections over the limit are closed", () => dropped >= 100);
    expect(JSON.parse((await tellback(home, ["status", "--json"])).stdout).daemon.pid).toBe(child.pid);
    for (const one of silent) one.destroy();
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test("replaces the running daemon, and refuses an invalid port", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    const before = registeredPid(home);
    const { child, ended } = await serve(home);
    expect(registeredPid(home)).toBe(child.pid);
    expect(before).not.toBe(child.pid);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await tellback(home, ["serve", "--port", "99999"])).toMatchObject({ code: 2, stdout: "" });
  });

  test.skipIf(!existsSync("/proc/net/tcp"))("nothing listens on TCP unless it was asked for", async () => {
    await using home = await tellbackHome();
    await tellback(home, ["status"]);
    expect(listeningTcp(registeredPid(home) as number)).toEqual([]);
    const { child, ended } = await serve(home);
    expect(listeningTcp(child.pid as number)).toEqual(["0100007F"]);
    child.kill("SIGTERM");
    await ended;
    await stop(home);
  });
});

function rawStatus(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}v1/status`, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asking.on("error", reject);
    asking.end("{}");
  });
}

/** Local addresses on which a process listens, as the kernel writes them. */
function listeningTcp(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  const links = readdirSync(folder).map((name) => readlinkSync(join(folder, name)));
  const inodes = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === "0A" && inodes.has(fields[9] ?? ""))
      .map((fields) => fields[1]?.split(":")[0] ?? ""),
  );
}

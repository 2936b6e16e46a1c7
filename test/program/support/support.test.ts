// The test support itself, with the real programs: the pinned client, a PostgreSQL server, PGlite.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { title } from "../../support/available.ts";
import { claudeAvailable, runClaude } from "../../support/claude-code.ts";
import { type Route, startModel } from "../../support/model-stand-in.ts";
import { startPglite } from "../../support/pglite.ts";
import { createDatabase, postgresAvailable, type Server, startPostgres } from "../../support/postgres.ts";
import { git, gitProject, tempDir } from "../../support/temp.ts";

const claude = await claudeAvailable();
const server = await postgresAvailable();

describe("the model stand-in", () => {
  const ask = (url: string, body: object): Promise<Response> =>
    fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
  const hello = { model: "m", tools: [{ name: "Bash" }], messages: [{ role: "user", content: "hello" }] };

  test("answers each route's turns in order, then falls through, and remembers the questions", async () => {
    const greeting: Route = {
      name: "greeting",
      when: (a) => a.lastUser === "hello",
      turns: [{ text: "hi" }],
    };
    await using model = await startModel([greeting, { name: "rest", turns: [{ text: "again" }] }]);
    const texts: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const answer = (await (await ask(model.url, hello)).json()) as { content: { text: string }[] };
      texts.push(answer.content[0]?.text ?? "");
    }
    expect(texts).toEqual(["hi", "again", "Done."]);
    expect(model.requests.map((request) => request.route)).toEqual(["greeting", "rest", "end"]);
  });

  test("streams the same content it would send whole, with ids no other run has", async () => {
    const turn = {
      thinking: "hm",
      text: "naïve 🙂 ".repeat(40),
      tools: [{ name: "Bash", input: { command: "ls" } }],
    };
    await using model = await startModel([{ name: "main", turns: [turn], loop: true }]);
    const streamed = await (await ask(model.url, { ...hello, stream: true })).text();
    const events = streamed
      .split("\n")
      .filter((line) => line.startsWith("data: "))
      .map((line) => JSON.parse(line.slice(6)));
    const joined = (field: string): string => events.map((event) => event.delta?.[field] ?? "").join("");
    expect(joined("text")).toBe(turn.text);
    expect(joined("thinking")).toBe("hm");
    expect(JSON.parse(joined("partial_json"))).toEqual({ command: "ls" });
    expect(new Set(streamed.match(/(toolu|msg)_01[0-9a-f]{22}/g)).size).toBe(2);
  });

  test("fails the way the script says", async () => {
    const error = { status: 529, type: "overloaded_error", message: "busy" };
    await using model = await startModel([{ name: "main", turns: [{ error }] }]);
    const answer = await ask(model.url, hello);
    expect(answer.status).toBe(529);
    expect(await answer.json()).toMatchObject({ error: { type: "overloaded_error", message: "busy" } });
  });
});

describe.skipIf(!claude.ok)(title("the real client", claude), () => {
  test("works through files, parallel and failing tools and a sub-agent", { timeout: 120_000 }, async () => {
    await using home = await tempDir("egh");
    await using project = await tempDir("egp");
    await gitProject(project.path);
    const file = join(project.path, "hello.txt");
    const bash = (command: string): { name: string; input: Record<string, unknown> } => ({
      name: "Bash",
      input: { command, description: "run" },
    });
    const agent = { description: "look", prompt: "SUBTASK: look", subagent_type: "general-purpose" };
    await using model = await startModel([
      {
        name: "sub-agent",
        when: (ask) => ask.firstUser.includes("SUBTASK") && ask.hasTools,
        turns: [{ tools: [bash("echo from-the-sub-agent")] }, { text: "The sub-agent found it." }],
      },
      {
        name: "main",
        when: (ask) => ask.hasTools,
        turns: [
          {
            thinking: "First a file.",
            tools: [{ name: "Write", input: { file_path: file, content: "one\n" } }],
          },
          { tools: [bash("cat hello.txt"), { name: "Read", input: { file_path: file } }] },
          { tools: [bash("echo broken >&2; exit 3")] },
          { tools: [{ name: "Agent", input: { ...agent, run_in_background: false } }] },
          { text: "All done." },
        ],
      },
    ]);

    const args = ["-p", "Do the work", "--dangerously-skip-permissions"];
    const run = await runClaude({ model, cwd: project.path, home: home.path, args, timeoutMs: 90_000 });

    expect(run).toMatchObject({ code: 0, stdout: "All done.\n" });
    expect(await readFile(file, "utf8")).toBe("one\n");
    const main = model.askedOf("main");
    expect(main).toHaveLength(5);
    expect(main[2]?.lastUser).toContain("one");
    expect(main[3]?.lastUser).toContain("broken");
    expect(main[4]?.lastUser).toContain("The sub-agent found it.");
    expect(model.askedOf("sub-agent")[1]?.lastUser).toContain("from-the-sub-agent");
  });

  test("is ended at its timeout", { timeout: 60_000 }, async () => {
    await using home = await tempDir("egh");
    await using project = await tempDir("egp");
    await using model = await startModel([{ name: "slow", turns: [{ delayMs: 30_000 }], loop: true }]);
    const run = await runClaude({
      model,
      cwd: project.path,
      home: home.path,
      args: ["-p", "hi"],
      timeoutMs: 3_000,
    });
    expect(run.code).toBe("SIGKILL");
    expect(run.ms).toBeLessThan(15_000);
  });
});

describe.skipIf(!server.ok)(title("PostgreSQL", server), () => {
  let running: Server;
  beforeAll(async () => {
    running = await startPostgres();
  });
  afterAll(() => running?.stop());

  test("answers on its socket, without TCP, one fresh database per caller", async () => {
    const [one, two] = [await createDatabase(running.url), await createDatabase(running.url)];
    const first = postgres(one.url);
    const second = postgres(two.url);
    await first`create table note (id int primary key)`;
    const [state] =
      await first`select current_setting('listen_addresses') as tcp, to_regclass('note') as note`;
    expect(state).toEqual({ tcp: "", note: "note" });
    expect(await second`select to_regclass('note') as note`).toEqual([{ note: null }]);
    await Promise.all([first.end(), second.end()]);
    await one.drop();
    await two.drop();
  });
});

describe("PGlite", () => {
  let running: Server;
  beforeAll(async () => {
    running = await startPglite();
  });
  afterAll(() => running?.stop());

  test("has pgvector", async () => {
    const sql = postgres(running.url, { onnotice: () => {} });
    await sql`create extension if not exists vector`;
    await sql`create table item (id int, place vector(2))`;
    await sql`insert into item values (1, ${"[0,1]"}), (2, ${"[5,5]"})`;
    expect(await sql`select id from item order by place <-> ${"[4,4]"} limit 1`).toEqual([{ id: 2 }]);
    await sql.end();
  });

  test("serves several clients at once without mixing up their statements or transactions", async () => {
    const clients = [postgres(running.url, { max: 4 }), postgres(running.url, { max: 4, prepare: false })];
    const jobs = Array.from({ length: 120 }, (_, n) => {
      const sql = clients[n % 2] as postgres.Sql;
      if (n % 5 === 0) return sql`select * from missing`.catch((error: { code: string }) => error.code);
      if (n % 3 > 0) return sql`select ${n}::int as n`.then((rows) => rows[0]?.n);
      return sql.begin(async (tx) => {
        await tx`select set_config('test.n', ${String(n)}, true)`;
        return (await tx`select current_setting('test.n')::int as n`)[0]?.n;
      });
    });
    expect(await Promise.all(jobs)).toEqual(jobs.map((_, n) => (n % 5 === 0 ? "42P01" : n)));
    await Promise.all(clients.map((sql) => sql.end()));
  });

  test("rolls back what a client left open when it went away", async () => {
    const sql = postgres(running.url, { max: 1 });
    await sql`create table left_open (id int)`;
    const reserved = await sql.reserve();
    await reserved`begin`;
    await reserved`insert into left_open values (1)`;
    await sql.end({ timeout: 0 });
    const after = postgres(running.url, { max: 1 });
    expect(await after`select count(*)::int as n from left_open`).toEqual([{ n: 0 }]);
    await after.end();
  });
});

test("a small git project has one commit on main", async () => {
  await using project = await tempDir("egp");
  await gitProject(project.path, { "src/a.ts": "export const a = 1;\n" });
  expect(await git(project.path, "ls-files")).toBe("README.md\nsrc/a.ts");
  expect(await git(project.path, "branch", "--show-current")).toBe("main");
});

// Two machines of two people, with their daemons and the hooks of the client, and a PostgreSQL of their team that dies in the
// middle, or that is reached through a pooler.

import { mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import postgres from "postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { title } from "../../support/available.ts";
import { pgbouncerAvailable, startPgbouncer } from "../../support/pgbouncer.ts";
import { postgresAvailable, startRestartable } from "../../support/postgres.ts";
import {
  daemonOf,
  type Home,
  payload,
  rows,
  shellHook,
  tellback,
  tellbackHome,
  until,
} from "../../support/tellback.ts";
import { git, gitProject } from "../../support/temp.ts";

const available = await postgresAvailable();
const pooler = await pgbouncerAvailable();
const rule = "Never push to main. Open a pull request instead.";

interface Machine {
  home: Home;
  name: string;
  tree: string;
}

async function machine(name: string): Promise<Machine> {
  const home = await tellbackHome();
  onTestFinished(() => home[Symbol.asyncDispose]());
  const tree = join(home.path, "..", `home of ${name}`, "shop");
  mkdirSync(dirname(tree), { recursive: true });
  await gitProject(tree);
  await git(tree, "remote", "add", "origin", "https://git.example.com/ana/shop.git");
  return { home, name, tree };
}

async function command({ home, name, tree }: Machine, args: string[], stdin = ""): Promise<string> {
  const ran = await tellback(home, args, { cwd: tree, stdin, env: { TELLBACK_IDENTITY_NAME: name } });
  expect(`${ran.stderr}${ran.code}`, args.join(" ")).toBe("0");
  return ran.stdout;
}

async function states({ home, tree }: Machine, content: string): Promise<string> {
  const { client } = await daemonOf(home);
  const { learning } = await client.call("learnings.add", { content, category: "convention", folder: tree });
  return learning.id;
}

async function startsSession({ home, tree }: Machine, session: string): Promise<string> {
  const started = payload.start(session, { cwd: tree });
  const { stdout } = await shellHook(home, ["answer", "10"], started, { projectDir: tree });
  return stdout;
}

async function status({ home, tree }: Machine) {
  const { client } = await daemonOf(home);
  const { server } = await client.call("team.status", { folder: tree });
  if (server === null) throw new Error("no team");
  return server;
}

/** What a session start would tell, without starting one. */
const has = ({ home }: Machine, content: string) =>
  rows<{ content: string }>(home, "select content from nodes where state = 'active'").some(
    (row) => row.content === content,
  );

describe.skipIf(!available.ok)(title("a team's server and two daemons", available), () => {
  test("a decision reaches the other's next session by itself, also after the server was killed", {
    timeout: 240_000,
  }, async () => {
    const server = await startRestartable();
    onTestFinished(() => server.stop());
    const [ana, ben] = [await machine("Ana"), await machine("Ben")];
    await command(ana, ["team", "create"], server.url);
    const line = join(ana.home.path, "line");
    await command(ana, ["team", "add", "Ben", "--role", "maintainer", "--file", line]);
    expect(statSync(line).mode & 0o777).toBe(0o600);
    await command(ben, ["team", "join"], readFileSync(line, "utf8"));
    for (const one of [ana, ben]) await startsSession(one, `first-${one.name}`);

    await command(ana, ["share", await states(ana, rule)]);
    await until("Ben's machine has it", () => has(ben, rule));
    const told = await startsSession(ben, "second");
    expect(told).toContain(`${rule} — Ana, today`);

    await server.goAway("immediate");
    const [one, two] = ["The port is 8081 on every machine.", "Samples are never formatted."];
    await command(ana, ["share", await states(ana, one)]);
    await command(ben, ["share", await states(ben, two)]);
    await until("both say that it is away", async () => {
      const seen = await Promise.all([status(ana), status(ben)]);
      return seen.every(({ failingSince, waiting }) => failingSince !== null && waiting === 1);
    });
    // Everything that is here works.
    expect(await startsSession(ben, "third")).toContain(rule);
    const said = JSON.parse(await command(ana, ["status", "--json"]));
    expect(said.problems).toMatchObject([{ code: "team_unreachable" }]);
    await server.comeBack();
    await until("both have both", () => has(ana, two) && has(ben, one), 120_000);
    await until("nothing waits", async () => (await status(ana)).waiting + (await status(ben)).waiting === 0);

    await command(ana, ["team", "revoke", "Ben"]);
    await until("the copies are gone from Ben's machine", () => !has(ben, rule) && !has(ben, one));
    expect(await startsSession(ben, "fourth")).not.toContain("Never push");
    expect(has(ben, two)).toBe(true);
  });

  test("an agent cannot join, add, revoke or decide, and what it shares is proposed", async () => {
    const server = await startRestartable();
    onTestFinished(() => server.stop());
    const ana = await machine("Ana");
    await command(ana, ["team", "create"], server.url);
    const id = await states(ana, rule);
    const asAgent = (args: string[]) =>
      tellback(ana.home, args, { cwd: ana.tree, env: { CLAUDECODE: "1", TELLBACK_IDENTITY_NAME: "Ana" } });
    for (const args of [
      ["team", "join", server.url],
      ["team", "create", server.url],
      ["team", "add", "Ben"],
      ["team", "revoke", "Ana"],
      ["team", "leave"],
      ["team", "review", "accept", id],
    ])
      expect(await asAgent(args), args.join(" ")).toMatchObject({
        code: 5,
        stderr: expect.stringContaining("only a person"),
      });
    expect((await asAgent(["share", id])).code).toBe(0);
    await until("the team has it as a proposal", async () => (await status(ana)).own.proposed === 1);
    // What others wrote cannot act in the terminal, nor can their names.
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    await sql`update tellback_team.members set name = ${"A\u001b[2Jna"}`;
    await sql`insert into tellback_team.records (id, project, machine, state, body)
      values (${`nod_${"4".repeat(26)}`}, 'p', ${`mch_${"4".repeat(26)}`}, 'proposed', ${"It\u001b]0;x\u0007 holds.\u001b[2J"})`;
    await sql.end();
    for (const words of [["review"], ["members"]]) {
      const shown = await command(ana, ["team", ...words]);
      expect(shown).toContain("na");
      for (const control of ["\u0007", "\u001b"]) expect(shown.includes(control)).toBe(false);
    }
  });

  describe.skipIf(!pooler.ok)(title("through pgbouncer", pooler), () => {
    test("in transaction mode, with two server connections for all, nothing fails and nothing is missing", {
      timeout: 240_000,
    }, async () => {
      const server = await startRestartable();
      onTestFinished(() => server.stop());
      const people = [await machine("Ana"), await machine("Ben"), await machine("Cleo")] as const;
      const [ana, ben, cleo] = people;
      await command(ana, ["team", "create"], server.url);
      const urls = [server.url];
      for (const { name } of [ben, cleo]) {
        const added = await command(ana, ["team", "add", name, "--role", "maintainer", "--json"]);
        urls.push(JSON.parse(added).joinUrl);
      }
      const users = urls.map((url) => new URL(url).username);
      await using pooled = await startPgbouncer(server.url, users, 2);
      await command(ana, ["team", "leave"]);
      for (const [at, one] of people.entries())
        await command(one, ["team", "join"], `postgres://${users[at]}@127.0.0.1:${pooled.port}/postgres`);
      const each = 20;
      const words = "parser lexer router cache queue worker logger mailer runner importer".split(" ");
      for (let n = 0; n < each; n++)
        for (const one of people) {
          const { client } = await daemonOf(one.home);
          const text = `${one.name} owns part ${"abcdefghijklmnopqrst"[n]} of the ${words[n % 10]}.`;
          await client.call("share", { id: await states(one, text), folder: one.tree });
        }
      const count = ({ home }: Machine) =>
        rows<{ n: number }>(
          home,
          "select count(*) as n from nodes where state = 'active' and scope = 'team'",
        )[0]?.n;
      await until("everybody has everything", () => people.every((one) => count(one) === 3 * each), 120_000);
      for (const one of people) {
        await until("everything is confirmed", async () => (await status(one)).waiting === 0);
        expect(await status(one)).toMatchObject({ trouble: null, problems: [] });
      }
      expect(pooled.errors()).toEqual([]);
    });
  });
});

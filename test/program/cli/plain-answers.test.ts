// What a new user reads: valid markdown, errors in plain words, logs that say what changed, grouped help.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { helpGroups } from "../../../src/doors/cli/help.ts";
import { createProgram } from "../../../src/doors/cli/program.ts";
import {
  daemonOf,
  entry,
  environment,
  type Home,
  rows,
  tellback,
  tellbackHome,
} from "../../support/tellback.ts";

let home: Home;
const run = (...args: string[]) => tellback(home, args);

beforeAll(async () => {
  home = await tellbackHome();
  for (const folder of ["samples", "test/fixtures/claude-code/transcripts"])
    expect(await run("import", join(import.meta.dirname, "../../..", folder))).toMatchObject({ code: 0 });
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

test("text can be piped in, and <ctx:*> commands can be tried by hand", async () => {
  const folder = join(home.path, "piped");
  mkdirSync(folder);
  const piped = await tellback(home, ["remember", "-", "--type", "source"], {
    cwd: folder,
    stdin: "Tides come from the harbour's own table.\nIt is renewed in May.\n",
  });
  expect(piped).toMatchObject({ code: 0, stderr: "" });
  const tried = await tellback(
    home,
    ["hook", "claude-code", "--response", '<ctx:recall query="type:source"/>'],
    {
      cwd: folder,
    },
  );
  expect(tried).toMatchObject({ code: 0, stderr: "" });
  expect(tried.stdout).toContain("1 command: recall\nAnswer to recall type:source: 1 found");
  expect(tried.stdout).toContain("It is renewed in May.");
  const tight = await tellback(home, ["compose", "type:source", "--budget", "50"], { cwd: folder });
  expect(tight.stdout).toContain("None of 1 matching node fits into the budget; --budget raises it.");
  const started = "tag:tier:pinned OR tag:tier:reference";
  const wider = await tellback(home, ["view", "edit", "default", "--budget", "700"]);
  expect(wider.stdout).toContain(`View default: ${started}`);
  const nothing = await tellback(home, ["view", "edit", "default"]);
  expect(nothing.stderr).toBe("error: nothing to change\nGive a query, --budget or --template.\n");
  await tellback(home, ["view", "delete", "default", "--yes"]);
});

describe("a usage error", () => {
  test.each([
    [["scratchpad"], "missing required argument 'task'\n`tellback scratchpad --help` describes it."],
    [
      ["fn", "rollback", "x"],
      "required option '--to <n>' not specified\n`tellback fn rollback --help` describes it.",
    ],
    [["fn", "nosuch"], "unknown command 'nosuch'\n`tellback fn --help` lists its commands."],
    [["nosuch"], "unknown command 'nosuch'\n`tellback help --all` lists every command"],
  ])("%s names the help of its command", async (args, says) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });
});

test("an empty folder has no code and no tasks, which is no error", async () => {
  const folder = join(home.path, "empty");
  mkdirSync(folder);
  const here = (...args: string[]) => tellback(home, args, { cwd: folder });
  expect(await here("map")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("No code files here."),
  });
  expect(await here("task", "verify")).toMatchObject({
    code: 0,
    stdout: "This project has no tasks to check.\n",
  });
  const broken = await here("fn", "save", "bad", "--language", "javascript", "--code", "function (");
  expect(broken).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the code is not valid javascript"),
  });
});

describe("--format markdown", () => {
  test("is a markdown document if the command has one", async () => {
    const { stdout: list } = await run("session", "list", "--all-projects", "--format", "markdown");
    expect(list).toMatch(/^\| last seen \| project \| observations \| what \| id \|\n\| --- \| /);
    const { stdout: session } = await run("session", "show", "5eed0001", "--format", "markdown");
    expect(session).toMatch(/^# Users report/);
    expect(session).toContain("\n## What happened\n\n| when | what | id |\n");
    const { stdout: found } = await run("search", "login", "--all-projects", "--format", "markdown");
    expect(found).toMatch(/^\| score \| when \| what \| id \|\n/);
    const { stdout: report } = await run("report", "--session", "5eed0001", "--format", "markdown");
    expect(report).toMatch(/^# tellback · todo-api/);
    expect(report).toContain("\n## Tools\n\n| what | count |");
  });

  test.each([["status"], ["jobs"], ["doctor"], ["daemon", "status"], ["remember", "one fact"]])(
    "tellback %s %s refuses it and does nothing",
    async (...words) => {
      const args = words.filter((word) => word !== undefined);
      const { code, stdout, stderr } = await run(...args, "--format", "markdown");
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("has no markdown form");
      expect(rows(home, "select id from nodes where content = 'one fact'")).toEqual([]);
    },
  );

  test("--format json is --json for every command", async () => {
    for (const args of [["daemon", "status"], ["config"], ["session", "list"]]) {
      const { stdout } = await run(...args, "--format", "json");
      expect(() => JSON.parse(stdout), args.join(" ")).not.toThrow();
    }
    expect(JSON.parse((await run("nonsense", "--format", "json")).stderr)).toHaveProperty("error");
  });
});

test("no error contains a library's own text", async () => {
  const wrong = [
    ["search", "x", "--limit", "0"],
    ["search", "x", "--limit", "5000"],
    ["search", "x", "--min-relevance", "7"],
    ["view", "create", "a", "b", "--budget", "1"],
    ["config", "set", "daemon.idleMinutes", "soon"],
    ["config", "set", "llm.provider", "foo"],
  ];
  for (const args of wrong) {
    const { code, stderr } = await run(...args);
    expect(code, args.join(" ")).toBe(2);
    expect(stderr, args.join(" ")).toMatch(/ must be /);
    expect(stderr).not.toMatch(/expected|received|Invalid|✖|→|Too (?:big|small)/);
  }
});

test("importing from a missing folder is an error", async () => {
  const { code, stderr } = await run("import", "/nonexistent");
  expect(code).toBe(3);
  expect(stderr).toContain("folder not found: /nonexistent");
});

test("every command in a hint exists", async () => {
  const { stderr } = await run("restore", "no-such-file.db");
  const named = [...stderr.matchAll(/`tellback ([^`]+)`/g)].map(([, words]) => words ?? "");
  expect(named).toEqual(["restore"]);
});

test("the log of learnings shows what changed in each", async () => {
  await run("learnings", "add", "answers have a body");
  const [row] = rows<{ id: string }>(home, "select id from nodes where content = 'answers have a body'");
  await run("learnings", "edit", row?.id ?? "", "--content", "answers always have a body");
  const { stdout } = await run("learnings", "log");
  expect(stdout).toContain("content answers have a body → answers always have a body");
  expect(stdout).toMatch(/new answers have a body/);
});

test("an unknown topic is answered with the known ones", async () => {
  await run("remember", "tokens live 15 minutes", "--tags", "area:auth");
  const { stdout } = await run("knowledge", "--topic", "zebra");
  expect(stdout).toContain('No knowledge about "zebra" in this project yet. Topics: auth 1');
});

test("the report of a session counts that session alone", async () => {
  const { stdout } = await run("report", "--session", "5eed0001", "--json");
  const report = JSON.parse(stdout);
  const [one] = rows<{ n: number }>(
    home,
    "select count(*) as n from observations where session_id like '5eed0001%'",
  );
  expect(report.observations.count).toBe(one?.n);
  // At most what is learned from this session, as far as that has been done by now.
  const own = rows<{ content: string }>(home, "select content from nodes where session_id like '5eed0001%'");
  for (const { text } of report.learnings.newest) expect(own.map(({ content }) => content)).toContain(text);
  expect(report.learnings.all).toBe(report.learnings.newest.length);
  expect(report.spend).toBeNull();
});

test("the completion script can be sourced twice without output", async () => {
  const source = `source <("${process.execPath}" "${entry}" complete bash)`;
  const said = execFileSync("bash", ["-c", `(${source}; ${source}) 2>&1`], { env: environment(home) });
  expect(said.toString()).toBe("");
});

describe("help", () => {
  test("has every command in one group", () => {
    const names = createProgram()
      .commands.map((command) => command.name())
      .sort();
    expect(Object.values(helpGroups).flat().sort()).toEqual(names);
  });
});

test("`tellback start` ends with the next step while the daemon runs on", async () => {
  await using fresh = await tellbackHome();
  const { code, stdout } = await tellback(fresh, ["start", "--sample"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Next\n {2}npx tellback install .*\n$/);
  expect(stdout).not.toContain("npm install -g");
  expect(await daemonOf(fresh)).toBeTruthy();
});

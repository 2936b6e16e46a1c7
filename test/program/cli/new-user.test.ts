// What a new user types first: help that fits on a screen, wrong words, wrong ids, settings that count at once.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { helpGroups, suggested } from "../../../src/doors/cli/help.ts";
import { createProgram } from "../../../src/doors/cli/program.ts";
import { daemonOf, type Home, rows, tellback, tellbackHome } from "../../support/tellback.ts";

let home: Home;
const run = (...args: string[]) => tellback(home, args);

beforeAll(async () => {
  home = await tellbackHome();
  await tellback(home, ["start", "--sample"]);
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

describe("help", () => {
  test("has ten commands, the names of the others, and fits on a screen", async () => {
    for (const args of [["--help"], ["help"]]) {
      const { code, stdout } = await run(...args);
      expect(code).toBe(0);
      const lines = stdout.trimEnd().split("\n");
      expect(lines.length).toBeLessThan(40);
      const start = lines.indexOf("Start here:") + 1;
      const listed = lines.slice(start, lines.indexOf("", start)).map((line) => line.trim().split(" ")[0]);
      expect(listed).toEqual(helpGroups["Start here:"]);
      expect(listed).toHaveLength(10);
      for (const name of ["search", "import", "learnings", "forget"]) expect(listed).toContain(name);
      for (const name of Object.values(helpGroups).flat()) expect(stdout).toContain(name);
    }
  });

  test("--all describes every command, a name describes one", async () => {
    const { stdout } = await run("help", "--all");
    for (const heading of Object.keys(helpGroups)) expect(stdout).toContain(`\n${heading}\n`);
    for (const command of createProgram().commands) expect(stdout).toContain(`  ${command.name()} `);
    expect((await run("help", "session", "list")).stdout).toBe(
      (await run("session", "list", "--help")).stdout,
    );
    expect(await run("help", "nonsense")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nonsense"),
    });
  });
});

test.each([
  ["list", "session list"],
  ["sessions", "session list"],
  ["delete", "forget"],
  ["find", "search"],
  // Verbs of earlier designs.
  ["edges", "edge list"],
  ["unlink", "edge remove"],
  ["related", "node related"],
  ["summarize", "node summarize"],
  ["rollback", "fn rollback"],
])("the word %s suggests %s", async (word, meant) => {
  const { code, stderr } = await run(word);
  expect(code).toBe(2);
  expect(stderr).toContain(`unknown command '${word}'`);
  expect(stderr).toContain(`\`tellback ${meant}\``);
});

test.each([
  [["serch", "x"], "tellback search"],
  [["statsu"], "tellback status"],
  [["lernings"], "tellback learnings"],
  [["help", "serch"], "tellback search"],
  [["node", "lisst"], "tellback node list"],
  [["help", "node", "lisst"], "tellback node list"],
  [["fn", "rnu"], "tellback fn run"],
])("the mistyped %j suggests `%s`, once", async (words, meant) => {
  const { code, stderr } = await run(...words);
  expect(code).toBe(2);
  expect(stderr).toContain(`Did you mean \`${meant}\`?`);
  expect(stderr.match(/did you mean/gi)).toHaveLength(1);
});

test("every suggestion exists", () => {
  const program = createProgram();
  for (const words of suggested.map((one) => one.replace(/ (?:--|type:).*/, "").split(" "))) {
    let command = program;
    for (const word of words) {
      const below = command.commands.find((one) => one.name() === word);
      expect(below, words.join(" ")).toBeTruthy();
      if (below) command = below;
    }
  }
});

test("the names of earlier designs answer as `tellback project` does", async () => {
  const same = async (one: string[], other: string[]) => {
    const [a, b] = [await run(...one), await run(...other)];
    expect(a.code).toBe(0);
    expect(a.stdout).toBe(b.stdout);
  };
  await same(["project"], ["project-info"]);
  await same(["project", "init"], ["init"]);
  await same(["project", "context"], ["project-context"]);
});

test.each([["why"], ["show"]])("%s with a wrong id says so", async (command) => {
  const { code, stderr } = await run(command, "zzz");
  expect(code).toBe(3);
  expect(stderr).toContain('nothing has the id "zzz"');
  expect(stderr).toContain("`tellback search WORDS`");
});

test("a dry run of forget shows the plan and changes nothing", async () => {
  const before = rows(home, "select id from observations");
  const plan = await run("forget", "--match", "empty body", "--dry-run");
  expect(plan).toMatchObject({ code: 0, stderr: "" });
  expect(plan.stdout).toMatch(/\d+ observations?/);
  expect(plan.stdout).toContain("A dry run: nothing was changed.");
  const json = await run("forget", "--match", "empty body", "--dry-run", "--json");
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toHaveProperty("stays");
  const ofSession = await run("session", "delete", "5eed0001", "--dry-run");
  expect(ofSession).toMatchObject({ code: 0, stdout: expect.stringContaining("A dry run") });
  expect(rows(home, "select id from observations")).toEqual(before);
});

test("a session is one line with what came of it", async () => {
  const { stdout } = await run("session", "list", "--all-projects");
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/5eed0001 .* ended +Users report .*… → \S+/);
  expect(lines[0]?.length).toBeLessThan(220);
});

describe("settings", () => {
  test("are shown one by one, and a wrong name suggests the right one", async () => {
    expect(await run("config", "get", "recall.budgetTokens")).toMatchObject({ code: 0, stdout: "600\n" });
    expect((await run("config", "get", "llm.provider")).stdout).toBe("offline\n");
    const wrong = await run("config", "get", "recall.budgetToken");
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("did you mean recall.budgetTokens?"),
    });
  });

  test("count at once in the daemon that runs", async () => {
    const { daemon } = await daemonOf(home);
    const idle = async () => JSON.parse((await run("daemon", "status", "--json")).stdout).idleMinutes;
    await run("config", "set", "daemon.idleMinutes", "77");
    expect(await idle()).toBe(77);
    await run("config", "unset", "daemon.idleMinutes");
    expect(await idle()).not.toBe(77);
    expect((await daemonOf(home)).daemon.pid).toBe(daemon.pid);
  });

  test("with which the daemon opened its store or model count in a new daemon, without a further command", async () => {
    const { daemon } = await daemonOf(home);
    await run("config", "set", "functions.weakIsolation", "true");
    await run("status");
    expect((await daemonOf(home)).daemon.pid).not.toBe(daemon.pid);
  });
});

test("doctor says each check in one line, and its exit code says degraded", async () => {
  await using own = await tellbackHome();
  const healthy = await tellback(own, ["doctor"]);
  expect(healthy.code).toBe(0);
  const [checks = ""] = healthy.stdout.split("\n\n");
  for (const line of checks.split("\n")) expect(line).toMatch(/^[✓–!✗] {2}\S+ +\S/);
  const degraded = await tellback(own, ["doctor"], { env: { TELLBACK_LLM_PROVIDER: "anthropic" } });
  expect(degraded.stdout).toContain("DEGRADED");
  expect(degraded.code).toBe(9);
});

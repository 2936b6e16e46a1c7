// The command line for a new user: help, text and JSON, errors with a next step, exit codes, documents that are
// true.

import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../../src/doors/cli/program.ts";
import { type Home, tellback, tellbackHome } from "../../support/tellback.ts";

const root = join(import.meta.dirname, "../../..");
const escapeCode = String.fromCharCode(27);

let home: Home;

beforeAll(async () => {
  home = await tellbackHome();
  const started = await tellback(home, ["start", "--sample", "--once"]);
  expect(started).toMatchObject({ code: 0, stderr: "" });
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
});

/** Output without ids and dates, which differ from run to run. */
function everAlike(text: string): string {
  return (
    text
      // On a slow machine the first search may come before the model.
      .replace(/^by words only: .*$/m, "")
      .trimEnd()
      .replace(/\b(obs|nod|trn|ses)_[0-9A-Z]+/g, "$1_ID")
      .replace(/\d{4}-\d\d-\d\d/g, "DATE")
  );
}

describe("documents", () => {
  test("docs/ten-commands.md shows what `npm start` really shows", async () => {
    await using fresh = await tellbackHome();
    const { stdout } = await tellback(fresh, ["start", "--sample", "--once"]);
    const document = readFileSync(join(root, "docs/ten-commands.md"), "utf8");
    for (const line of stdout.split("\n").filter((one) => /^Remembered|npx tellback/.test(one))) {
      expect(document).toContain(line.trimEnd());
    }
  });

  test("README.md begins with what an agent really gets for that prompt", async () => {
    const [, prompt = "", injected = ""] =
      /```text\n> (.*?)\n```.*?```text\n(Found:.*?)\n```/s.exec(
        readFileSync(join(root, "README.md"), "utf8"),
      ) ?? [];
    const args = ["context", "--for", prompt, "--folder", "/home/sam/todo-api"];
    const { stdout } = await tellback(home, args);
    expect(everAlike(stdout).replace(/ \[trn_\w+\]/g, "")).toContain(everAlike(injected));
    expect(stdout).toMatch(/^(?:\d\d|10\d) of \d+ tokens$/m);
  });

  test("docs/ten-commands.md shows what a terminal really prints", async () => {
    await using fresh = await tellbackHome();
    await tellback(fresh, ["start", "--sample", "--once"]);
    await tellback(fresh, ["session", "reflect", "5eed0001"]);
    const blocks = readFileSync(join(root, "docs/ten-commands.md"), "utf8").matchAll(
      /```console\n(.*?)^```$/gms,
    );
    const steps = [...blocks].flatMap(([, shown = ""]) => shown.split(/^\$ tellback /m).slice(1));
    expect(steps.length).toBeGreaterThan(2);
    for (const step of steps) {
      const [line = "", ...printed] = step.trimEnd().split("\n");
      const { stdout } = await tellback(fresh, line.split(" "));
      expect(everAlike(stdout), line).toBe(everAlike(printed.join("\n")));
    }
  });

  test("every command says what it does", () => {
    for (const command of createProgram().commands) expect(command.summary(), command.name()).not.toBe("");
  });
});

describe("output", () => {
  const readers = [
    ["status"],
    ["search", "login", "--all-projects"],
    ["session", "list", "--all-projects"],
    ["session", "show", "5eed0001"],
    ["jobs"],
    ["daemon", "status"],
    ["config"],
    ["config", "--explain"],
    ["show", "5eed0001"],
  ];

  test.each(readers)("tellback %s %s prints JSON on request, and plain text in a pipe", async (...args) => {
    const words = args.filter((arg) => arg !== undefined);
    const json = await tellback(home, [...words, "--json"]);
    expect(json).toMatchObject({ code: 0, stderr: "" });
    expect(() => JSON.parse(json.stdout)).not.toThrow();
    const text = await tellback(home, words);
    expect(text.code).toBe(0);
    expect(text.stdout).not.toContain(escapeCode);
    expect(text.stdout.trim()).not.toBe("");
  });

  test("every search result can be shown by its listed id", async () => {
    expect(await tellback(home, ["session", "reflect", "5eed0001"])).toMatchObject({ code: 0 });
    const { stdout } = await tellback(home, ["search", "empty body", "--all-projects", "--limit", "20"]);
    expect(stdout).toMatch(/^ {6}session · /m);
    expect(stdout).toMatch(/^ {6}learning · /m);
    const rows = stdout.match(/^\d\.\d\d.*\n.*/gm) ?? [];
    const listed = rows.map(
      (row) => /^\d\.\d\d\??\s+\S.*\n {6}[a-z]+ · \d{4}-.* · (\S+)$/.exec(row)?.[1] ?? row,
    );
    expect(listed.length).toBeGreaterThan(2);
    for (const id of listed) expect(await tellback(home, ["show", id]), id).toMatchObject({ code: 0 });
  });

  test("colours appear if forced and disappear if disabled", async () => {
    const coloured = await tellback(home, ["status"], { env: { FORCE_COLOR: "1" } });
    expect(coloured.stdout).toContain(escapeCode);
    const plain = await tellback(home, ["status"], { env: { NO_COLOR: "1" } });
    expect(plain.stdout).not.toContain(escapeCode);
  });

  test("completion scripts exist for the shells", async () => {
    for (const shell of ["bash", "zsh", "fish"]) {
      expect((await tellback(home, ["complete", shell])).stdout).toContain("tellback");
    }
    expect((await tellback(home, ["complete", "--", "sess"])).stdout).toContain("session");
  });
});

describe("errors have a message, a next step and an exit code", () => {
  test.each([
    [["frobnicate"], 2, "unknown command"],
    [["search"], 2, "missing required argument"],
    [["search", "x", "--limit", "many"], 2, "must be a number"],
    [["search", "x", "--since", "some day"], 2, 'invalid time "some day"'],
    [["observation", "show", "obs_nothing"], 3, "no observation"],
    [["session", "show", "nothing"], 3, "no session"],
    [["observation", "edit", "obs_"], 2, "nothing to change"],
    [["config", "set", "no.such", "1"], 2, "unknown setting"],
    [["config", "set", "daemon.idleMinutes", "soon"], 2, "daemon.idleMinutes"],
    [["serve", "--port", "99999999"], 2, "invalid port"],
    [["restore", "no-such-file.db"], 3, "no backup"],
    [["migrate", "down"], 2, "cannot be undone"],
  ])("tellback %j", async (args, code, words) => {
    const ran = await tellback(home, args);
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(ran.stderr).toContain(words);
    const json = await tellback(home, [...args, "--json"]);
    expect(JSON.parse(json.stderr).error.message).toContain(words);
  });
});

describe("settings", () => {
  test("are set, explained and unset", async () => {
    expect(await tellback(home, ["config", "set", "backup.keep", "3"])).toMatchObject({ code: 0 });
    const explained = JSON.parse((await tellback(home, ["config", "--explain", "--json"])).stdout);
    expect(explained.settings["backup.keep"]).toMatchObject({ value: 3, origin: home.paths.config });
    await tellback(home, ["config", "unset", "backup.keep"]);
    expect(JSON.parse((await tellback(home, ["config", "--json"])).stdout)["backup.keep"]).toBe(7);
  });

  test("of a project apply once they are trusted", async () => {
    const project = join(home.path, "..", "project");
    await mkdir(join(project, ".tellback"), { recursive: true });
    writeFileSync(
      join(project, ".tellback/config.json"),
      '{"recall.budgetTokens": 77, "store.url": "postgres://x/y"}',
    );
    const look = async () =>
      JSON.parse((await tellback(home, ["config", "--explain", "--json"], { cwd: project })).stdout);
    expect((await look()).settings["recall.budgetTokens"].value).toBe(600);
    expect((await look()).ignored[0]).toContain("tellback config trust");
    await tellback(home, ["config", "trust"], { cwd: project });
    expect((await look()).settings["recall.budgetTokens"].value).toBe(77);
    expect((await look()).settings["store.url"].value).toBe("");
    expect((await look()).ignored[0]).toContain("belongs to the machine");
  });
});

describe("the store", () => {
  test("is backed up and restored", async () => {
    const copy = join(home.path, "copy.db");
    expect(await tellback(home, ["backup", copy])).toMatchObject({ code: 0 });
    await tellback(home, ["session", "delete", "5eed0001", "--yes"]);
    expect((await tellback(home, ["session", "show", "5eed0001"])).code).toBe(3);
    expect(await tellback(home, ["restore", copy])).toMatchObject({ code: 0 });
    expect((await tellback(home, ["session", "show", "5eed0001"])).code).toBe(0);
  });

  test("lists its migrations", async () => {
    const { migrations } = JSON.parse((await tellback(home, ["migrate", "status", "--json"])).stdout);
    expect(migrations.length).toBeGreaterThan(0);
    expect((await tellback(home, ["migrate", "up"])).stdout).toContain("up to date");
  });
});

test("the doctor proves the loop and reports what is missing", async () => {
  const { code, stdout } = await tellback(home, ["doctor", "--json"]);
  const { verdict, findings } = JSON.parse(stdout);
  const stateOf = (what: string) => findings.find((one: { what: string }) => one.what === what)?.state;
  for (const what of ["node", "config", "folder", "disk", "daemon", "store", "hook", "capture", "deletion"]) {
    expect([what, stateOf(what)]).toEqual([what, "ok"]);
  }
  // No hooks are installed in this home.
  expect([code, verdict, stateOf("hooks")]).toEqual([0, "NOT INSTALLED YET", "pending"]);
});

// Deleting for good shows what is lost and asks; a file that the user names never replaces another by surprise.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operationNames, operationTable } from "../../../src/areas/contracts.ts";
import { createProgram } from "../../../src/doors/cli/program.ts";
import { entry, environment, type Home, rows, stop, tellback, tellbackHome } from "../../support/tellback.ts";

let home: Home;
let project: string;
beforeAll(async () => {
  home = await tellbackHome();
  project = join(home.path, "project");
  await tellback(home, ["start", "--sample", "--once"]);
  mkdirSync(project, { recursive: true });
});
afterAll(async () => {
  await stop(home);
  await home[Symbol.asyncDispose]();
});

const session = "5eed0001-0c4f-4d6e-9a57-1b2c3d4e5f60";
const count = (table: string) => rows<{ n: number }>(home, `select count(*) as n from ${table}`)[0]?.n;
const run = (...args: string[]) => tellback(home, args, { cwd: project });

/** In its own terminal; types an answer as soon as the question appears. */
function inTerminal(args: string[], answer: string, of = home): Promise<{ code: number; shown: string }> {
  const command = [process.execPath, entry, ...args].map((one) => `'${one}'`).join(" ");
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qefc", `stty cols 200 rows 50; exec ${command}`, "/dev/null"], {
      cwd: project,
      env: { ...environment(of), TERM: "xterm" },
    });
    let shown = "";
    let isAnswered = false;
    child.stdout.on("data", (chunk) => {
      shown += chunk;
      if (isAnswered || !/Continue\?/.test(shown)) return;
      isAnswered = true;
      child.stdin.write(answer);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? -1, shown }));
  });
}

describe("deleting", () => {
  test("without a terminal and without --yes deletes nothing, shows what would be deleted, and mentions --yes", async () => {
    const before = count("observations");
    for (const form of [[], ["--json"]]) {
      const ran = await run("session", "delete", "5eed0001", ...form);
      expect(ran).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toMatch(/cannot be undone.*5eed0001.*observations/);
      expect(ran.stderr).toContain("--yes");
    }
    expect(count("observations")).toBe(before);
  });

  test("in a terminal shows what is deleted and what stays, and deletes only after a yes", {
    timeout: 60_000,
  }, async () => {
    await run("backup");
    const { stdout } = await run("remember", "the parser is a Pratt parser", "--json");
    const { id } = JSON.parse(stdout).node;
    const refused = await inTerminal(["node", "delete", id], "n");
    expect(refused.shown).toContain("the parser is a Pratt parser");
    expect(refused.shown).toContain(home.paths.backups);
    expect(refused).toMatchObject({ code: 130 });
    expect((await run("node", "show", id)).code).toBe(0);
    expect(await inTerminal(["node", "delete", id], "y")).toMatchObject({ code: 0 });
    expect((await run("node", "show", id)).code).toBe(3);
  });

  test("with forget shows sessions by their first prompt and asks before it touches a backup", async () => {
    const one = await run("forget", "--session", "5eed0001");
    expect(one).toMatchObject({ code: 2, stdout: "" });
    expect(one.stderr).toMatch(/This deletes 1 session/);
    expect(one.stderr).toMatch(/session {2}\d+ observations: \S/);
    await run("backup");
    const kept = readdirSync(home.paths.backups);
    for (const way of [
      ["--query", "xylophone zzyzx", "--backups"],
      ["--match", "xylophone zzyzx"],
    ]) {
      const ran = await run("forget", ...way);
      expect(ran, way.join(" ")).toMatchObject({ code: 2, stdout: "" });
      expect(ran.stderr).toMatch(/Nothing was found in the store. This (?:deletes|rewrites) \d+ backup/);
    }
    expect(readdirSync(home.paths.backups)).toEqual(kept);
    const nothing = await run("forget", "--query", "xylophone zzyzx");
    expect(nothing).toMatchObject({ code: 0, stdout: "Nothing was found; nothing was changed.\n" });
    const deleted = await run("forget", "--query", "xylophone zzyzx", "--backups", "--yes");
    expect(deleted.stdout).toMatch(/^Nothing was found in the store.\n\d+ backups? deleted.\n/);
  });

  test("with --yes reports what stays and how to remove that too", async () => {
    await run("backup");
    const { observations } = JSON.parse((await run("session", "show", session, "--json")).stdout);
    const one = await run("observation", "delete", observations[0].id, "--yes");
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout).toMatch(/still contains? it: delete the files in .*backups/);
    expect(JSON.parse((await run("session", "delete", session, "--yes", "--json")).stdout)).toEqual({
      ...{ deleted: session, backupsRewritten: 0, backupsDeleted: 0, backupsKept: 1 },
    });
    expect(count("observations")).toBe(0);
  });

  test("with --backups a session leaves the backups too", async () => {
    expect(await run("session", "start", "--name", "gone-soon")).toMatchObject({ code: 0 });
    const id =
      rows<{ id: string }>(home, "select id from sessions where name = 'gone-soon'")[0]?.id ?? "none";
    expect(await run("backup")).toMatchObject({ code: 0 });
    const holding = () =>
      readdirSync(home.paths.backups).filter((name) =>
        readFileSync(join(home.paths.backups, name)).includes(id),
      );
    expect(holding().length).toBeGreaterThan(0);
    const asked = await run("session", "delete", id, "--dry-run");
    expect(asked.stdout).toMatch(/still contains? it: --backups removes it there too\./);
    const gone = await run("session", "delete", id, "--backups", "--yes");
    expect(gone).toMatchObject({ code: 0 });
    expect(gone.stdout).toMatch(/rewritten without it/);
    expect(gone.stdout).not.toMatch(/still contain/);
    expect(holding()).toEqual([]);
  });

  test("of a function and of a task asks as well", async () => {
    await run("fn", "save", "twice", "--code", "const twice = (n) => 2 * n;", "--language", "javascript");
    await run("scratchpad", "a-task", "--content", "notes");
    for (const [kind, name, says] of [
      ["fn", "twice", "the function twice with 1 version"],
      ["task", "a-task", "the task a-task with its scratchpad"],
    ] as const) {
      const ran = await run(kind, "delete", name);
      expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining(says) });
      expect((await run(kind, "show", name)).code).toBe(0);
      expect((await run(kind, "delete", name, "--yes")).code).toBe(0);
      expect((await run(kind, "show", name)).code).toBe(3);
    }
  });

  test("old material asks, shows what it would free, and after a yes what it freed", {
    timeout: 60_000,
  }, async () => {
    await using own = await tellbackHome();
    await tellback(own, ["start", "--sample", "--once"]);
    const clean = (...more: string[]) => tellback(own, [...all, ...more]);
    const all = ["cleanup", "--all-projects", "--days", "1"];
    const count = () => rows<{ n: number }>(own, "select count(*) as n from observations")[0]?.n ?? 0;
    const before = count();
    expect(before).toBeGreaterThan(0);
    const dry = await clean("--dry-run");
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining(`${before} observations`) });
    const asked = await clean();
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining(`${before} observations`) });
    expect(await inTerminal(all, "n", own)).toMatchObject({ code: 130 });
    expect(count()).toBe(before);
    const agreed = await inTerminal(all, "y", own);
    expect(agreed).toMatchObject({ code: 0, shown: expect.stringMatching(/Freed .*B: \d+ observations/) });
    expect(count()).toBe(0);
    expect(await clean()).toMatchObject({ code: 0, stdout: expect.stringContaining("Nothing to delete") });
    await stop(own);
  });

  test("something that does not exist is reported without a question", async () => {
    expect(await run("node", "delete", "nod_nothing")).toMatchObject({ code: 3 });
    expect(await run("view", "delete", "nothing")).toMatchObject({ code: 3 });
  });

  test("every operation and command that deletes asks first", () => {
    const deleting = operationNames.filter((name) => /\.delete$|^cleanup$/.test(name));
    expect(deleting.length).toBeGreaterThan(3);
    for (const name of deleting) {
      const { lossShownBy = "" } = operationTable[name];
      expect(operationNames, name).toContain(lossShownBy);
      const command = name
        .split(".")
        .reduce((at, step) => at.commands.find((one) => one.name() === step) ?? at, createProgram());
      expect(
        command.options.map(({ long }) => long),
        name,
      ).toContain("--yes");
    }
  });
});

describe("a file that the user names", () => {
  test("of a backup is not replaced without --force, and never through a link", async () => {
    const notes = join(project, "notes.txt");
    writeFileSync(notes, "my notes");
    expect(await run("backup", "notes.txt")).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("--force"),
    });
    expect(readFileSync(notes, "utf8")).toBe("my notes");
    symlinkSync("notes.txt", join(project, "link.db"));
    expect(await run("backup", "link.db", "--force")).toMatchObject({ code: 4 });
    expect(readFileSync(notes, "utf8")).toBe("my notes");
    expect(await run("backup", "notes.txt", "--force")).toMatchObject({ code: 0 });
    expect(readFileSync(notes, "latin1")).toMatch(/^SQLite format 3/);
    expect(readdirSync(project).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("of an export is not written through planted links, nor over another file", async () => {
    const victim = join(home.path, "victim");
    writeFileSync(victim, "precious");
    const out = join(project, "out");
    mkdirSync(out);
    symlinkSync(victim, join(out, "patterns.json"));
    expect(await run("knowledge", "export", "out")).toMatchObject({
      code: 4,
      stderr: expect.stringContaining("patterns.json is a link"),
    });
    expect(readdirSync(out)).toEqual(["patterns.json"]);
    const elsewhere = join(home.path, "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, join(project, "docs"));
    for (const path of ["docs", "docs/deeper"])
      expect(await run("knowledge", "export", path)).toMatchObject({ code: 4 });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readFileSync(victim, "utf8")).toBe("precious");
    const fresh = join(project, "fresh");
    for (const _ of [1, 2]) expect(await run("knowledge", "export", "fresh")).toMatchObject({ code: 0 });
    writeFileSync(join(fresh, "patterns.json"), "[]");
    expect(await run("knowledge", "export", "fresh")).toMatchObject({ code: 4 });
    expect(await run("knowledge", "export", "fresh", "--force")).toMatchObject({ code: 0 });
  });

  test("of an export does not promise another format", async () => {
    for (const name of ["-", "all.md", "all.zip"]) {
      expect(await run("export", name)).toMatchObject({ code: 2 });
      expect(existsSync(join(project, name))).toBe(false);
    }
  });

  test("of a report replaces only another report", async () => {
    writeFileSync(join(project, "todo.md"), "# todo\n");
    expect(await run("report", "--md", "todo.md")).toMatchObject({ code: 4 });
    for (const _ of [1, 2]) expect(await run("report", "--md", "report.md")).toMatchObject({ code: 0 });
    symlinkSync("todo.md", join(project, "link.md"));
    expect(await run("report", "--md", "link.md", "--force")).toMatchObject({ code: 4 });
    expect(readFileSync(join(project, "todo.md"), "utf8")).toBe("# todo\n");
  });
});

describe("purging", () => {
  test("asks too, reports what stays, and refuses a folder that contains more than memories", async () => {
    await using other = await tellbackHome();
    await tellback(other, ["status"]);
    await stop(other);
    const asked = await tellback(other, ["uninstall", "--purge"], { env: { HOME: project } });
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(asked.stderr).toContain(other.path);
    expect(existsSync(other.paths.database)).toBe(true);
    const env = { HOME: join(other.path, "user") };
    expect(await tellback(other, ["uninstall", "--purge", "--yes"], { env })).toMatchObject({ code: 5 });
    expect(existsSync(other.paths.database)).toBe(true);
    const done = await tellback(other, ["uninstall", "--purge", "--yes"], { env: { HOME: project } });
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("in other folders stay") });
    expect(existsSync(other.path)).toBe(false);
  });
});

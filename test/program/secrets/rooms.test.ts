// Secrets in what tellback itself reads from a project: source files, manifests, task files that somebody edited, the
// client's own notes, what a function returns. None of them reaches a file of the home folder, nor a task file that
// tellback writes.

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPlanted, plantedAt, writeDotenv } from "../../support/planted.ts";
import { rows, stop, tellback, tellbackHome } from "../../support/tellback.ts";
import { gitProject, tempDir } from "../../support/temp.ts";

const places = [
  ...["module text", "default", "doc comment", "decorator", "string", "class name", "enum", "type"],
  ...["key block", "file name", "script", "dependency", "makefile"],
  ...["task name", "scratchpad", "edited scratchpad", "entry", "edited progress"],
  ...["function code", "argument", "result", "test", "notes"],
] as const;
const said = (place: (typeof places)[number]): string => plantedAt(place).both;

/** A private key in a comment, which takes several lines with it, and a name after it. */
const keyed = `/*\n${"-".repeat(5)}BEGIN RSA PRIVATE KEY${"-".repeat(5)}
MIIEowIBAAKCAQEAxT9vPqZ3Wk7LmQ2rUuYh5sB8cD1eFgHiJkLmNoPqRsTuVwXy
Zz09AbCdEfGhIjKlMnOpQrStUvWxYz1234567890abcdefghijklmnopqrstuvwx
${"-".repeat(5)}END RSA PRIVATE KEY${"-".repeat(5)} */
export class ${plantedAt("class name").token} { find(by = "${said("string")}") {} }
/** ${said("key block")} */
export function last(): void {}
`;

const sources = {
  "src/a.py":
    `"""${said("module text")}"""\n\n` +
    `@deco(key="${said("decorator")}")\n` +
    `def connect(host, token="${said("default")}"):\n    """${said("doc comment")}"""\n    return host\n`,
  "src/b.ts": `export type T = "${said("type")}";\nexport enum E { A = "${said("enum")}" }\n`,
  "src/keyed.ts": keyed,
  [`src/${plantedAt("file name").token}.ts`]: "export function named(): void {}\n",
  "package.json": JSON.stringify({
    name: "p",
    scripts: { deploy: `NPM_TOKEN=${said("script")} npm publish` },
    dependencies: { private: `git+https://x:${said("dependency")}@h.test/r.git` },
  }),
  Makefile: `deploy:\n\tcurl -H "Authorization: Bearer ${said("makefile")}" https://h.test\n`,
};

test("a secret in a file that tellback reads is in none of its own files", { timeout: 120_000 }, async () => {
  await using home = await tellbackHome();
  await using folders = await tempDir();
  const project = await gitProject(join(folders.path, "project"), sources);
  writeDotenv(project, places);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await tellback(home, args, { cwd: project });
    expect([args.slice(0, 2), code, stderr]).toEqual([args.slice(0, 2), 0, ""]);
    return stdout;
  };

  await run("map");
  const lines = rows<{ name: string; line: number }>(home, "select name, start_line as line from symbols");
  expect(lines.find(({ name }) => name === "last")?.line).toBe(keyed.split("\n").length - 1);
  await run("project-context");

  await run("scratchpad", `with-${said("task name")}`, "--content", "Notes");
  await run("scratchpad", "login", "--content", said("scratchpad"));
  const files = join(project, ".tellback", "tasks", "login");
  appendFileSync(join(files, "scratchpad.md"), `By hand: ${said("edited scratchpad")}\n`);
  expect(await run("plan", "login", "--from-scratchpad")).toContain("By hand: [secret:");
  await run("append", "login", `Done with ${said("entry")}`);
  expect(findPlanted(join(project, ".tellback"), places)).toEqual([
    expect.stringContaining("edited scratchpad in tasks/login/scratchpad.md"),
  ]);
  appendFileSync(join(files, "progress.md"), `Also ${said("edited progress")}\n`);
  const verified = await tellback(home, ["task", "verify", "login"], { cwd: project });
  expect(verified.stdout).toContain("1 violation");

  const code = `function keep(text) { return "${said("function code")}" + text + ["gh", "p_"].join("") + "${plantedAt("result").token.slice(4)}"; }`;
  const tests = JSON.stringify([{ args: [said("test")], value: said("test") }]);
  await tellback(home, ["fn", "save", "keep", "--language", "javascript", "--code", code, "--tests", tests], {
    cwd: project,
  });
  await tellback(home, ["fn", "save", "keep", "--language", "javascript", "--code", code], { cwd: project });
  await run("fn", "run", "keep", JSON.stringify([said("argument")]));

  mkdirSync(join(project, "notes"));
  writeFileSync(join(project, "notes", "a.md"), `# Rules\n\nAlways log in with ${said("notes")}\n`);
  await run("import", "notes", join(project, "notes", "a.md"));

  await stop(home);
  expect(rows(home, "select id from symbols").length).toBeGreaterThan(4);
  expect(findPlanted(home.path, places)).toEqual([]);
});

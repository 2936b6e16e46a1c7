import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lookAt } from "./work-tree.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "engram-tree-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test("the branch and what differs from the last commit, names with spaces and umlauts included", async () => {
  const root = folder();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "pipe" });
  git("init", "-b", "feature/parser");
  for (const name of ["kept.ts", "changed.ts", "gone.ts"]) writeFileSync(join(root, name), name);
  git("add", ".");
  git("commit", "-m", "first");
  writeFileSync(join(root, "changed.ts"), "other");
  writeFileSync(join(root, "größe und mehr.ts"), "new");
  rmSync(join(root, "gone.ts"));
  expect(await lookAt(root, 20_000)).toEqual({
    branch: "feature/parser",
    changed: ["changed.ts", "gone.ts", "größe und mehr.ts"],
  });
});

test("a program that a repository wants to run is not run", async () => {
  const root = folder();
  execFileSync("git", ["init"], { cwd: root, stdio: "pipe" });
  execFileSync("git", ["config", "core.fsmonitor", `touch ${join(root, "ran")}; false`], { cwd: root });
  writeFileSync(join(root, "a.ts"), "a");
  expect((await lookAt(root, 20_000)).changed).toEqual(["a.ts"]);
});

test("a folder without a repository has no branch and no changes", async () => {
  expect(await lookAt(folder(), 20_000)).toEqual({ branch: null, changed: [] });
  expect(await lookAt("/nowhere/at/all", 20_000)).toEqual({ branch: null, changed: [] });
});

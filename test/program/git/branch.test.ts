import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { branchOf } from "../../../src/rooms/projects/branch.ts";
import { tempDir } from "../../support/temp.ts";

const git = (folder: string, ...words: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
    cwd: folder,
    stdio: "pipe",
  });

test("the branch of a folder, of a folder inside, of a worktree, and none without a branch", async () => {
  await using temp = await tempDir("egbranch");
  const home = join(temp.path, "shop");
  mkdirSync(join(home, "src"), { recursive: true });
  expect(branchOf(home)).toBe(null);
  git(home, "init", "-q", "-b", "main");
  git(home, "commit", "-q", "--allow-empty", "-m", "first");
  git(home, "worktree", "add", "-q", "-b", "feature/tides", join(temp.path, "tides"));
  const later = performance.now() + 10_000;
  expect(branchOf(home, later)).toBe("main");
  expect(branchOf(join(home, "src"), later)).toBe("main");
  expect(branchOf(join(temp.path, "tides"), later)).toBe("feature/tides");
  git(home, "checkout", "-q", "--detach");
  expect(branchOf(home, later)).toBe("main");
  expect(branchOf(home, later + 10_000)).toBe(null);
});

test("a HEAD that is no reference to a branch is ignored", async () => {
  await using temp = await tempDir("egbranch");
  mkdirSync(join(temp.path, ".git"));
  writeFileSync(join(temp.path, ".git", "HEAD"), `ref: refs/heads/${"x".repeat(10_000)}\n`);
  expect(branchOf(temp.path)).toBe(null);
});

// How a folder's git files and a remote's address identify the project, and which parts must not be stored.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identify, normaliseRemote } from "../../../src/rooms/projects/identity.ts";

const word = ["hunter", "2"].join("");

test.each([
  "git@host.test:a/b.git",
  "host.test:a/b",
  "ssh://git@host.test/a/b.git",
  "ssh://git@host.test:2222/a/b/",
  "https://host.test/a/b.git",
  "https://host.test:8443/a/b",
  "git+ssh://git@host.test/a/b",
  `https://me:${word}@host.test/a/b`,
  `https://${word}@host.test/a/b`,
  `https://me:${word}@${word}@host.test/a/b`,
  `https://me:${word}/${word}@host.test/a/b`,
  `https://me:${word}?${word}#${word}@host.test/a/b`,
  `https://me:${word}:@/${word}@host.test:8443/a/b.git`,
  `https://me:2019@host.test/a/b`,
  `https://host.test/a/b?private_token=${word}`,
  `https://host.test/a/b.git/#${word}`.replace(".git/", ""),
  `https://me:${word}@host.test/a/b?private_token=${word}`,
  `me:${word}@host.test:a/b`,
  `https::https://me:${word}@host.test/a/b`,
])("%s identifies the project host.test/a/b", (url) => {
  expect(normaliseRemote(url)).toBe("host.test/a/b");
});

test.each([
  ["https://host.test/@scope/b", "host.test/@scope/b"],
  ["https://git@host.test/@scope/b", "host.test/@scope/b"],
  ["https://host.test:8443/a/b@v2", "host.test/a/b@v2"],
  ["git@host.test:a/b@v2", "host.test/a/b@v2"],
  ["/srv/git/@scope/b.git", "/srv/git/@scope/b"],
  ["../b", "../b"],
])("%s keeps the @ in its path", (url, remote) => {
  expect(normaliseRemote(url)).toBe(remote);
});

describe("a folder", () => {
  let base: string;
  let victim: string;
  const git = (cwd: string, ...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "protocol.file.allow=always", "-c", "user.name=a", "-c", "user.email=a@b", ...args],
      {
        cwd,
        stdio: "ignore",
      },
    );
  const repository = (name: string) => {
    const folder = join(base, name);
    mkdirSync(folder, { recursive: true });
    git(folder, "init", "--quiet");
    git(folder, "commit", "--quiet", "--allow-empty", "-m", "one");
    return folder;
  };
  const folder = (name: string, files: Record<string, string> = {}) => {
    for (const [path, text] of Object.entries({ readme: "x", ...files })) {
      mkdirSync(join(base, name, path, ".."), { recursive: true });
      writeFileSync(join(base, name, path), text);
    }
    return join(base, name);
  };

  beforeAll(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), "eg-identity-")));
    victim = repository("victim");
  });
  afterAll(() => rmSync(base, { recursive: true }));

  test("that git has made a worktree or a submodule of a repository belongs to it", () => {
    git(victim, "worktree", "add", "--quiet", join(base, "tree"), "-b", "feature");
    expect(identify(join(base, "tree")).key).toBe(identify(victim).key);
    const outer = repository("outer");
    git(outer, "submodule", "--quiet", "add", victim, "inner");
    expect(identify(join(outer, "inner"))).toMatchObject({
      key: `file:${victim}`,
      formerKeys: expect.arrayContaining([join(outer, ".git/modules/inner")]),
    });
  });

  test.each([
    ["a .git file that names it", () => folder("a", { ".git": `gitdir: ${victim}/.git\n` })],
    [
      "a .git file that names its worktree",
      () => folder("b", { ".git": `gitdir: ${victim}/.git/worktrees/tree\n` }),
    ],
    [
      "a .git file whose folder names it",
      () => folder("c", { ".git": "gitdir: mine\n", "mine/commondir": `${victim}/.git\n` }),
    ],
    [
      "a .git file whose folder names it, and itself in return",
      () =>
        folder("d", {
          ".git": "gitdir: worktrees/d\n",
          "worktrees/d/commondir": `${victim}/.git\n`,
          "worktrees/d/gitdir": `${join(base, "d/.git")}\n`,
        }),
    ],
    [
      "a link",
      () => {
        symlinkSync(join(victim, ".git"), join(folder("e"), ".git"));
        return join(base, "e");
      },
    ],
    [
      "a copy of its worktree",
      () => {
        cpSync(join(base, "tree"), join(base, "f"), { recursive: true });
        return join(base, "f");
      },
    ],
    ["a remote that reads like its key", () => withRemote("g", `${victim}/.git.git`)],
    ["a remote without a host", () => withRemote("h", `https://${victim}/.git.git`)],
    ["a remote that leads there", () => withRemote("i", "../victim/.git.git")],
  ])("is not believed to be another project because of %s", (_, made) => {
    const place = made();
    const [own, other] = [identify(place), identify(victim)];
    const keys = [own.key, ...own.formerKeys];
    expect(keys.filter((key) => [other.key, ...other.formerKeys].includes(key))).toEqual([]);
    expect(own.root).toBe(place);
  });

  function withRemote(name: string, url: string): string {
    const made = repository(name);
    git(made, "remote", "add", "origin", url);
    return made;
  }

  test("is one project with another clone of the same path", () => {
    const [one, two] = [withRemote("j", `${base}/bare.git`), withRemote("k", "../bare.git")];
    expect(identify(one).key).toBe(identify(two).key);
  });
});

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readWorkTree } from "../../../src/memory/work-tree.ts";
import { withoutFilters } from "../../../src/platform/git.ts";

const patient = 60_000;

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), "tellback-tree-")));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function git(root: string, ...args: string[]): string {
  const who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"];
  return execFileSync("git", [...who, ...args], { cwd: root, stdio: "pipe", encoding: "utf8" });
}

function repository(files: readonly string[] = ["kept.ts", "changed.ts", "gone.ts", "sub/deep.ts"]): string {
  const root = folder();
  git(root, "init", "-q", "-b", "feature/parser");
  for (const name of files) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), name);
  }
  git(root, "add", ".");
  git(root, "commit", "-q", "-m", "first");
  return root;
}

const changedIn = async (root: string) => (await readWorkTree(root, patient)).changed;

describe("the list of changed files", () => {
  test("contains changed, deleted and added files, also names with spaces and umlauts", async () => {
    const root = repository();
    writeFileSync(join(root, "changed.ts"), "other");
    writeFileSync(join(root, "größe und mehr.ts"), "new");
    rmSync(join(root, "gone.ts"));
    expect(await readWorkTree(root, patient)).toEqual({
      branch: "feature/parser",
      changed: ["changed.ts", "gone.ts", "größe und mehr.ts"],
    });
  });

  test("contains files that are staged, renamed, in conflict, replaced by a link or made executable", async () => {
    const root = repository(["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts"]);
    git(root, "checkout", "-q", "-b", "other");
    writeFileSync(join(root, "f.ts"), "theirs");
    git(root, "commit", "-q", "-am", "theirs");
    git(root, "checkout", "-q", "feature/parser");
    writeFileSync(join(root, "f.ts"), "ours");
    git(root, "commit", "-q", "-am", "ours");
    expect(() => git(root, "merge", "-q", "other")).toThrow();
    writeFileSync(join(root, "a.ts"), "staged");
    git(root, "add", "a.ts");
    git(root, "mv", "b.ts", "renamed.ts");
    git(root, "rm", "-q", "--cached", "c.ts");
    rmSync(join(root, "d.ts"));
    symlinkSync("a.ts", join(root, "d.ts"));
    chmodSync(join(root, "e.ts"), 0o755);
    expect(await changedIn(root)).toEqual(["a.ts", "b.ts", "c.ts", "d.ts", "e.ts", "f.ts", "renamed.ts"]);
  });

  test("contains every added file before the first commit", async () => {
    const root = folder();
    git(root, "init", "-q", "-b", "main");
    writeFileSync(join(root, "added.ts"), "a");
    git(root, "add", ".");
    writeFileSync(join(root, "new.ts"), "a");
    expect(await readWorkTree(root, patient)).toEqual({ branch: "main", changed: ["added.ts", "new.ts"] });
  });

  test("leaves out files that were only touched, also in a copy of the whole folder", async () => {
    const root = repository();
    symlinkSync("kept.ts", join(root, "link"));
    git(root, "add", ".");
    git(root, "commit", "-q", "-m", "link");
    utimesSync(join(root, "kept.ts"), 1, 1);
    expect(await changedIn(root)).toEqual([]);
    const copy = join(folder(), "copy");
    cpSync(root, copy, { recursive: true, verbatimSymlinks: true });
    expect(await changedIn(copy)).toEqual([]);
  });

  test("leaves out ignored files, and names a new folder without its files", async () => {
    const root = repository();
    writeFileSync(join(root, ".git/info/exclude"), "secret\n");
    writeFileSync(join(root, ".gitignore"), "dist\n");
    for (const name of ["dist/a", "secret", "fresh/a", "fresh/b"]) {
      mkdirSync(join(root, name, ".."), { recursive: true });
      writeFileSync(join(root, name), "");
    }
    expect(await changedIn(root)).toEqual([".gitignore", "fresh/"]);
  });

  test("is the same from a subfolder, with paths from the root", async () => {
    const root = repository();
    writeFileSync(join(root, "changed.ts"), "other");
    writeFileSync(join(root, "sub/new.ts"), "new");
    expect(await changedIn(join(root, "sub"))).toEqual(["changed.ts", "sub/new.ts"]);
  });

  test("is that of the current worktree, detached or not", async () => {
    const root = repository();
    const beside = join(folder(), "beside");
    git(root, "worktree", "add", "-q", "-b", "beside", beside);
    writeFileSync(join(beside, "changed.ts"), "other");
    expect(await readWorkTree(beside, patient)).toEqual({ branch: "beside", changed: ["changed.ts"] });
    expect(await readWorkTree(root, patient)).toEqual({ branch: "feature/parser", changed: [] });
    git(beside, "checkout", "-q", "--detach");
    expect(await readWorkTree(beside, patient)).toEqual({ branch: null, changed: ["changed.ts"] });
  });

  test("leaves out submodules", async () => {
    const inner = repository();
    const root = repository();
    git(root, "submodule", "--quiet", "add", inner, "inner");
    git(root, "commit", "-q", "-m", "inner");
    writeFileSync(join(root, "inner/changed.ts"), "other");
    writeFileSync(join(root, "changed.ts"), "other");
    expect(await changedIn(root)).toEqual(["changed.ts"]);
  });

  test("works in a repository with SHA-256 ids", async () => {
    const root = folder();
    git(root, "init", "-q", "-b", "main", "--object-format=sha256");
    for (const name of ["a.ts", "b.ts"]) writeFileSync(join(root, name), name);
    git(root, "add", ".");
    git(root, "commit", "-q", "-m", "first");
    for (const name of ["a.ts", "b.ts"]) utimesSync(join(root, name), 1, 1);
    writeFileSync(join(root, "b.ts"), "else");
    expect(await changedIn(root)).toEqual(["b.ts"]);
  });

  test("is empty in a folder without a repository", async () => {
    expect(await readWorkTree(folder(), patient)).toEqual({ branch: null, changed: [] });
    expect(await readWorkTree("/nowhere/at/all", patient)).toEqual({ branch: null, changed: [] });
  });
});

interface Trap {
  root: string;
  /** A program that writes a file when it runs. */
  program: string;
  set(...settings: (readonly [key: string, value: string])[]): void;
  attributes(text: string, file?: string): void;
}

const filter = (t: Trap, name = "evil", also: readonly (readonly [string, string])[] = []) =>
  t.set([`filter.${name}.clean`, t.program], ...also);

/** `isArmed`: a plain `git status` runs the program, so the test proves something. */
const traps: { name: string; isArmed?: boolean; set(t: Trap): void }[] = [
  {
    name: "a clean filter named in .gitattributes",
    isArmed: true,
    set(t) {
      filter(t);
      t.attributes("* filter=evil\n");
    },
  },
  {
    name: "a clean filter named in .git/info/attributes",
    isArmed: true,
    set(t) {
      filter(t);
      t.attributes("* filter=evil\n", ".git/info/attributes");
    },
  },
  {
    name: "a clean filter named in a file of attributes elsewhere",
    isArmed: true,
    set(t) {
      filter(t, "evil", [["core.attributesFile", join(t.root, ".git/more")]]);
      t.attributes("* filter=evil\n", ".git/more");
    },
  },
  {
    name: "a filter process",
    isArmed: true,
    set(t) {
      t.set(["filter.evil.process", t.program], ["filter.evil.required", "true"]);
      t.attributes("* filter=evil\n");
    },
  },
  {
    name: "a required clean and smudge filter whose name has dots, spaces, capitals and quotes",
    isArmed: true,
    set(t) {
      const name = `Ev.il "1' $(x)`;
      t.set([`filter.${name}.clean`, t.program], [`filter.${name}.smudge`, t.program]);
      t.set([`filter.${name}.required`, "true"]);
      // Attributes cannot contain spaces, so a plain name refers to the same driver.
      t.set(["filter.Ev.il.clean", t.program]);
      t.attributes("* filter=Ev.il\n");
    },
  },
  {
    name: "a clean filter whose name holds an equals sign",
    isArmed: true,
    set(t) {
      filter(t, "a=b");
      t.attributes("* filter=a=b\n");
    },
  },
  {
    name: "a clean filter in an included file",
    isArmed: true,
    set(t) {
      writeFileSync(join(t.root, ".git/more"), `[filter "evil"]\n\tclean = ${t.program}\n`);
      t.set(["include.path", "more"]);
      t.attributes("* filter=evil\n");
    },
  },
  {
    name: "a clean filter in a file that is included for this branch",
    isArmed: true,
    set(t) {
      writeFileSync(join(t.root, "more"), `[FILTER "evil"]\n\tCLEAN = ${t.program}\n`);
      t.set(["includeIf.onbranch:feature/**.path", "../more"]);
      t.attributes("* filter=evil\n");
    },
  },
  {
    name: "a clean filter in the settings of the worktree",
    isArmed: true,
    set(t) {
      t.set(["extensions.worktreeConfig", "true"]);
      writeFileSync(join(t.root, ".git/config.worktree"), `[filter "evil"]\n\tclean = ${t.program}\n`);
      t.attributes("* filter=evil\n");
    },
  },
  { name: "a file system monitor", isArmed: true, set: (t) => t.set(["core.fsmonitor", t.program]) },
  {
    name: "a clean filter of a submodule",
    isArmed: true,
    set(t) {
      const inner = repository();
      git(t.root, "submodule", "--quiet", "add", inner, "inner");
      git(t.root, "commit", "-q", "-m", "inner");
      git(join(t.root, "inner"), "config", "filter.evil.clean", t.program);
      git(join(t.root, "inner"), "config", "core.fsmonitor", t.program);
      t.set(["submodule.inner.ignore", "none"], ["submodule.inner.update", `!${t.program}`]);
      t.set(
        ["status.submoduleSummary", "true"],
        ["diff.ignoreSubmodules", "none"],
        ["submodule.recurse", "true"],
      );
      writeFileSync(join(t.root, "inner/.gitattributes"), "* filter=evil\n");
      writeFileSync(join(t.root, "inner/changed.ts"), "Changed.ts");
    },
  },
  ...[
    { transport: "ext", url: (program: string) => `ext::${program}` },
    { transport: "ssh", url: () => "ssh://host.invalid/x" },
    { transport: "file", url: () => "/" },
  ].map(({ transport, url }) => ({
    name: `a partial clone whose missing tree would be fetched by ${transport}`,
    isArmed: true,
    set(t: Trap) {
      const tree = git(t.root, "rev-parse", "HEAD^{tree}").trim();
      rmSync(join(t.root, ".git/objects", tree.slice(0, 2), tree.slice(2)));
      t.set(["core.repositoryFormatVersion", "1"], ["extensions.partialClone", "origin"]);
      t.set(["remote.origin.url", url(t.program)], ["remote.origin.promisor", "true"]);
      t.set(["remote.origin.uploadpack", t.program], ["core.sshCommand", t.program]);
      t.set(["protocol.allow", "always"], [`protocol.${transport}.allow`, "always"]);
    },
  })),
  {
    name: "hooks of every name",
    set(t) {
      const names =
        "post-index-change pre-commit post-checkout post-merge pre-auto-gc reference-transaction fsmonitor-watchman fsmonitor-watchmanv2 query-watchman";
      mkdirSync(join(t.root, ".git/hooks"), { recursive: true });
      for (const name of names.split(" "))
        writeFileSync(join(t.root, ".git/hooks", name), `#!/bin/sh\n${t.program}\n`, { mode: 0o755 });
      t.set(["core.hooksPath", join(t.root, ".git/hooks")], ["core.untrackedCache", "true"]);
    },
  },
  {
    name: "external diffs, text conversions and merge drivers",
    set(t) {
      t.set(
        ["diff.external", t.program],
        ["diff.evil.command", t.program],
        ["diff.evil.textconv", t.program],
      );
      t.set(["diff.evil.cachetextconv", "true"], ["merge.evil.driver", t.program]);
      t.set(["interactive.diffFilter", t.program], ["merge.renormalize", "true"]);
      t.attributes("* diff=evil merge=evil\n");
    },
  },
  {
    name: "every other setting that names a program",
    set(t) {
      const keys =
        "core.pager core.editor core.sshCommand core.askPass core.gitProxy core.alternateRefsCommand sequence.editor credential.helper gpg.program gpg.ssh.program gpg.x509.program gpg.ssh.defaultKeyCommand uploadpack.packObjectsHook diff.tool difftool.evil.cmd merge.tool mergetool.evil.cmd mergetool.evil.path browser.evil.cmd man.evil.cmd web.browser trailer.evil.command trailer.evil.cmd sendemail.smtpServer imap.tunnel instaweb.httpd tar.evil.command remote.origin.uploadpack remote.origin.receivepack remote.origin.vcs hook.evil.command";
      t.set(...keys.split(" ").map((key) => [key, t.program] as const));
      for (const command of ["config", "symbolic-ref", "diff-index", "diff-files", "ls-files", "rev-parse"])
        t.set([`alias.${command}`, `!${t.program}`], [`pager.${command}`, t.program]);
      t.set(["hook.evil.event", "post-index-change"], ["log.showSignature", "true"]);
    },
  },
];

/** Files whose content git must compare: one changed in size, one in content alone, one touched, one "racy". */
function makeIndexRacy(root: string): void {
  for (const name of ["gone.ts", "sub/deep.ts"]) utimesSync(join(root, name), 4e9, 4e9);
  git(root, "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null", "update-index", "--refresh");
  writeFileSync(join(root, "changed.ts"), "Changed.ts");
  appendFileSync(join(root, "gone.ts"), "more");
  utimesSync(join(root, "kept.ts"), 1, 1);
}

describe("readWorkTree does not run a program that the repository names:", () => {
  test.each(traps)("$name", { timeout: 60_000 }, async ({ set, isArmed }) => {
    const root = repository();
    const away = folder();
    const marks = join(away, "marks");
    mkdirSync(marks);
    const program = join(away, "program");
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" > ${marks}/$$\nexit 1\n`, { mode: 0o755 });
    makeIndexRacy(root);
    set({
      root,
      program,
      set: (...settings) => {
        for (const [key, value] of settings) git(root, "config", "--add", key, value);
      },
      attributes: (text, file = ".gitattributes") => {
        mkdirSync(join(root, file, ".."), { recursive: true });
        writeFileSync(join(root, file), text);
      },
    });
    const twin = join(folder(), "twin");
    cpSync(root, twin, { recursive: true, preserveTimestamps: true });
    for (const name of readdirSync(marks)) rmSync(join(marks, name));

    const { branch, changed } = await readWorkTree(root, patient);
    await readWorkTree(join(root, "sub"), patient);

    expect(readdirSync(marks)).toEqual([]);
    expect([branch, null]).toContain(branch);
    if (branch !== null) expect(changed).toEqual(expect.arrayContaining(["changed.ts", "gone.ts"]));
    if (isArmed) {
      execFileSync("sh", ["-c", "git status >/dev/null 2>&1; git diff --stat >/dev/null 2>&1; :"], {
        cwd: twin,
        timeout: 20_000,
      });
      expect(readdirSync(marks).length, "git itself runs it").toBeGreaterThan(0);
    }
  });

  test("readWorkTree ignores programs and repositories that the environment names", async () => {
    const root = repository();
    const marks = join(folder(), "mark");
    makeIndexRacy(root);
    writeFileSync(join(root, ".gitattributes"), "* filter=evil diff=evil\n");
    vi.stubEnv("GIT_CONFIG_COUNT", "1");
    vi.stubEnv("GIT_CONFIG_KEY_0", "filter.evil.clean");
    vi.stubEnv("GIT_CONFIG_VALUE_0", `touch ${marks}; cat`);
    vi.stubEnv("GIT_EXTERNAL_DIFF", `touch ${marks}`);
    vi.stubEnv("GIT_DIR", join(folder(), "nowhere"));
    vi.stubEnv("GIT_INDEX_FILE", "/dev/null");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await readWorkTree(root, patient)).toEqual({
      branch: "feature/parser",
      changed: [".gitattributes", "changed.ts", "gone.ts"],
    });
    expect(existsSync(marks)).toBe(false);
  });
});

test("readWorkTree does not write to the repository", async () => {
  const root = repository();
  makeIndexRacy(root);
  const before = execFileSync("sh", ["-c", "find .git -type f | sort | xargs sha256sum"], { cwd: root });
  await readWorkTree(root, patient);
  renameSync(join(root, "changed.ts"), join(root, "moved.ts"));
  await readWorkTree(root, patient);
  expect(execFileSync("sh", ["-c", "find .git -type f | sort | xargs sha256sum"], { cwd: root })).toEqual(
    before,
  );
});

test("every known filter is disabled, and git is not run if a filter cannot be disabled", () => {
  expect(withoutFilters(["core.bare", "filter.a.b.clean", "filter.a.b.process", "user.name"])).toEqual(
    ["clean=", "smudge=", "process=", "required=false"].flatMap((one) => ["-c", `filter.a.b.${one}`]),
  );
  expect(withoutFilters(["filter.a=b.clean"])).toBeNull();
  expect(withoutFilters([])).toEqual([]);
});

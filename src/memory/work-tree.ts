// The state of the user's working tree for recall: its branch, and the files that differ from the last commit.
// Not by `git status`: it compares content, and so runs the filters that a repository names.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { linkForeign, readForeign } from "../platform/foreign-file.ts";
import { type Git, gitIn } from "../platform/git.ts";
import { treeOf } from "../rooms/projects/room.ts";

export interface WorkTree {
  branch: string | null;
  /** Paths relative to the root of the repository. */
  changed: string[];
}

const gitTimeoutMs = 400;
const maxFiles = 200;
const maxCompared = 1000;
const maxComparedBytes = 1024 * 1024;

/** Empty without git, without a repository, or without an answer in time. */
export async function readWorkTree(folder: string, withinMs = gitTimeoutMs): Promise<WorkTree> {
  const until = performance.now() + withinMs;
  const git = await gitIn(folder, until);
  if (git === null) return { branch: null, changed: [] };
  const [branch, ...changed] = await Promise.all([
    git("symbolic-ref", "--quiet", "--short", "HEAD"),
    staged(git),
    touched(git, treeOf(folder), until),
    untracked(git),
  ]);
  return {
    branch: branch?.trim() || null,
    changed: [...new Set(changed.flat())].sort().slice(0, maxFiles),
  };
}

/** A submodule has its own settings, and git would read it in a process that ignores the safe settings used here. */
const plain = ["--no-renames", "--ignore-submodules=all", "--no-ext-diff", "--no-textconv", "-z"];

async function staged(git: Git): Promise<string[]> {
  const names = await git("diff-index", "--cached", "--name-only", ...plain, "HEAD", "--");
  if (names !== null) return namesIn(names);
  // Before the first commit every added file is new.
  const hasCommit = (await git("rev-parse", "--quiet", "--verify", "HEAD")) !== null;
  return hasCommit ? [] : namesIn(await git("ls-files", "--cached", "--full-name", "-z", "--", ":/"));
}

async function untracked(git: Git): Promise<string[]> {
  const shape = ["--exclude-standard", "--directory", "--no-empty-directory", "--full-name", "-z"];
  return namesIn(await git("ls-files", "--others", ...shape, "--", ":/"));
}

/** Git reports by size and times which files may have changed; their content shows whether they did. */
async function touched(git: Git, root: string, until: number): Promise<string[]> {
  const entries = entriesIn(await git("diff-files", "--raw", "--no-abbrev", ...plain));
  const changed: string[] = [];
  for (const entry of entries.slice(0, maxCompared)) {
    if (changed.length >= maxFiles || performance.now() > until) break;
    if (!(await isSame(root, entry))) changed.push(entry.path);
  }
  return changed;
}

interface Entry {
  path: string;
  /** As git writes it: 100644 is a file, 120000 a link. */
  mode: string;
  /** Whether the file's type or its executable bit has changed, or the file is gone. */
  isOther: boolean;
  id: string;
}

/** `:100644 100644 <id> <zeros> M`, then the path. */
function entriesIn(raw: string | null): Entry[] {
  const fields = (raw ?? "").split("\0");
  const entries: Entry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = "", mode = "", id = "", , status] = (fields[at] ?? "").slice(1).split(" ");
    entries.push({ path: fields[at + 1] ?? "", mode, isOther: before !== mode || status !== "M", id });
  }
  return entries;
}

/** As git would hash it. A file that git stores in another form (other line ends, for example) counts as changed. */
async function isSame(root: string, { path, mode, isOther, id }: Entry): Promise<boolean> {
  if (isOther) return false;
  const content = mode === "120000" ? await linkForeign(join(root, path)) : await contentOf(root, path);
  if (content === null) return false;
  const hash = createHash(id.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex") === id;
}

async function contentOf(root: string, path: string): Promise<Buffer | null> {
  const read = await readForeign(join(root, path), { within: root, maxBytes: maxComparedBytes });
  return read.status === "read" ? read.bytes : null;
}

function namesIn(names: string | null): string[] {
  return (names ?? "").split("\0").filter(Boolean);
}

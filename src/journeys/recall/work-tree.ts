// What the user's working tree looks like now: its branch, and which files differ from the last commit. For recall.
// Not by `git status`: it compares content, and so runs the filters that a repository names.

import { createHash } from "node:crypto";
import { readlink } from "node:fs/promises";
import { join } from "node:path";
import { readForeign } from "../../foreign-file.ts";
import { treeOf } from "../../rooms/episodic/room.ts";
import { type Git, gitIn } from "./git.ts";

export interface WorkTree {
  branch: string | null;
  /** Paths from the root of the repository. */
  changed: string[];
}

const patienceMs = 400;
const mostFiles = 200;
const mostCompared = 1000;
const largestCompared = 1024 * 1024;

/** Nothing where there is no git, no repository, or no answer in time. */
export async function lookAt(folder: string, withinMs = patienceMs): Promise<WorkTree> {
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
    changed: [...new Set(changed.flat())].sort().slice(0, mostFiles),
  };
}

/** A submodule has settings of its own, and git would look into it with a process that knows nothing of ours. */
const plain = ["--no-renames", "--ignore-submodules=all", "--no-ext-diff", "--no-textconv", "-z"];

async function staged(git: Git): Promise<string[]> {
  const names = await git("diff-index", "--cached", "--name-only", ...plain, "HEAD", "--");
  if (names !== null) return namesIn(names);
  // Before the first commit everything that was added is new.
  const isBorn = (await git("rev-parse", "--quiet", "--verify", "HEAD")) !== null;
  return isBorn ? [] : namesIn(await git("ls-files", "--cached", "--full-name", "-z", "--", ":/"));
}

async function untracked(git: Git): Promise<string[]> {
  const shape = ["--exclude-standard", "--directory", "--no-empty-directory", "--full-name", "-z"];
  return namesIn(await git("ls-files", "--others", ...shape, "--", ":/"));
}

/** Git tells by size and times which files may have changed; whether they did, their content tells. */
async function touched(git: Git, root: string, until: number): Promise<string[]> {
  const entries = entriesIn(await git("diff-files", "--raw", "--no-abbrev", ...plain));
  const changed: string[] = [];
  for (const entry of entries.slice(0, mostCompared)) {
    if (changed.length >= mostFiles || performance.now() > until) break;
    if (!(await isSame(root, entry))) changed.push(entry.path);
  }
  return changed;
}

interface Entry {
  path: string;
  /** As git writes it: 100644 is a file, 120000 a link. */
  mode: string;
  /** Whether the kind of file, or the right to run it, has changed, or the file is gone. */
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

/** As git would hash it. A file that git stores in another form (other line ends, say) counts as changed. */
async function isSame(root: string, { path, mode, isOther, id }: Entry): Promise<boolean> {
  if (isOther) return false;
  const content = mode === "120000" ? await linkAt(join(root, path)) : await contentOf(root, path);
  if (content === null) return false;
  const hash = createHash(id.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex") === id;
}

function linkAt(path: string): Promise<Buffer | null> {
  return readlink(path, "buffer").catch(() => null);
}

async function contentOf(root: string, path: string): Promise<Buffer | null> {
  const read = await readForeign(join(root, path), { within: root, mostBytes: largestCompared });
  return read.status === "read" ? read.bytes : null;
}

function namesIn(names: string | null): string[] {
  return (names ?? "").split("\0").filter(Boolean);
}

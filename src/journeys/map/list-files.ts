// The files of a project that may be code: those that git knows or would add; without git, those that .gitignore files
// do not exclude. Links are not followed.

import type { Dirent } from "node:fs";
import { join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { listForeign, readForeign } from "../../platform/foreign-file.ts";
import { gitIn } from "../../platform/git.ts";

const gitTimeoutMs = 30_000;
/** A repository of 10,000 files takes git 0.1 s; what takes longer is worth a look. */
const patienceMs = 1_000;
const maxFiles = 200_000;
const maxIgnoreFileBytes = 256 * 1024;

/** Paths relative to the tree, with slashes; `under` limits them to a folder or file in it. */
export async function listFiles(tree: string, under = ""): Promise<string[]> {
  const named = await listedByGit(tree, under);
  const files = named != null ? named.split("\0").filter(Boolean) : await walk(tree, under);
  return [...new Set(files)].sort().slice(0, maxFiles);
}

async function listedByGit(tree: string, under: string): Promise<string | null | undefined> {
  const place = under === "" ? ":/" : `:(top,literal)${under}`;
  const stop = new AbortController();
  const timer = setTimeout(async () => {
    if (await blocksGit(tree, stop.signal)) stop.abort();
  }, patienceMs);
  try {
    const git = await gitIn(tree, performance.now() + gitTimeoutMs, stop.signal);
    const how = ["--cached", "--others", "--exclude-standard", "--full-name", "-z"];
    return await git?.("ls-files", ...how, "--", place);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** Git waits for a pipe that is named .gitignore for as long as nobody writes to it. */
async function blocksGit(tree: string, stop: AbortSignal): Promise<boolean> {
  const open = [""];
  for (let folder = open.pop(); folder !== undefined && !stop.aborted; folder = open.pop()) {
    for (const entry of await entriesIn(tree, folder)) {
      if (entry.name === ".gitignore" && isSpecial(entry)) return true;
      if (entry.isDirectory() && !never.has(entry.name)) open.push(`${folder}${entry.name}/`);
    }
  }
  return false;
}

/**
 * Pipes, sockets and devices beside these files. Git does not list them; somebody who looks for one in the map should read
 * why it is not there.
 */
export async function specialFiles(tree: string, files: readonly string[], under = ""): Promise<string[]> {
  const folders = new Set(files.map((path) => path.slice(0, path.lastIndexOf("/") + 1))).add("");
  const found: string[] = [];
  for (const folder of folders)
    for (const entry of await entriesIn(tree, folder)) {
      const path = folder + entry.name;
      if (isSpecial(entry) && (under === "" || path === under || path.startsWith(`${under}/`)))
        found.push(path);
    }
  return found.sort();
}

function entriesIn(tree: string, folder: string): Promise<Dirent[]> {
  return listForeign(join(tree, folder));
}

function isSpecial(entry: Dirent): boolean {
  return entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice();
}

/** Folders that no project wants mapped, also where nothing excludes them. */
const never = new Set([
  ...[
    ".git",
    ".hg",
    ".svn",
    ".venv",
    "venv",
    ".tox",
    ".mypy_cache",
    ".pytest_cache",
    "__pycache__",
    ".cache",
  ],
  ...["node_modules", "bower_components", ".next", ".nuxt", ".gradle", ".idea"],
]);

interface Rules {
  /** Where the rules were written, with a slash at the end, or "". */
  folder: string;
  rules: Ignore;
}

async function walk(tree: string, under: string): Promise<string[]> {
  const found: string[] = [];
  const open: { folder: string; rules: Rules[] }[] = [{ folder: "", rules: [] }];
  for (let next = open.pop(); next && found.length < maxFiles; next = open.pop()) {
    const { folder } = next;
    const rules = [...next.rules, ...(await rulesIn(tree, folder))];
    for (const entry of await entriesIn(tree, folder)) {
      const path = folder + entry.name;
      const isFolder = entry.isDirectory();
      if ((isFolder && never.has(entry.name)) || isIgnored(rules, isFolder ? `${path}/` : path)) continue;
      if (isFolder && isTowards(`${path}/`, under)) open.push({ folder: `${path}/`, rules });
      else if (entry.isFile() && isTowards(path, under)) found.push(path);
    }
  }
  return found;
}

function isTowards(path: string, under: string): boolean {
  return under === "" || path === under || path.startsWith(`${under}/`) || `${under}/`.startsWith(path);
}

async function rulesIn(tree: string, folder: string): Promise<Rules[]> {
  const read = await readForeign(join(tree, folder, ".gitignore"), {
    within: tree,
    maxBytes: maxIgnoreFileBytes,
  });
  return read.status === "read" ? [{ folder, rules: ignore().add(read.bytes.toString("utf8")) }] : [];
}

/** The innermost file that says something about the path decides. */
function isIgnored(rules: readonly Rules[], path: string): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const verdict = own.test(path.slice(folder.length));
    if (verdict.ignored) return true;
    if (verdict.unignored) return false;
  }
  return false;
}

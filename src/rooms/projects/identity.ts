// Which project a folder belongs to. Worktrees and subfolders of one repository are one project, and so are two clones
// of one remote. Reads git's own files instead of running git, because hooks run hundreds of times.
//
// What these files say is a claim, and whoever is believed reads that project's memories. A `.git` that leads to another
// place is believed only if that place names the folder in return, as `git worktree add` and submodules do. The remote is
// believed as git's own configuration states it: `git clone` writes it, and no clone can bring its own.

import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { readForeignSync, realForeignSync } from "../../platform/foreign-file.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";

/** As stored: redacted. */
export interface ProjectIdentity {
  key: string;
  name: string;
  root: string;
  remote: string | null;
  /** Keys that it may have had before: without its remote, or with a name that was later marked as secret. */
  formerKeys: string[];
}

export function identify(folder: string): ProjectIdentity {
  const { root, remote, commonDir } = repositoryOf(folder);
  const clean = cleanerFor(root, folder);
  const keys = [...new Set([remote ?? commonDir, commonDir])].flatMap((key) => {
    const hidden = `hidden:${createHash("sha256").update(key).digest("hex")}`;
    return clean.path(key) === key ? [key, hidden] : [hidden, key];
  });
  const [key = root, ...formerKeys] = keys;
  const shown = clean.path(remote ?? root);
  return {
    key,
    name: basename(shown) || shown,
    root: clean.path(root),
    remote: remote && clean.path(remote),
    formerKeys,
  };
}

/** The work tree that contains a folder, or the folder itself; the project's files are named relative to it. */
export function treeOf(folder: string): string {
  const from = realForeignSync(folder);
  const tree = findGit(folder)?.root ?? from;
  return cleanerFor(tree, folder).path(tree);
}

function repositoryOf(folder: string): { root: string; remote: string | null; commonDir: string } {
  const from = realForeignSync(folder);
  const found = findGit(folder);
  if (!found) return { root: from, remote: null, commonDir: from };
  const { commonDir, isOwn } = found;
  if (!isOwn) return { root: found.root, remote: null, commonDir };
  const root = basename(commonDir) === ".git" ? dirname(commonDir) : found.root;
  return { root, remote: remoteOf(commonDir), commonDir };
}

interface GitFolders {
  /** The work tree. */
  root: string;
  /** Its own folder of git, with its HEAD. */
  gitDir: string;
  /** The folder that all worktrees share. */
  commonDir: string;
  /** False if `.git` leads to a repository that does not know the folder: nothing of that repository is used. */
  isOwn: boolean;
}

/** No system opens a longer path, and every folder above it would be looked at. */
const maxPathLength = 4_096;

/** Of the work tree that contains a folder. */
export function findGit(inside: string): GitFolders | null {
  if (inside.length > maxPathLength) return null;
  for (let folder = realForeignSync(inside); ; folder = dirname(folder)) {
    const found = gitFoldersAt(folder);
    if (found) return { root: folder, ...found };
    if (dirname(folder) === folder) return null;
  }
}

/** `.git` is a folder, or in a worktree or submodule a file that names one, which may name the shared one. */
function gitFoldersAt(folder: string): Omit<GitFolders, "root"> | null {
  const dotGit = join(folder, ".git");
  const foreign = { gitDir: dotGit, commonDir: dotGit, isOwn: false };
  try {
    const kind = lstatSync(dotGit);
    if (kind.isDirectory()) return { gitDir: dotGit, commonDir: realForeignSync(dotGit), isOwn: true };
    if (kind.isSymbolicLink()) return foreign;
    const named = /^gitdir:\s*(.+)$/m.exec(readText(folder, ".git") ?? "")?.[1]?.trim();
    if (!named) return null;
    const gitDir = realForeignSync(resolve(folder, named));
    const common = readText(gitDir, "commondir")?.trim();
    const commonDir = common ? realForeignSync(resolve(gitDir, common)) : gitDir;
    const isOwn = common ? isWorktree(folder, gitDir, commonDir) : isSubmodule(folder, gitDir);
    return isOwn ? { gitDir, commonDir, isOwn } : foreign;
  } catch {
    return null;
  }
}

/** The repository keeps a folder for each of its worktrees, which names the worktree's `.git` file. */
function isWorktree(folder: string, gitDir: string, commonDir: string): boolean {
  const named = readText(gitDir, "gitdir")?.trim();
  return (
    dirname(gitDir) === join(commonDir, "worktrees") &&
    named !== undefined &&
    realForeignSync(resolve(gitDir, named)) === realForeignSync(join(folder, ".git"))
  );
}

/** A submodule's repository names its work tree. */
function isSubmodule(folder: string, gitDir: string): boolean {
  const named = settingIn(readText(gitDir, "config") ?? "", /^core\]/, "worktree");
  return named !== undefined && realForeignSync(resolve(gitDir, named)) === realForeignSync(folder);
}

function remoteOf(commonDir: string): string | null {
  const config = readText(commonDir, "config") ?? "";
  const url = settingIn(config, /^remote "origin"\]/, "url") ?? settingIn(config, /^remote /, "url");
  if (!url) return null;
  const remote = normaliseRemote(url);
  // A path is a name of its own kind: it must not be the key of the project in that folder.
  return isPath(remote) ? `file:${resolve(dirname(commonDir), remote)}` : remote;
}

function settingIn(config: string, section: RegExp, name: string): string | undefined {
  const found = config.split(/^[ \t]*\[/m).find((text) => section.test(text));
  const value = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*(.+)$`, "m").exec(found ?? "")?.[1]?.trim();
  return value?.replace(/^"(.*)"$/, "$1");
}

function isPath(address: string): boolean {
  return /^(?:[./~\\]|[a-z]:[\\/])/i.test(address);
}

/** `git@host:a/b.git` and `https://user:key@host/a/b?token=x` are the same remote: host/a/b, without credentials. */
export function normaliseRemote(url: string): string {
  const address = url.replace(/^[a-z][\w+.-]*::/i, "");
  if (isPath(address)) return withoutEnd(address);
  const afterScheme = address.replace(/^[a-z][\w+.-]*:\/\//i, "");
  const remote = withoutUser(afterScheme, afterScheme !== address).replace(/[?#].*$/s, "");
  return withoutEnd(remote.replace(/^([^/:]+):(?:\d+\/)?(?!\/)/, "$1/"));
}

/** A password may contain any delimiter: if there is one, the last @ of a URL counts. */
function withoutUser(address: string, isUrl: boolean): string {
  const hasPassword = isUrl && /^[^/?#@:]*:(?!\d+(?:[/?#]|$))[^@]*@/.test(address);
  const within = hasPassword ? address : (/^[^/?#]*/.exec(address)?.[0] ?? "");
  return address.slice(within.lastIndexOf("@") + 1);
}

function withoutEnd(path: string): string {
  return path.replace(/(?<!\/)\/+$/, "").replace(/\.git$/, "");
}

const maxGitFileSize = 1024 * 1024;

export function readText(folder: string, name: string): string | null {
  const read = readForeignSync(join(folder, name), { within: folder, maxBytes: maxGitFileSize });
  return read.status === "read" ? read.bytes.toString("utf8") : null;
}

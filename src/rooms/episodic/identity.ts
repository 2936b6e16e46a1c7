// Which project a folder belongs to. Worktrees and subfolders of one repository are one project, and so are
// two clones of one remote. Reads git's own files instead of running git: hooks come by the hundred.

import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readForeignSync } from "../../foreign-file.ts";

export interface ProjectIdentity {
  key: string;
  name: string;
  root: string;
  remote: string | null;
  /** The key it had while it had no remote. */
  keyWithoutRemote: string;
}

export function identify(folder: string): ProjectIdentity {
  const from = realOrSame(folder);
  const found = findGit(from);
  if (!found)
    return { key: from, name: basename(from) || from, root: from, remote: null, keyWithoutRemote: from };
  const remote = remoteOf(found.commonDir);
  const root = basename(found.commonDir) === ".git" ? dirname(found.commonDir) : found.root;
  const name = remote ? basename(remote) : basename(root);
  return { key: remote ?? found.commonDir, name, root, remote, keyWithoutRemote: found.commonDir };
}

/** The work tree that a folder lies in, or the folder itself: from there files of the project are named. */
export function treeOf(folder: string): string {
  const from = realOrSame(folder);
  return findGit(from)?.root ?? from;
}

function findGit(from: string): { root: string; commonDir: string } | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const commonDir = commonDirOf(join(folder, ".git"));
    if (commonDir) return { root: folder, commonDir };
    if (dirname(folder) === folder) return null;
  }
}

/** `.git` is a folder, or in a worktree a file that names one, which in turn names the shared one. */
function commonDirOf(dotGit: string): string | null {
  try {
    if (statSync(dotGit).isDirectory()) return realOrSame(dotGit);
    const named = /^gitdir:\s*(.+)$/m.exec(readText(dirname(dotGit), ".git") ?? "")?.[1]?.trim();
    if (!named) return null;
    const gitDir = resolve(dirname(dotGit), named);
    const common = readText(gitDir, "commondir")?.trim();
    return realOrSame(common ? (isAbsolute(common) ? common : join(gitDir, common)) : gitDir);
  } catch {
    return null;
  }
}

function remoteOf(commonDir: string): string | null {
  const config = readText(commonDir, "config") ?? "";
  const sections = config.split(/^\s*\[/m).filter((section) => section.startsWith("remote "));
  const origin = sections.find((section) => section.startsWith('remote "origin"]')) ?? sections[0];
  const url = /^\s*url\s*=\s*(.+)$/m.exec(origin ?? "")?.[1]?.trim();
  return url ? normaliseRemote(url) : null;
}

/** `git@host:a/b.git` and `https://user:key@host/a/b` are the same place: host/a/b, without any credentials. */
export function normaliseRemote(url: string): string {
  const withoutScheme = url.replace(/^[a-z+]+:\/\//i, "");
  const withoutUser = withoutScheme.replace(/^[^/@]*@/, "");
  const path = withoutUser.replace(/^([^/:]+):(?:\d+\/)?(?!\/)/, "$1/");
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}

const largestGitFile = 1024 * 1024;

function readText(folder: string, name: string): string | null {
  const read = readForeignSync(join(folder, name), { within: folder, mostBytes: largestGitFile });
  return read.status === "read" ? read.bytes.toString("utf8") : null;
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

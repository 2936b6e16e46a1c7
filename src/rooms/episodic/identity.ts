// Which project a folder belongs to. Worktrees and subfolders of one repository are one project, and so are
// two clones of one remote. Reads git's own files instead of running git: hooks come by the hundred.

import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

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
    const named = /^gitdir:\s*(.+)$/m.exec(readFileSync(dotGit, "utf8"))?.[1]?.trim();
    if (!named) return null;
    const gitDir = resolve(dirname(dotGit), named);
    const common = readText(join(gitDir, "commondir"))?.trim();
    return realOrSame(common ? (isAbsolute(common) ? common : join(gitDir, common)) : gitDir);
  } catch {
    return null;
  }
}

function remoteOf(commonDir: string): string | null {
  const config = readText(join(commonDir, "config")) ?? "";
  const sections = config.split(/^\s*\[/m).filter((section) => section.startsWith("remote "));
  const origin = sections.find((section) => section.startsWith('remote "origin"]')) ?? sections[0];
  const url = /^\s*url\s*=\s*(.+)$/m.exec(origin ?? "")?.[1]?.trim();
  return url ? normaliseRemote(url) : null;
}

/** `git@host:a/b.git` and `https://user:key@host/a/b?token=x` are the same place: host/a/b, without any credentials. */
export function normaliseRemote(url: string): string {
  const address = url.replace(/^[a-z][\w+.-]*::/i, "");
  if (/^(?:[./~\\]|[a-z]:[\\/])/i.test(address)) return withoutEnd(address);
  const afterScheme = address.replace(/^[a-z][\w+.-]*:\/\//i, "");
  const place = withoutUser(afterScheme, afterScheme !== address).replace(/[?#].*$/s, "");
  return withoutEnd(place.replace(/^([^/:]+):(?:\d+\/)?(?!\/)/, "$1/"));
}

/** A password may hold whatever else ends one: where there is one, the last @ of a URL counts. */
function withoutUser(address: string, isUrl: boolean): string {
  const hasPassword = isUrl && /^[^/?#@:]*:(?!\d+(?:[/?#]|$))[^@]*@/.test(address);
  const within = hasPassword ? address : (/^[^/?#]*/.exec(address)?.[0] ?? "");
  return address.slice(within.lastIndexOf("@") + 1);
}

function withoutEnd(path: string): string {
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function realOrSame(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

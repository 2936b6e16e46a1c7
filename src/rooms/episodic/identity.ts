// Which project a folder belongs to. Worktrees and subfolders of one repository are one project, and so are two clones
// of one remote. Reads git's own files instead of running git, because hooks run hundreds of times.

import { createHash } from "node:crypto";
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readForeignSync } from "../../foreign-file.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { revealedPath } from "../../secrets/covered.ts";

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
  const from = realOrSame(folder);
  const tree = findGit(from)?.root ?? from;
  return cleanerFor(tree, folder).path(tree);
}

function repositoryOf(folder: string): { root: string; remote: string | null; commonDir: string } {
  const from = realOrSame(folder);
  const found = findGit(from);
  if (!found) return { root: from, remote: null, commonDir: from };
  const { commonDir } = found;
  const root = basename(commonDir) === ".git" ? dirname(commonDir) : found.root;
  return { root, remote: remoteOf(commonDir), commonDir };
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

/** `git@host:a/b.git` and `https://user:key@host/a/b?token=x` are the same remote: host/a/b, without credentials. */
export function normaliseRemote(url: string): string {
  const address = url.replace(/^[a-z][\w+.-]*::/i, "");
  if (/^(?:[./~\\]|[a-z]:[\\/])/i.test(address)) return withoutEnd(address);
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
  return path.replace(/\/+$/, "").replace(/\.git$/, "");
}

const largestGitFile = 1024 * 1024;

function readText(folder: string, name: string): string | null {
  const read = readForeignSync(join(folder, name), { within: folder, mostBytes: largestGitFile });
  return read.status === "read" ? read.bytes.toString("utf8") : null;
}

function realOrSame(path: string): string {
  const revealed = revealedPath(path);
  try {
    return realpathSync(revealed);
  } catch {
    return revealed;
  }
}

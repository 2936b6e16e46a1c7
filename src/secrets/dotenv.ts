// The values in a project's .env files: secrets, however harmless they look. For the cleaner.

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { secretsOf } from "../../libs/redact/index.ts";
import { readForeignSync } from "../platform/foreign-file.ts";

const names = [".env", ".env.local", ".env.development", ".env.production", ".env.test"];
const maxFileLength = 256 * 1024;
const maxFolders = 40;

/** The values of all .env files from this folder up to the root of its repository, or to the file system's root. */
export function secretsAround(folder: string): string[] {
  const values = foldersUp(folder).flatMap((each) =>
    names.flatMap((name) => secretsOf(readSmallFile(join(each, name)))),
  );
  return [...new Set(values)];
}

/** A worktree uses the .env of its main repository: git does not copy ignored files. */
function foldersUp(folder: string): string[] {
  if (folder === "") return [];
  const folders: string[] = [];
  for (let each = folder; folders.length < maxFolders; each = dirname(each)) {
    folders.push(each);
    const dotGit = join(each, ".git");
    if (existsSync(dotGit)) {
      const main = /^gitdir:\s*(.+?)[\\/]\.git[\\/]worktrees[\\/]/m.exec(readSmallFile(dotGit))?.[1];
      return main === undefined ? folders : [...folders, main];
    }
    if (dirname(each) === each) break;
  }
  return folders;
}

/** A link out of the project is followed: its content is only used to remove text elsewhere. */
function readSmallFile(path: string): string {
  const read = readForeignSync(path, { maxBytes: maxFileLength });
  return read.status === "read" ? read.bytes.toString("utf8") : "";
}

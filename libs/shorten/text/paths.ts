// Paths relative to the project: `src/a.ts` inside it, the absolute path outside. For every tool family.

import { posix } from "node:path";

/** What relative paths are relative to; the working directory follows a `cd`, the project does not. */
export type PathBase = { projectDir: string; cwd: string };

export function shownPath(path: string, at: PathBase): string {
  const clean = slashes(path.trim());
  if (clean === "") return "";
  const home = slashes(at.projectDir);
  const absolute = isAbsolute(clean) ? clean : posix.join(slashes(at.cwd) || home, clean);
  const full = trimmed(posix.normalize(absolute));
  const root = trimmed(posix.normalize(home || "."));
  if (root === "." || !isAbsolute(root)) return full;
  if (full === root) return ".";
  const inside = root === "/" ? "/" : `${root}/`;
  return sameStart(full, inside) ? full.slice(inside.length) : full;
}

/** The directory of a command: `cd web && npm test` names files in web. */
export function inside(at: PathBase, dir: string | null): PathBase {
  if (dir === null || dir.startsWith("~") || dir.startsWith("$")) return at;
  const clean = slashes(dir);
  return { ...at, cwd: isAbsolute(clean) ? clean : posix.join(slashes(at.cwd) || at.projectDir, clean) };
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || path.startsWith("~/") || /^[A-Za-z]:\//.test(path);
}

function slashes(path: string): string {
  return /^[A-Za-z]:\\|^\\\\|^[^/]*\\[^/]*$/.test(path) ? path.replaceAll("\\", "/") : path;
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Drive letters occur in either case. */
function sameStart(path: string, start: string): boolean {
  if (path.startsWith(start)) return true;
  return /^[A-Za-z]:/.test(start) && path.toLowerCase().startsWith(start.toLowerCase());
}

const FILE_WORD = /^(?:[\w@.+~-]*\/)*[\w@+.-]*[\w@+-]\.[A-Za-z]\w{0,9}$/;
const FOLDER_WORD = /^(?:\.{0,2}\/|~\/)?(?:[\w@.+-]+\/)+[\w@.+-]*$/;
const HOST_WORD = /^(?:www\.|[\w-]+\.(?:com|org|net|io|dev|ai|sh|app)(?:\/|$))/;

/** Words of a command that name files, not addresses, flags, versions or package scopes. */
export function isFileWord(word: string): boolean {
  if (
    word.length > 300 ||
    word.startsWith("-") ||
    word.includes("://") ||
    word.includes("...") ||
    HOST_WORD.test(word)
  )
    return false;
  if (FILE_WORD.test(word)) return !/^\d+(?:\.\w+)+$/.test(word);
  return FOLDER_WORD.test(word) && !word.startsWith("@") && /^[./~]|\/.*\//.test(word);
}

/** The file in a line of a search: `src/a.ts`, `src/a.ts:12:text`, `src/a.ts-13-text` around it, `src/a.ts:3` as a count. */
export function foundFile(line: string): string | null {
  const path = /^((?:[A-Za-z]:)?[^:\n]{1,300}?)(?::\d+(?::|$)|-\d+-|:|$)/.exec(line.trim())?.[1] ?? "";
  return isFileWord(path) ? path : null;
}

// Shortens a long list of files: the folders, how many files in each, and as many names as fit. For bash and find.

import { foundFile, isFileWord } from "../text/paths.ts";
import { count, joined, unique } from "../text/text.ts";
import { scoreLine } from "./line-scores.ts";
import { plainLines } from "./lines.ts";

/** A search with a few results is about those files; one with many results is about none of them. */
export const ABOUT_MAX = 10;

export interface Listing {
  paths: string[];
  /** Lines that name no file: totals, errors. */
  rest: string[];
}

const COMPLAINT = 82;
/** Fewer lines are shown unchanged. */
const FEWEST = 12;
const SHARE = 0.7;
/** A log of megabytes need not be read to its end to be recognised. */
const LOOK_AFTER = 100;

/** The files that an output lists, or null if it is something else. */
export function listingIn(text: string): Listing | null {
  const listing: Listing = { paths: [], rest: [] };
  let folder = "";
  for (const [index, line] of plainLines(text).entries()) {
    if (index === LOOK_AFTER && !isMostlyPaths(listing)) return null;
    const header = /^(\.{0,2}[\w@./+-]+):$/.exec(line)?.[1];
    if (header !== undefined) {
      folder = `${header.replace(/\/$/, "")}/`;
      continue;
    }
    const path = pathIn(line, folder !== "");
    if (path === null) listing.rest.push(line);
    else listing.paths.push(`${folder}${path.replace(/^\.\//, "")}`);
  }
  return listing.paths.length >= FEWEST && isMostlyPaths(listing) ? listing : null;
}

function isMostlyPaths({ paths, rest }: Listing): boolean {
  return paths.length >= SHARE * (paths.length + rest.length);
}

/** As git and wc print them: before a bar, after a number, after a status. */
const SHAPES: readonly RegExp[] = [
  /^\s(\S+)\s+\|\s+(?:\d+|Bin)\b/,
  /^\s*\d[\d.]*[KMG]?\s+(\S+)$/,
  /^[ MADRCU?!]{2} (\S+)$/,
];

function pathIn(line: string, isInFolder: boolean): string | null {
  const entry = line.trim();
  if (isInFolder && /^[\w@.+-]+$/.test(entry)) return entry;
  const found = foundFile(line);
  // A compiler error begins like a match of grep.
  if (found !== null) return found === entry || scoreLine(line) < COMPLAINT ? found : null;
  const path = SHAPES.map((shape) => shape.exec(line)?.[1]).find((one) => one !== undefined);
  return path !== undefined && isFileWord(path) ? path : null;
}

interface Folder {
  name: string;
  files: string[];
  times: number;
}

const MOST_FOLDERS = 24;

/** Every folder with its number of files, then names in turn, one of each folder, until the room is used up. */
export function folded(paths: readonly string[], room: number): string[] {
  const all = foldersOf(paths);
  const folders = all.slice(0, MOST_FOLDERS);
  const heads = folders.map(headOf);
  const shown = folders.map((): string[] => []);
  let used = heads.reduce((sum, head) => sum + head.length + 2, 0);
  for (let round = 0; used < room; round++) {
    const open = folders.filter(({ files }) => round < files.length);
    if (open.length === 0) break;
    for (const folder of open) {
      const name = folder.files[round] ?? "";
      used += name.length + 2;
      if (used < room) shown[folders.indexOf(folder)]?.push(name);
    }
  }
  const lines = folders.map(({ files }, i) => {
    const names = shown[i] ?? [];
    const left = files.length > names.length && names.length > 0 ? "…" : "";
    return joined([heads[i], joined([...names, left], ", ")], ": ");
  });
  return all.length > folders.length ? [...lines, count(all.length - folders.length, "more folder")] : lines;
}

/** Only the folders, on one line, the fullest first. */
export function foldersIn(paths: readonly string[], room: number): string {
  const folders = foldersOf(paths).sort((a, b) => b.times - a.times);
  const parts = folders.map(({ name, times }) => `${name} (${times})`);
  while (parts.length > 1 && parts.join(", ").length > room) parts.pop();
  const left = folders.length - parts.length;
  return joined([...parts, left > 0 && count(left, "more folder")], ", ");
}

function headOf({ name, files, times }: Folder): string {
  return times === files.length ? `${name} (${times})` : `${name} (${times} in ${files.length})`;
}

/** The deepest folders are merged into their parents, until there are few enough. */
function foldersOf(paths: readonly string[]): Folder[] {
  let split = paths.map((path) => ({
    folder: path.split("/").slice(0, -1),
    name: path.split("/").at(-1) ?? "",
  }));
  for (;;) {
    const groups = Map.groupBy(split, ({ folder }) => folder.join("/"));
    const deepest = split.reduce((most, { folder }) => Math.max(most, folder.length), 0);
    if (groups.size <= MOST_FOLDERS || deepest <= 1) return [...groups].map(asFolder);
    split = split.map((one) => {
      if (one.folder.length < deepest) return one;
      return { folder: one.folder.slice(0, -1), name: `${one.folder.at(-1)}/${one.name}` };
    });
  }
}

function asFolder([name, entries]: [string, { name: string }[]]): Folder {
  return {
    name: name === "" ? "./" : `${name}/`,
    files: unique(entries.map((entry) => entry.name)),
    times: entries.length,
  };
}

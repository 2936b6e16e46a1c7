// What in tellback's home is tellback's own, for `uninstall --purge` and the doctor: files of the user and of other programs
// stay as they are.

import { existsSync, readdirSync, realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { browserFileName, type Paths } from "../../config/paths.ts";
import { foreignContentOf } from "../../store/identity.ts";

/** Beside those of `Paths`. */
const ownFiles = [
  "hooks-seen.json",
  "told.json",
  "prices.json",
  "installed.json",
  "bin/tellback",
  "hooks/hook.sh",
  "hooks/hook.ps1",
];
const ownFolders = ["compiled", "installed", "claude-cli"];
const ownUnlessShared = ["logs", "inbox", "vectors", "models", "sync"];
/** Folders that a project may have too: tellback's only with what it and npm put there. */
const ownByContent: Readonly<Record<string, (folder: string) => boolean>> = {
  packages: (folder) =>
    readdirSync(folder).every((name) => /^(?:node_modules|package(?:-lock)?\.json)$/.test(name)),
  tools: (folder) => readdirSync(folder).every((name) => existsSync(join(folder, name, "tool.json"))),
};
/** Folders in which only some files are tellback's. */
const sharedFolders = ["backups", "bin", "hooks"];

/** Deletes what is tellback's; returns what stays, relative to the home. */
export function emptyHome(paths: Paths): string[] {
  if (!existsSync(paths.home)) return [];
  // If the home is a link, its target is emptied and the link removed.
  const home = realpathSync(paths.home);
  const own = contentOf(home).filter(ownNames(paths, home));
  for (const name of own) rmSync(join(home, name), { recursive: true, force: true });
  for (const folder of sharedFolders) removeIfEmpty(join(home, folder));
  const left = contentOf(home);
  if (left.length === 0)
    for (const path of [home, paths.home]) rmSync(path, { recursive: true, force: true });
  return left;
}

/** Names in the home that are tellback's, and its folders that hold something of tellback's. */
export function ownEntries(paths: Paths): string[] {
  const home = realpathSync(paths.home);
  const own = contentOf(home).filter(ownNames(paths, home));
  return [...new Set(own.map((name) => name.split(sep, 1)[0] ?? name))];
}

/** The entries of the home, and those of its shared folders by their path. */
function contentOf(home: string): string[] {
  return readdirSync(home, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && sharedFolders.includes(entry.name)
      ? readdirSync(join(home, entry.name)).map((name) => join(entry.name, name))
      : [entry.name],
  );
}

function ownNames(paths: Paths, home: string): (name: string) => boolean {
  const named = Object.values(paths).filter(
    (path) => dirname(path) === paths.home && path !== paths.database && path !== paths.packages,
  );
  const files = new Set([...named.map((path) => basename(path)), ...ownFiles]);
  // Where the store belongs, another program has its own: then folders with ordinary names may be its own, too.
  const isShared = foreignContentOf(paths.database) !== null;
  const database = basename(paths.database);
  return (name) => {
    if (ownFolders.includes(name) || browserFileName.test(name)) return true;
    if (Object.hasOwn(ownByContent, name)) {
      const folder = join(home, name);
      return statSync(folder).isDirectory() && ownByContent[name]?.(folder) === true;
    }
    if (ownUnlessShared.includes(name)) return !isShared;
    const whole = name.replace(/(?:\.\w+)?\.part$/, "");
    if (files.has(whole)) return true;
    if (!name.startsWith(database) && dirname(name) !== "backups") return false;
    const copy = join(home, whole.replace(/-(?:wal|shm|journal)$/, ""));
    return name.endsWith(".part") || !existsSync(copy) || (isFile(copy) && foreignContentOf(copy) === null);
  };
}

function isFile(path: string): boolean {
  return statSync(path).isFile();
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It does not exist, or holds files of others.
  }
}

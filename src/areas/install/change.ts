// Installing and removing as a list of changes: first all are planned, then they are shown or made.

import type { Paths } from "../../config/paths.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { aroundMark, type Edit, isBlank, type Marks } from "./edit.ts";
import {
  dropBackup,
  hashOf,
  type InstalledHost,
  keepBackup,
  readBackup,
  readManifest,
  type WrittenFile,
  writeManifest,
} from "./manifest.ts";
import { isReadOnly, readIfExists, removeEmpty, removeFile, writeWhole } from "./user-files.ts";

export interface Target {
  path: string;
  /** Its purpose, in words. */
  what: string;
  edit: Edit;
  /** Mode of a new file. */
  mode?: number;
}

export interface Change {
  path: string;
  what: string;
  now: Buffer | null;
  after: Buffer | null;
  mode?: number | undefined;
  /** The content without tellback. */
  before: Buffer | null;
}

export interface Addition extends Change {
  marks: Marks;
}

export interface Install {
  host: string;
  scope: InstalledHost["scope"];
  folder: string | null;
  version: string;
}

/**
 * Reads everything and changes nothing: one file that cannot be edited, or that has somebody else's part where tellback's
 * belongs, stops the installation.
 */
export function planInstall(
  paths: Paths,
  who: Install,
  targets: readonly Target[],
  force: boolean,
): Addition[] {
  const conflicts: string[] = [];
  const changes = targets.map(({ path, what, edit, mode }) => {
    const now = readIfExists(path);
    const record = recordOfFile(paths, who, path, edit);
    const marks = edit.marks ?? [];
    const conflict = conflictIn(now, { path, edit }, record);
    if (conflict !== null && !force) conflicts.push(`${path} already has ${conflict}`);
    if (conflict !== null && !force) return { path, what, now, after: now, before: now, mode, marks };
    const before = conflict === null ? originalOf(paths, path, now, record, edit) : now;
    const after = Buffer.from(aroundMark(edit).add(textOf(before, path)));
    if (isReadOnly(path) && !force && !isSame(now, after)) {
      throw new TellbackError("forbidden", `${path} is read-only`, {
        hint: "Nothing was changed. Make it writable, or add --force, which keeps it read-only.",
      });
    }
    return { path, what, now, after, before, mode, marks };
  });
  if (conflicts.length > 0) throw notOurs(conflicts);
  return changes;
}

/** Also in a file that tellback has written to: another program may have replaced its part since. */
function conflictIn(
  now: Buffer | null,
  { path, edit }: Pick<Target, "path" | "edit">,
  record: WrittenFile | undefined,
): string | null {
  if (now === null || (record && (edit.isWholeFile || hashOf(now) === record.wrote))) return null;
  return aroundMark(edit).conflict(textOf(now, path) ?? "", record?.marks);
}

const maxConflictsNamed = 3;

function notOurs(conflicts: readonly string[]): TellbackError {
  const more = conflicts.length - maxConflictsNamed;
  const named = conflicts.slice(0, maxConflictsNamed).join("; ");
  return new TellbackError(
    "conflict",
    `${named}${more > 0 ? `; and ${more} more` : ""}: tellback did not write it`,
    {
      hint: "Nothing was changed. Rename or remove it, or add --force to replace it; `tellback uninstall` then puts it back.",
    },
  );
}

/** What tellback wrote there. A file that is tellback's as a whole serves every host. */
function recordOfFile(paths: Paths, who: Install, path: string, edit: Edit): WrittenFile | undefined {
  const isIt = (file: WrittenFile) => file.path === path;
  const own = recordOf(paths, who)?.files.find(isIt);
  if (own || !edit.isWholeFile) return own;
  return readManifest(paths)
    .installed.flatMap(({ files }) => files)
    .find(isIt);
}

export function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === null || other === null ? one === other : one.equals(other);
}

/** The manifest is written before the files, so that an interrupted installation can be undone. */
export function makeInstall(paths: Paths, who: Install, changes: readonly Addition[]): void {
  const manifest = readManifest(paths);
  const old = recordOf(paths, who);
  const files = changes.map(({ path, before, after, marks }): WrittenFile => {
    const backup = before === null ? null : keepBackup(paths, before);
    return { path, backup, wrote: after === null ? "" : hashOf(after), marks: [...marks] };
  });
  const record: InstalledHost = { ...who, at: new Date().toISOString(), files, folders: old?.folders ?? [] };
  const others = manifest.installed.filter((one) => !isSameInstall(one, who));
  writeManifest(paths, { installed: [...others, record] });
  for (const file of old?.files ?? []) dropBackup(paths, file.backup);
  for (const { path, now, after, mode } of changes) {
    if (after === null || isSame(now, after)) continue;
    record.folders.push(...writeWhole(path, after, mode));
  }
  writeManifest(paths, { installed: [...others, record] });
}

export interface Removal extends Change {
  /** The file was changed since, so that only tellback's part is removed. */
  edited: boolean;
}

/** For a file of tellback's own that a user has changed. */
export const wholeFileLeft = "changed by the user";

/** What another installation that stays has written in the same words, such as the note in a project's AGENTS.md, stays. */
export function planRemoval(
  paths: Paths,
  record: InstalledHost,
  { edits, staying }: { edits: ReadonlyMap<string, Edit>; staying: readonly InstalledHost[] },
): Removal[] {
  const needed = new Set(staying.flatMap(({ files }) => files).map(({ path, wrote }) => `${wrote} ${path}`));
  return record.files.flatMap((file): Removal[] => {
    const now = readIfExists(file.path);
    if (now === null || needed.has(`${hashOf(now)} ${file.path}`)) return [];
    const before = file.backup === null ? null : readBackup(paths, file.backup);
    if (hashOf(now) === file.wrote || isSame(now, before)) {
      return [{ path: file.path, what: "as it was", now, before, after: before, edited: false }];
    }
    const edit = edits.get(file.path);
    const text = textOf(now, file.path) ?? "";
    const rest = edit ? aroundMark(edit).remove(text, textOf(before, file.path), file.marks) : text;
    const after = isBlank(rest) ? before : Buffer.from(rest);
    const what = edit?.isWholeFile ? wholeFileLeft : "without tellback's part";
    return [{ path: file.path, what, now, before, after, edited: true }];
  });
}

export function makeRemoval(paths: Paths, record: InstalledHost, changes: readonly Removal[]): void {
  const others = readManifest(paths).installed.filter((one) => !isSameInstall(one, record));
  const shared = new Set(others.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const { path, now, after } of changes) {
    // The scripts in tellback's home serve every host.
    if (shared.has(path) && after === null) continue;
    if (after === null) removeFile(path);
    else if (!isSame(now, after)) writeWhole(path, after);
  }
  removeEmpty(record.folders);
  writeManifest(paths, { installed: others });
  for (const file of record.files) dropBackup(paths, file.backup);
}

export function recordOf(
  paths: Paths,
  who: Pick<Install, "host" | "scope" | "folder">,
): InstalledHost | undefined {
  return readManifest(paths).installed.find((one) => isSameInstall(one, who));
}

function isSameInstall(
  one: Pick<Install, "host" | "scope" | "folder">,
  other: Pick<Install, "host" | "scope" | "folder">,
): boolean {
  return one.host === other.host && one.scope === other.scope && one.folder === other.folder;
}

/** The content without tellback: the exact original if the file is unchanged, else the file without tellback's part. */
function originalOf(
  paths: Paths,
  path: string,
  now: Buffer | null,
  record: WrittenFile | undefined,
  edit: Edit,
): Buffer | null {
  if (now === null) return null;
  const original = record?.backup ? readBackup(paths, record.backup) : null;
  if (record && hashOf(now) === record.wrote) return original;
  const shared = record ? undefined : writtenByAnother(paths, path, now);
  if (shared) return shared.backup === null ? null : readBackup(paths, shared.backup);
  const rest = aroundMark(edit).remove(textOf(now, path) ?? "", textOf(original, path), record?.marks);
  const isOwn = edit.isWholeFile === true || (record !== undefined && original === null);
  return isOwn && isBlank(rest) ? null : Buffer.from(rest);
}

/** Several hosts read the same file of a project. */
function writtenByAnother(paths: Paths, path: string, now: Buffer): WrittenFile | undefined {
  const files = readManifest(paths).installed.flatMap((one) => one.files);
  return files.find((file) => file.path === path && file.wrote === hashOf(now));
}

/** Bytes that are not text would be written back as other bytes. */
function textOf(content: Buffer | null, path: string): string | null {
  if (content === null) return null;
  const text = content.toString("utf8");
  if (Buffer.from(text).equals(content)) return text;
  throw new TellbackError("conflict", `${path} is not UTF-8 text`, { hint: "Nothing was changed." });
}

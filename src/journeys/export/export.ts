// export: everything that is truth, or one project of it, into files that the user names. JSON lines and SQLite come back
// in by `tellback import`; markdown is for reading.

import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { OutputOf, ParsedInputOf } from "../../areas/contracts.ts";
import { fromUser } from "../../config/paths.ts";
import { notedPart, removePart } from "../../config/unfinished.ts";
import { checkTarget, putInPlace, writeUserFile } from "../../config/user-files.ts";
import type { Memory } from "../../memory/memory.ts";
import { writeJsonl } from "../../memory/records/jsonl-file.ts";
import { type Reading, readRecords } from "../../memory/records/read-records.ts";
import { writeSqlite } from "../../memory/records/sqlite-file.ts";
import { version } from "../../platform/version.ts";
import { TellbackError } from "../../protocol/errors.ts";
import {
  type ExportHeader,
  type ExportRecord,
  exportFormat,
  type RecordKind,
} from "../../protocol/export.ts";
import { everywhere, inProject, type ProjectScope } from "../../protocol/scope.ts";
import { parseSince } from "../../protocol/since.ts";
import { projectKeys, projectScope } from "../../rooms/projects/room.ts";
import { dcpKinds, dcpPages } from "./dcp.ts";
import { startPage } from "./links.ts";
import { pagesOf, startPageBegins } from "./markdown.ts";
import type { Page } from "./markdown-text.ts";
import { type Notes, notesKinds } from "./notes.ts";

type ExportReport = OutputOf<"export">;

/** Writes what is known of a project into a folder; returns the number of files. */
export type WriteKnowledge = (folder: string, projects: ProjectScope) => Promise<number>;

export async function exportMemory(
  memory: Memory,
  input: ParsedInputOf<"export">,
  onRecord: (records: number) => Promise<void> | void = () => {},
  writeKnowledge: WriteKnowledge = async () => 0,
): Promise<ExportReport> {
  const at = new Date().toISOString();
  const since = input.since === undefined ? null : parseSince(input.since);
  const projects = input.project ? await projectScope(memory.db, { folder: input.folder }) : everywhere;
  if (projects.within === "unknown folder")
    throw new TellbackError("not_found", `nothing is remembered of ${projects.folder}`, {
      hint: "Run the command in a folder of the project, or without --project for everything.",
    });
  const keys = await projectKeys(memory.db);
  const project = projects.within === "project" ? (keys.get(projects.projectId) ?? null) : null;
  const header: ExportHeader = {
    ...{ kind: "tellback export", format: exportFormat, tellback: version, at, project, since },
  };
  const kinds: Partial<Record<RecordKind, number>> = {};
  let records = 0;
  const counted = async (kind: RecordKind) => {
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    await onRecord(++records);
  };
  const path = fromUser(input.path);
  const reading: Reading = { projects, since };
  const files =
    input.format === "dcp"
      ? await writeDcp(memory, path, reading, input.force, { counted, writeKnowledge })
      : input.format === "markdown"
        ? await writePages(memory, path, reading, at, input.force, counted)
        : await writeOne(memory, path, input.force, (part) =>
            (input.format === "sqlite" ? writeSqlite : writeJsonl)(
              part,
              header,
              readRecords(memory, reading),
              counted,
            ),
          );
  return { path: input.path, format: input.format, records, files, bytes: bytesOf(path), kinds, at };
}

type CountRecord = (kind: RecordKind) => Promise<void>;

async function writeOne(
  { paths }: Memory,
  path: string,
  force: boolean,
  write: (part: string) => Promise<number>,
): Promise<number> {
  checkTarget(path, { force });
  mkdirSync(dirname(path), { recursive: true });
  const part = notedPart(paths, path);
  try {
    await write(part);
    putInPlace(part, path, { force });
  } finally {
    removePart(paths, part);
  }
  return 1;
}

/** A folder of an earlier export in this layout is written again. */
async function writeDcp(
  memory: Memory,
  folder: string,
  reading: Reading,
  force: boolean,
  { counted, writeKnowledge }: { counted: CountRecord; writeKnowledge: WriteKnowledge },
): Promise<number> {
  refuseStrange(folder, force, "sessions");
  const records: ExportRecord[] = [];
  for await (const record of readRecords(memory, { ...reading, kinds: dcpKinds })) {
    records.push(record);
    await counted(record.kind);
  }
  mkdirSync(join(folder, "sessions"), { recursive: true, mode: 0o700 });
  const pages = dcpPages(records);
  for (const page of pages) writePage(folder, page);
  let files = pages.length;
  for (const [id, key] of await projectKeys(memory.db)) {
    if (reading.projects.within === "project" && reading.projects.projectId !== id) continue;
    const name = `project_${createHash("sha256").update(key).digest("hex").slice(0, 12)}`;
    files += await writeKnowledge(join(folder, "projects", name), inProject(id));
  }
  return files;
}

/** A page of an earlier export is replaced; other files in the folder stay. */
async function writePages(
  memory: Memory,
  folder: string,
  reading: Reading,
  at: string,
  force: boolean,
  counted: CountRecord,
): Promise<number> {
  refuseStrange(folder, force, startPage);
  const notes = Object.fromEntries(Object.keys(notesKinds).map((name) => [name, []])) as unknown as Notes;
  const listOf = new Map<RecordKind, ExportRecord[]>(
    Object.entries(notesKinds).map(([name, kind]) => [kind, notes[name as keyof Notes] as ExportRecord[]]),
  );
  for await (const record of readRecords(memory, { ...reading, kinds: [...listOf.keys()] })) {
    listOf.get(record.kind)?.push(record);
    await counted(record.kind);
  }
  const pages = pagesOf(notes, at);
  for (const page of pages) writePage(folder, page);
  return pages.length;
}

function writePage(folder: string, { path, text }: Page): void {
  const file = join(folder, ...path.split("/"));
  mkdirSync(dirname(file), { recursive: true });
  writeUserFile(file, text, { force: true });
}

/** Notes that somebody else wrote must not be replaced. */
function refuseStrange(folder: string, force: boolean, mark: string): void {
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isDirectory())
    throw new TellbackError("conflict", `${folder} is not a folder`, { hint: "Name a new folder." });
  if (force || readdirSync(folder).length === 0) return;
  if (mark === startPage) checkTarget(join(folder, startPage), { begins: startPageBegins });
  if (lstatSync(join(folder, mark), { throwIfNoEntry: false }) === undefined)
    throw new TellbackError("conflict", `${folder} is not empty, and not an earlier export`, {
      hint: "Name a new folder, or add --force: pages of the same name are replaced, other files stay.",
    });
}

function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}

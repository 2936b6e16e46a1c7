// Imports an export of tellback: JSON lines or SQLite. Anybody may have written the file, so it only adds, unless the user
// calls it an own export. Everything passes the cleaner; a second import changes nothing, and an interrupted one is simply
// run again. Backups are never changed.

import { fromUser } from "../../config/paths.ts";
import { forgetFromElsewhere, previewForgetting } from "../../memory/forgetting/forgotten-elsewhere.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanRecord } from "../../memory/records/clean-record.ts";
import { isSqlite } from "../../memory/records/is-export.ts";
import { readJsonl } from "../../memory/records/jsonl-file.ts";
import { previewRecords } from "../../memory/records/preview-records.ts";
import type { Removal } from "../../memory/records/removal.ts";
import { readSqlite } from "../../memory/records/sqlite-file.ts";
import { nothingWritten, type WrittenCounts, writeRecords } from "../../memory/records/write-records.ts";
import { cleanerOfAllProjects } from "../../memory/without-secrets.ts";
import { statForeignSync } from "../../platform/foreign-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { ExportRecord, ParsedRecord } from "../../protocol/export.ts";
import type { ImportProgress, OnProgress } from "./progress.ts";
import type { ImportRequest } from "./sources.ts";

export interface ImportedExport extends WrittenCounts {
  records: number;
  bytes: number;
  bytesDone: number;
  /** What was not understood, with its line. */
  problems: string[];
  /** Of a dry run: what its deletions would take away, and how many texts would lose forgotten words. */
  preview: { removes: Removal[]; textsCut: number } | null;
}

export interface ImportExportOptions {
  /** The user says that the file is an export of their own: its deletions, later versions and confirmations count. */
  own?: boolean | undefined;
  /** Checks the file, compares and counts; stores nothing. */
  dryRun?: boolean | undefined;
  onProgress?: ((so: ImportedExport) => Promise<void> | void) | undefined;
}

const recordsAtOnce = 500;
const problemsKept = 20;

export async function importExport(
  memory: Memory,
  given: string,
  { own = false, dryRun = false, onProgress = () => {} }: ImportExportOptions = {},
): Promise<ImportedExport> {
  const path = fromUser(given);
  const from = own ? "own file" : "file";
  const so: ImportedExport = {
    ...nothingWritten(),
    ...{ records: 0, bytes: sizeOf(path), bytesDone: 0, problems: [], preview: null },
  };
  const clean = await cleanerOfAllProjects(memory.db);
  const note = (problem: string) => {
    if (so.problems.length < problemsKept) so.problems.push(clean.text(problem));
  };
  async function* wanted(): AsyncGenerator<ExportRecord> {
    for await (const parsed of recordsIn(path, (bytes) => {
      so.bytesDone += bytes;
    })) {
      if (!parsed.ok) {
        note(parsed.problem);
        continue;
      }
      so.records++;
      if (so.records % recordsAtOnce === 0) await onProgress(so);
      yield parsed.record;
    }
  }
  if (dryRun) {
    const { known, removes, forgotten, ...counts } = await previewRecords(memory, wanted(), from);
    const textsCut = forgotten === null ? 0 : await previewForgetting(memory, forgotten);
    Object.assign(so, counts, { same: known, preview: { removes, textsCut } });
  } else {
    const written = await writeRecords(memory, wanted(), {
      from,
      clean: (record) => cleanRecord(record, clean),
      onBatch: () => onProgress(so),
    });
    if ((written.kinds.phrase ?? 0) > 0) await forgetFromElsewhere(memory, { backups: false });
    Object.assign(so, written);
  }
  for (const problem of so.refused) note(problem);
  await onProgress(so);
  return so;
}

function recordsIn(path: string, onBytes: (bytes: number) => void): AsyncGenerator<ParsedRecord> {
  return isSqlite(path) ? readSqlite(path) : readJsonl(path, onBytes);
}

function sizeOf(path: string): number {
  const found = statForeignSync(path);
  if (found?.isFile()) return found.size;
  throw new TellbackError("not_found", `there is no file at ${path}`);
}

/** The row of `tellback import tellback` in the table of sources. */
export async function importTellback(
  memory: Memory,
  { path, own, dryRun }: ImportRequest,
  onProgress: OnProgress,
): Promise<ImportProgress> {
  const asProgress = (so: ImportedExport, filesDone: number): ImportProgress => ({
    ...{ files: 1, filesDone, bytes: so.bytes, bytesDone: filesDone === 1 ? so.bytes : so.bytesDone },
    ...{ stored: so.added + so.changed, duplicates: so.same, counts: { ...so.kinds } },
    unknown: {
      ...Object.fromEntries(so.problems.map((problem) => [problem, 1])),
      ...(so.forgotten > 0 ? { "forgotten here": so.forgotten } : {}),
      ...(so.orphan > 0 ? { "names something that is missing": so.orphan } : {}),
    },
    leftOut: { ...so.leftOut },
    removal: removalsOf(so),
  });
  const done = await importExport(memory, path, {
    ...{ own, dryRun },
    onProgress: (so) => onProgress(asProgress(so, 0)),
  });
  const progress = asProgress(done, 1);
  await onProgress(progress);
  return progress;
}

const examplesShown = 10;

function removalsOf({ preview, removed }: ImportedExport): ImportProgress["removal"] {
  const all = preview?.removes ?? removed;
  if (all.length === 0 && !preview?.textsCut) return undefined;
  const examples = all.slice(0, examplesShown).map(({ kind, id, text }) => `${kind} ${id} ${text}`.trim());
  return { things: all.length, examples, texts: preview?.textsCut ?? 0 };
}

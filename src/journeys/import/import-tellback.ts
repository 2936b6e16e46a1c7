// Imports an export of tellback: JSON lines or SQLite. Everything passes the cleaner; a second import changes nothing, and
// an interrupted one is simply run again.

import { fromUser } from "../../config/paths.ts";
import { forgetFromElsewhere } from "../../memory/forgetting/forgotten-elsewhere.ts";
import type { Memory } from "../../memory/memory.ts";
import { cleanRecord } from "../../memory/records/clean-record.ts";
import { isSqlite } from "../../memory/records/is-export.ts";
import { readJsonl } from "../../memory/records/jsonl-file.ts";
import { readSqlite } from "../../memory/records/sqlite-file.ts";
import { type WrittenCounts, writeRecords } from "../../memory/records/write-records.ts";
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
}

export interface ImportExportOptions {
  /** Checks the file and counts; stores nothing. */
  dryRun?: boolean | undefined;
  onProgress?: ((so: ImportedExport) => Promise<void> | void) | undefined;
}

const recordsAtOnce = 500;
const problemsKept = 20;

export async function importExport(
  memory: Memory,
  given: string,
  { dryRun = false, onProgress = () => {} }: ImportExportOptions = {},
): Promise<ImportedExport> {
  const path = fromUser(given);
  const so: ImportedExport = {
    ...{ added: 0, changed: 0, same: 0, forgotten: 0, orphan: 0, kinds: {} },
    ...{ records: 0, bytes: sizeOf(path), bytesDone: 0, problems: [] },
  };
  const clean = await cleanerOfAllProjects(memory.db);
  async function* wanted(): AsyncGenerator<ExportRecord> {
    for await (const parsed of recordsIn(path, (bytes) => {
      so.bytesDone += bytes;
    })) {
      if (!parsed.ok) {
        if (so.problems.length < problemsKept) so.problems.push(clean.text(parsed.problem));
        continue;
      }
      so.records++;
      if (so.records % recordsAtOnce === 0) await onProgress(so);
      yield parsed.record;
    }
  }
  if (dryRun) {
    for await (const { kind } of wanted()) so.kinds[kind] = (so.kinds[kind] ?? 0) + 1;
    return so;
  }
  const written = await writeRecords(memory, wanted(), {
    clean: (record) => cleanRecord(record, clean),
    onBatch: () => onProgress(so),
  });
  if ((written.kinds.phrase ?? 0) > 0) await forgetFromElsewhere(memory);
  Object.assign(so, written);
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
  { path, dryRun }: ImportRequest,
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
  });
  const done = await importExport(memory, path, {
    dryRun,
    onProgress: (so) => onProgress(asProgress(so, 0)),
  });
  const progress = asProgress(done, 1);
  await onProgress(progress);
  return progress;
}

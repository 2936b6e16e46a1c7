// Merges records into the store: a record twice changes nothing, the later of two counts, and what was deleted stays
// deleted. For import and sync. Records may come in any order; what names something unknown waits until the end.

import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import { forgottenWords } from "../../rooms/forgotten/room.ts";
import type { Db } from "../../store/schema.ts";
import { tombstonesOf } from "../../store/tombstones.ts";
import type { Memory } from "../memory.ts";
import { type MergeOutcome, type Merging, mergeRecord } from "./merge-record.ts";
import { namesIn } from "./names.ts";

export interface WrittenCounts extends Record<MergeOutcome, number> {
  kinds: Partial<Record<RecordKind, number>>;
}

export interface WriteOptions {
  /** Called after each batch, with the number of records so far. */
  onBatch?: ((records: number) => Promise<void> | void) | undefined;
  /** Removes secrets; every text from outside passes it. */
  clean?: ((record: ExportRecord) => ExportRecord) | undefined;
}

const atOnce = 200;

export async function writeRecords(
  memory: Pick<Memory, "db">,
  records: AsyncIterable<ExportRecord> | Iterable<ExportRecord>,
  { onBatch, clean = (record) => record }: WriteOptions = {},
): Promise<WrittenCounts> {
  const counts: WrittenCounts = { added: 0, changed: 0, same: 0, forgotten: 0, orphan: 0, kinds: {} };
  let waiting: ExportRecord[] = [];
  let all = 0;
  const write = async (batch: readonly ExportRecord[], isFirst: boolean): Promise<void> => {
    const results = await memory.db.transaction().execute((tx) => writeBatch(tx, batch));
    for (const { record, written, isWhole } of results) {
      if (!isWhole) waiting.push(record);
      if (written === "orphan" || (!isFirst && !orphans.delete(record))) {
        if (written === "orphan") orphans.add(record);
        continue;
      }
      counts[written]++;
      if (written === "added") counts.kinds[record.kind] = (counts.kinds[record.kind] ?? 0) + 1;
    }
    all += isFirst ? batch.length : 0;
    await onBatch?.(all);
  };
  const orphans = new Set<ExportRecord>();
  let batch: ExportRecord[] = [];
  for await (const record of records) {
    batch.push(clean(record));
    if (batch.length < atOnce) continue;
    await write(batch, true);
    batch = [];
  }
  await write(batch, true);
  // As long as something of it finds what it names, the rest may too.
  const open = () => waiting.length + orphans.size;
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && open() < before; ) {
    before = open();
    const again = waiting;
    waiting = [];
    for (let i = 0; i < again.length; i += atOnce) await write(again.slice(i, i + atOnce), false);
  }
  counts.orphan = orphans.size;
  return counts;
}

interface Result {
  record: ExportRecord;
  written: MergeOutcome;
  /** False if it names something that is not there yet. */
  isWhole: boolean;
}

async function writeBatch(tx: Db, batch: readonly ExportRecord[]): Promise<Result[]> {
  const merging: Merging = {
    names: await namesIn(tx),
    tombstones: await tombstonesOf(tx),
    forgotten: await forgottenWords(tx),
  };
  const results: Result[] = [];
  for (const record of batch) {
    results.push({ record, ...(await mergeRecord(tx, record, merging)) });
  }
  return results;
}

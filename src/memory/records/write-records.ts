// Merges records into the store: a record twice changes nothing, the later of two counts, and what was deleted stays
// deleted. For import and sync. Records may come in any order; what names something unknown waits until the end. Every
// record passes `admitRecord` here, whichever door it came through.

import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import { forgottenWords } from "../../rooms/forgotten/room.ts";
import type { Db } from "../../store/schema.ts";
import { tombstonesOf } from "../../store/tombstones.ts";
import type { Memory } from "../memory.ts";
import { admitRecord, type Incoming, isStranger, type LeftOut, type Sender } from "./admit-record.ts";
import {
  type MergeOutcome,
  type MergeResult,
  type Merging,
  mergeRecord,
  parentFields,
} from "./merge-record.ts";
import { namesIn } from "./names.ts";
import { type Removal, removalOf } from "./removal.ts";

export interface WrittenCounts extends Record<MergeOutcome, number> {
  /** What was added, by kind. */
  kinds: Partial<Record<RecordKind, number>>;
  /** What is not taken from this sender. */
  leftOut: Partial<Record<LeftOut, number>>;
  /** Records that cannot be used, with the reason. */
  refused: string[];
  /** What tombstones deleted here. */
  removed: Removal[];
}

export interface WriteOptions {
  from: Sender;
  /** Called after each batch, with the number of records so far. */
  onBatch?: ((records: number) => Promise<void> | void) | undefined;
  /** Removes secrets; every text from outside passes it. */
  clean?: ((record: ExportRecord) => ExportRecord) | undefined;
}

export function nothingWritten(): WrittenCounts {
  return {
    ...{ added: 0, changed: 0, same: 0, kept: 0, forgotten: 0, orphan: 0 },
    ...{ kinds: {}, leftOut: {}, refused: [], removed: [] },
  };
}

const atOnce = 200;
const maxRefused = 20;

export async function writeRecords(
  memory: Pick<Memory, "db">,
  records: AsyncIterable<ExportRecord> | Iterable<ExportRecord>,
  { from, onBatch, clean = (record) => record }: WriteOptions,
): Promise<WrittenCounts> {
  const counts = nothingWritten();
  const now = Date.now();
  let waiting: Incoming[] = [];
  let all = 0;
  const leaveOut = (as: LeftOut) => {
    counts.leftOut[as] = (counts.leftOut[as] ?? 0) + 1;
  };
  const count = ({ incoming, written, isUnconfirmed, removed }: Result) => {
    counts[written]++;
    if (written === "added")
      counts.kinds[incoming.record.kind] = (counts.kinds[incoming.record.kind] ?? 0) + 1;
    if (isUnconfirmed) leaveOut("confirmation");
    else if (written === "kept") leaveOut("replacement");
    if (removed) counts.removed.push(removalOf(removed.one, removed.row));
  };
  const orphans = new Set<Incoming>();
  const taken = new Set<string>();
  const write = async (batch: readonly Incoming[], isFirst: boolean): Promise<void> => {
    const results = await memory.db
      .transaction()
      .execute((tx) => writeBatch(tx, batch, { sender: from, now, taken }));
    for (const result of results) {
      const { incoming, written, isWhole } = result;
      if (!isWhole) waiting.push(incoming);
      if (written === "orphan") orphans.add(incoming);
      else if (isFirst || orphans.delete(incoming)) count(result);
    }
    all += isFirst ? batch.length : 0;
    await onBatch?.(all);
  };
  let batch: Incoming[] = [];
  for await (const record of records) {
    const admission = admitRecord(record, from, now);
    if (admission.is === "left out") leaveOut(admission.as);
    else if (admission.is === "refused") {
      if (counts.refused.length < maxRefused) counts.refused.push(admission.problem);
    } else batch.push({ record: clean(admission.record), isFuture: admission.isFuture });
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
  for (const { record } of orphans) {
    // Of a task, a function or a node that is here, but not as the file has it.
    if (isStranger(from) && parentFields[record.kind]) leaveOut("replacement");
    else counts.orphan++;
  }
  return counts;
}

interface Result extends MergeResult {
  incoming: Incoming;
}

async function writeBatch(
  tx: Db,
  batch: readonly Incoming[],
  about: Pick<Merging, "sender" | "now" | "taken">,
): Promise<Result[]> {
  const merging: Merging = {
    names: await namesIn(tx),
    tombstones: await tombstonesOf(tx),
    forgotten: await forgottenWords(tx),
    ...about,
  };
  const results: Result[] = [];
  for (const incoming of batch) results.push({ incoming, ...(await mergeRecord(tx, incoming, merging)) });
  return results;
}

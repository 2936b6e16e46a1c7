// What records of a file would do, without writing anything: what is new, what is known, what is left out, and what the
// deletions in it would take away. For a dry run.

import type { ExportRecord, RecordKind } from "../../protocol/export.ts";
import { type ForgottenWords, forgottenWordsOf } from "../../rooms/forgotten/room.ts";
import type { Data } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";
import { tombstonesOf } from "../../store/tombstones.ts";
import type { Memory } from "../memory.ts";
import { admitRecord, type LeftOut, leftOutAs, type Sender } from "./admit-record.ts";
import { portableOf } from "./kinds.ts";
import { buriedRow, find } from "./merge-record.ts";
import { type Names, namesIn, withNames } from "./names.ts";
import { type Removal, removalOf } from "./removal.ts";

export interface Preview {
  /** All records, by kind. */
  kinds: Partial<Record<RecordKind, number>>;
  added: number;
  known: number;
  leftOut: Partial<Record<LeftOut, number>>;
  refused: string[];
  /** What its deletions would take away, whether they count or not. */
  removes: Removal[];
  /** Words that the file calls forgotten. */
  forgotten: ForgottenWords | null;
}

const maxRefused = 20;

export async function previewRecords(
  { db }: Pick<Memory, "db">,
  records: AsyncIterable<ExportRecord>,
  from: Sender,
): Promise<Preview> {
  const now = Date.now();
  const names = await namesIn(db);
  const tombstones = await tombstonesOf(db);
  const so: Preview = {
    ...{ kinds: {}, added: 0, known: 0, leftOut: {}, refused: [], removes: [], forgotten: null },
  };
  const phrases: { hash: string; words: number; at: string }[] = [];
  const keys: string[] = [];
  for await (const record of records) {
    so.kinds[record.kind] = (so.kinds[record.kind] ?? 0) + 1;
    // As if it came from the user: what deletions would do is shown before anybody asks for them.
    const admission = admitRecord(record, "own file", now);
    if (admission.is !== "admitted") {
      if (admission.is === "refused" && so.refused.length < maxRefused) so.refused.push(admission.problem);
      continue;
    }
    const its = admission.record;
    if (its.kind === "phrase")
      phrases.push({ hash: its.id, ...(its.data as ExportRecord<"phrase">["data"]) });
    if (its.kind === "key") keys.push(its.id);
    if (its.kind === "tombstone")
      so.removes.push(...(await removedBy(db, its as ExportRecord<"tombstone">, names)));
    const as = leftOutAs(its.kind);
    if (from === "file" && as !== null) so.leftOut[as] = (so.leftOut[as] ?? 0) + 1;
    else if (await isKnown(db, its, names, tombstones)) so.known++;
    else so.added++;
  }
  if (phrases.length > 0) so.forgotten = forgottenWordsOf(phrases, keys);
  return so;
}

async function removedBy(db: Db, { data, at }: ExportRecord<"tombstone">, names: Names): Promise<Removal[]> {
  const found = await buriedRow(db, data.kind as RecordKind, data.id, at, names);
  return found ? [removalOf(found.one, found.row)] : [];
}

/** Whether it is here, or was deleted here. */
async function isKnown(
  db: Db,
  { kind, id, project, data }: ExportRecord,
  names: Names,
  tombstones: ReadonlyMap<string, string>,
): Promise<boolean> {
  if (kind === "tombstone") {
    const { kind: of, id: its } = data as ExportRecord<"tombstone">["data"];
    return tombstones.has(`${of} ${its}`);
  }
  if (tombstones.has(`${kind} ${id}`)) return true;
  if (kind === "project") return names.ids.has(id);
  const one = portableOf(kind);
  const projectId = project === null ? null : (names.ids.get(project) ?? null);
  return (
    (await find(db, one, names.local(id), withNames(one, data as Data, names.local), projectId)) !== null
  );
}

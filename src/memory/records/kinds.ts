// All kinds of records, in the order in which they are read and written: what others name comes first. A kind without
// a description does not compile.

import { type RecordKind, recordKinds } from "../../protocol/export.ts";
import { proceduralRecords } from "../../rooms/functions/room.ts";
import { semanticRecords } from "../../rooms/knowledge/room.ts";
import { episodicRecords } from "../../rooms/sessions/room.ts";
import { workingRecords } from "../../rooms/tasks/room.ts";
import type { Portable } from "../../store/portable.ts";
import { sourceRecords } from "../../store/sources.ts";
import { tombstoneRecords } from "../../store/tombstones.ts";

const last: RecordKind = "injection";

const described = new Map(
  [
    ...episodicRecords,
    ...semanticRecords,
    ...workingRecords,
    ...proceduralRecords,
    ...sourceRecords,
    ...tombstoneRecords,
  ].map((one) => [one.kind, one]),
);

/** An injection names any kind of thing. */
const order: readonly RecordKind[] = [
  ...(["key", "project", "tombstone", "forgotten", "phrase"] as const),
  ...[...described.keys()].filter(
    (kind) => !["key", "project", "tombstone", "forgotten", "phrase", last].includes(kind),
  ),
  last,
];

export const portables: readonly Portable[] = order.map(portableOf);

export function portableOf(kind: RecordKind): Portable {
  const one = described.get(kind);
  if (!one) throw new Error(`no room describes the records of kind ${kind}`);
  return one;
}

/** For the test that every kind of the protocol is described. */
export const undescribed = recordKinds.filter((kind) => !described.has(kind));

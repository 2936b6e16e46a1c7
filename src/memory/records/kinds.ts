// All kinds of records, in the order in which they are read and written: what others name comes first. A kind without
// a description does not compile.

import type { RecordKind } from "../../protocol/export.ts";
import { anchorRecords } from "../../rooms/anchors/room.ts";
import { commandRecords } from "../../rooms/commands/room.ts";
import { compactionRecords } from "../../rooms/compactions/room.ts";
import { forgottenRecords } from "../../rooms/forgotten/room.ts";
import { functionRecords } from "../../rooms/functions/room.ts";
import { knowledgeRecords } from "../../rooms/knowledge/room.ts";
import { injectionRecords } from "../../rooms/ledger/room.ts";
import { observationRecords } from "../../rooms/observations/room.ts";
import { projectRecords } from "../../rooms/projects/room.ts";
import { sessionRecords } from "../../rooms/sessions/room.ts";
import { taskRecords } from "../../rooms/tasks/room.ts";
import { turnRecords } from "../../rooms/turns/room.ts";
import { viewRecords } from "../../rooms/views/room.ts";
import type { Portable, Records } from "../../store/portable.ts";
import { sourceRecords } from "../../store/sources.ts";
import { tombstoneRecords } from "../../store/tombstones.ts";
import { deleteObservation } from "../observations.ts";

const records: Records<RecordKind> = {
  key: forgottenRecords.key,
  ...projectRecords,
  ...tombstoneRecords,
  forgotten: forgottenRecords.forgotten,
  phrase: forgottenRecords.phrase,
  session: sessionRecords.session,
  observation: {
    ...observationRecords.observation,
    remove: (db, row) => deleteObservation(db, String(row.id)),
  },
  ...turnRecords,
  summary: sessionRecords.summary,
  ...compactionRecords,
  ...knowledgeRecords,
  ...anchorRecords,
  ...viewRecords,
  ...commandRecords,
  ...taskRecords,
  ...functionRecords,
  ...sourceRecords,
  // An injection names any kind of thing.
  ...injectionRecords,
};

export const portables: readonly Portable[] = (Object.keys(records) as RecordKind[]).map((kind) => ({
  kind,
  ...records[kind],
}));

const byKind = new Map(portables.map((one) => [one.kind, one]));

export function portableOf(kind: RecordKind): Portable {
  const one = byKind.get(kind);
  if (!one) throw new Error(`no records of kind ${kind}`);
  return one;
}

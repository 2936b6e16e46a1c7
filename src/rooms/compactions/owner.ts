// Compactions as owners: how one is shown, found and indexed.

import type { Owner } from "../../indexes/owner.ts";
import { compactionLines } from "../../protocol/compaction.ts";
import { agentItself } from "../../protocol/observations.ts";
import { getCompaction, indexCompactions } from "./compactions.ts";

export const compactionOwner: Owner<"compaction"> = {
  table: "compactions",
  read: async (db, id) => ({ compaction: await getCompaction(db, id) }),
  card({ compaction: { at, sequence, sessionId, made, hostSummary } }) {
    return {
      at,
      title: `Compaction ${sequence} of ${sessionId}`,
      summary: made?.summary.executive ?? hostSummary ?? "",
      detail: made ? compactionLines(made.summary).join("\n") : "",
      files: made?.summary.files_modified.map(({ path }) => path) ?? [],
    };
  },
  projectOf: async (db, id) =>
    (
      await db
        .selectFrom("compactions as c")
        .innerJoin("sessions as s", "s.id", "c.session_id")
        .select("s.project_id")
        .where("c.id", "=", id)
        .executeTakeFirstOrThrow()
    ).project_id,
  known: (db) => db.selectFrom("compactions").select("id"),
  findable: (db) =>
    db
      .selectFrom("compactions")
      .select("id")
      .where((eb) => eb.or([eb("state", "=", "done"), eb("provider", "=", agentItself)])),
  reindex: indexCompactions,
  confidences: null,
};

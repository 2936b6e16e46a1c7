// Observations as owners: how one is shown, found and indexed.

import type { Owner } from "../../indexes/owner.ts";
import { sourcesOf } from "../../store/sources.ts";
import { getObservation, indexObservations } from "./observations.ts";

export const observationOwner: Owner<"observation"> = {
  table: "observations",
  read: async (db, id) => ({
    observation: await getObservation(db, id),
    sources: await sourcesOf(db, "observation", id),
  }),
  card({ observation: { happenedAt: at, title, summary, detail, files } }) {
    return { at, title, summary, detail, files };
  },
  projectOf: async (db, id) => (await getObservation(db, id)).projectId,
  known: (db) => db.selectFrom("observations").select("id"),
  findable: (db) => db.selectFrom("observations").select("id"),
  reindex: indexObservations,
  confidences: null,
};

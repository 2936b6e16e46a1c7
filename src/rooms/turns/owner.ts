// Turns as owners: how one is listed, found and indexed.

import type { OwnerRow } from "../../indexes/owner.ts";
import { findableTurns, getTurn, indexTurns, titleOf } from "./turns.ts";

export const turnOwner: OwnerRow<"turn"> = {
  table: "turns",
  card({ turn, observations }) {
    return {
      at: turn.endedAt,
      title: titleOf(turn),
      summary: turn.outcome,
      detail: [`Asked: ${turn.request}`, turn.detail].filter(Boolean).join("\n"),
      files: turn.files,
      items: observations.map((one) => ({ id: one.id, title: one.title })),
    };
  },
  projectOf: async (db, id) => (await getTurn(db, id)).projectId,
  known: (db) => db.selectFrom("turns").select("id"),
  findable: findableTurns,
  reindex: indexTurns,
  confidences: null,
};

// Sessions as owners: how one is listed, found and indexed.

import type { OwnerRow } from "../../indexes/owner.ts";
import { projectIdOf } from "./sessions.ts";
import { indexSummaries } from "./summaries.ts";

export const sessionOwner: OwnerRow<"session"> = {
  table: "sessions",
  card({ session: { id, lastSeenAt: at, name, firstPrompt }, summary, observations }) {
    return {
      at,
      title: name ?? firstPrompt ?? id,
      ...(summary && { summary: [summary.title, summary.now, ...summary.open].filter(Boolean).join("\n") }),
      items: observations.map((one) => ({ id: one.id, title: one.title })),
    };
  },
  projectOf: projectIdOf,
  known: (db) => db.selectFrom("sessions").select("id"),
  findable: (db) => db.selectFrom("session_summaries").select("session_id as id"),
  reindex: indexSummaries,
  confidences: null,
};

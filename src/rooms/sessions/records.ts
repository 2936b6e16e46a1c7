// How sessions and their summaries become portable records, and how records from elsewhere are merged into them.

import {
  coveredUpTo,
  type Data,
  greater,
  least,
  ownProject,
  projectsThrough,
  type Records,
  through,
} from "../../store/portable.ts";
import type { SessionSummaryRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";
import { index } from "./summaries.ts";

const covered = coveredUpTo("observations");

export const sessionRecords: Records<"session" | "summary"> = {
  session: {
    table: "sessions",
    key: ["id"],
    times: ["last_seen_at", "ended_at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "project_id"),
    projectOf: ownProject,
    merge: mergedSessions,
  },
  summary: {
    table: "session_summaries",
    key: ["session_id"],
    json: ["summary", "written"],
    without: ["up_to_seq"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["made_at", "written_to"],
    order: ["session_id"],
    within: through("session_id", "sessions"),
    projectOf: projectsThrough("session_id", "sessions"),
    extra: async (db, rows) => (await covered.namesOf(db, rows)).map((upTo) => ({ upTo })),
    columns: async (db, data) => ({ up_to_seq: await covered.numberOf(db, data.upTo) }),
    written: (db, row) => index(db, row as unknown as SessionSummaryRow),
  },
};

/** It lasted from the earlier start; for the rest the later record counts, or the one that has a name. */
function mergedSessions(a: Data, b: Data): Data {
  const later = greater(a, b, ["startedAt"], (one) => [
    one.lastSeenAt,
    one.endedAt ?? "",
    one.name === null ? "" : "named",
  ]);
  return { ...later, startedAt: least(a.startedAt, b.startedAt) };
}

// How compactions become portable records, and how records from elsewhere are merged into them.

import { projectsThrough, type Records, through } from "../../store/portable.ts";
import type { CompactionRow } from "../../store/schema.ts";
import { index } from "./compactions.ts";

export const compactionRecords: Records<"compaction"> = {
  compaction: {
    table: "compactions",
    key: ["id"],
    natural: ["session_id", "message_id"],
    json: ["messages", "summary"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["at", "made_at"],
    order: ["id"],
    within: through("session_id", "sessions"),
    projectOf: projectsThrough("session_id", "sessions"),
    written: (db, row) => index(db, (row as unknown as CompactionRow).id),
  },
};

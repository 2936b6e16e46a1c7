// How the commands of agents become portable records.

import { projectsThrough, type Records, through } from "../../store/portable.ts";

export const commandRecords: Records<"command"> = {
  command: {
    table: "commands",
    key: ["message_id"],
    json: ["commands"],
    without: ["seq"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["happened_at"],
    order: ["seq"],
    within: through("session_id", "sessions"),
    projectOf: projectsThrough("session_id", "sessions"),
    // What was executed anywhere is executed.
    merge: (a, b) => (Number(a.done) >= Number(b.done) ? a : b),
  },
};

// How the commands of agents become portable records.

import { projectsThrough, type Records, through } from "../../store/portable.ts";

export const commandRecords: Records<"command"> = {
  command: {
    table: "commands",
    key: ["message_id"],
    json: ["commands"],
    without: ["seq", "done"],
    refs: { session_id: { kind: "session", is: "needed" } },
    times: ["happened_at"],
    order: ["seq"],
    within: through("session_id", "sessions"),
    projectOf: projectsThrough("session_id", "sessions"),
    // A reply does not change, and commands that come from elsewhere are never executed here.
    merge: (stored) => stored,
    made: (data) => ({ ...data, total: Array.isArray(data.commands) ? data.commands.length : 0 }),
    columns: async (_, data, before) => (before ? {} : { done: data.total }),
  },
};

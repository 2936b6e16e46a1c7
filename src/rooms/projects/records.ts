// How projects become portable records, and how records from elsewhere are merged into them.

import type { Records } from "../../store/portable.ts";
import { belongsTo } from "../../store/scope.ts";

export const projectRecords: Records<"project"> = {
  project: {
    table: "projects",
    key: ["key"],
    without: ["id"],
    // A project that is known stays as this machine knows it: its folder is here, its name may be the user's.
    merge: (stored) => stored,
    times: ["created_at"],
    order: ["id"],
    within: (projects) => belongsTo(projects, "id"),
    projectOf: async (_, rows) => rows.map((row) => String(row.id)),
    extra: async (_, rows) => rows.map((row) => ({ localId: row.id })),
    columns: async (_, data, before) => (before ? {} : { id: data.localId }),
  },
};

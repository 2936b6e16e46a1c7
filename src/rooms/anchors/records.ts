// How anchors become portable records.

import { projectsThrough, type Records, through } from "../../store/portable.ts";

export const anchorRecords: Records<"anchor"> = {
  anchor: {
    table: "anchors",
    key: ["node_id", "file", "symbol"],
    flags: ["is_manual"],
    refs: { node_id: { kind: "node", is: "needed" }, broken_by: { kind: "observation", is: "kept" } },
    times: ["made_at", "broken_at"],
    order: ["node_id", "file", "symbol"],
    within: through("node_id", "nodes"),
    projectOf: projectsThrough("node_id", "nodes"),
  },
};

// How views become portable records.

import type { Records } from "../../store/portable.ts";

export const viewRecords: Records<"view"> = {
  view: {
    table: "views",
    key: ["name"],
    times: ["updated_at"],
    order: ["name"],
    returns: true,
  },
};

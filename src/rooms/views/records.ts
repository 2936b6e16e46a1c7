// How views become portable records.

import type { Records } from "../../store/portable.ts";

/** As much as a view may be given by hand. */
const maxBudget = 200_000;

export const viewRecords: Records<"view"> = {
  view: {
    table: "views",
    key: ["name"],
    times: ["updated_at"],
    order: ["name"],
    returns: true,
    made: (data) => ({ ...data, budget: Math.min(Number(data.budget), maxBudget) }),
  },
};

// How what was forgotten becomes portable records: other machines keep it out, too.

import { sql } from "kysely";
import { type Data, type Records, type Row, through } from "../../store/portable.ts";
import type { Db } from "../../store/schema.ts";

export const forgottenRecords: Records<"key" | "forgotten" | "phrase"> = {
  key: {
    table: "forget_keys",
    key: ["key"],
    without: ["is_own"],
    times: [],
    order: ["key"],
    columns: foreign,
  },
  forgotten: {
    table: "forgotten",
    key: ["session_id", "host_key"],
    times: [],
    order: ["session_id", "host_key"],
    within: through("session_id", "sessions"),
  },
  phrase: {
    table: "forgotten_phrases",
    key: ["hash"],
    times: ["at"],
    order: ["hash"],
    within: () => sql`true`,
  },
};

/** A key that came from elsewhere never hashes anything new. */
async function foreign(_: Db, __: Data, before: Row | null): Promise<Row> {
  return before ? {} : { is_own: 0 };
}

// The time of a change is later than that of what it changes, also when the clock was set back meanwhile: machines that
// sync keep the later of two states, so a change with an earlier time would stay on this machine alone.

import { loose, type Row } from "./portable.ts";
import type { Db } from "./schema.ts";

const changing = { nodes: "id", tasks: "id", views: "name", functions: "id" } as const;

/** A clock that was further ahead was wrong: sync counts such a state as older than any other. */
const maxAheadMs = 24 * 60 * 60_000;

export async function timeOfChange(
  db: Db,
  table: keyof typeof changing,
  id: string,
  at: string,
): Promise<string> {
  const stored = await loose(db)
    .selectFrom(table)
    .select("updated_at")
    .where(changing[table], "=", id)
    .executeTakeFirst();
  return stored === undefined ? at : laterThan(stored, at);
}

function laterThan({ updated_at }: Row, at: string): string {
  const before = Date.parse(String(updated_at));
  // A time that came with an import may be none.
  const isLater = before >= Date.parse(at) && before <= Date.now() + maxAheadMs;
  if (!isLater) return at;
  return new Date(before + 1).toISOString();
}

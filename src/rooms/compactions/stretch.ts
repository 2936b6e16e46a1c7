// The stretch of a session that a compaction covers, and its observations.

import type { Compaction } from "../../protocol/compaction.ts";
import type { Observation } from "../../protocol/observations.ts";
import type { Db } from "../../store/schema.ts";
import { asObservation } from "../observations/observations.ts";

/** Start and end; an unknown end means now. */
export interface Stretch {
  sessionId: string;
  after: string | null;
  upTo: string | null;
}

/** The stretch of a compaction; for a noted one, up to now. */
export function stretchOf(one: Compaction, all: readonly Compaction[]): Stretch {
  const before = all.findLast(({ state, at }) => state === "done" && at < one.at);
  return {
    sessionId: one.sessionId,
    after: before?.at ?? null,
    upTo: one.state === "done" ? one.at : null,
  };
}

/** What is in the window: everything since the last compaction. */
export function windowOf(sessionId: string, all: readonly Compaction[]): Stretch {
  return { sessionId, after: all.findLast(({ state }) => state === "done")?.at ?? null, upTo: null };
}

/** The newest ones, in the order in which they happened. */
export async function observationsIn(db: Db, stretch: Stretch, limit: number): Promise<Observation[]> {
  const rows = await within(db, stretch)
    .selectAll()
    .orderBy("happened_at", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map(asObservation);
}

export async function countIn(db: Db, stretch: Stretch): Promise<number> {
  const { n } = await within(db, stretch)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

function within(db: Db, { sessionId, after, upTo }: Stretch) {
  return db
    .selectFrom("observations")
    .where("session_id", "=", sessionId)
    .$if(after !== null, (query) => query.where("happened_at", ">", after ?? ""))
    .$if(upTo !== null, (query) => query.where("happened_at", "<=", upTo ?? ""));
}

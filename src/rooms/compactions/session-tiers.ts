// The tiers of a session: what is in the window, what was compacted, what is in the store. Also finds compactions by
// name.

import type { Compaction, SummaryFile, Tiers } from "../../protocol/compaction.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { Db } from "../../store/schema.ts";
import { compactionsOf } from "./compactions.ts";
import { lengthsOf } from "./lengths.ts";
import { windowOf } from "./stretch.ts";

export async function tiersOf(db: Db, sessionId: string): Promise<Tiers> {
  const all = (await compactionsOf(db, sessionId)).filter(({ state }) => state === "done");
  const window = windowOf(sessionId, all);
  const kept = await db
    .selectFrom("observations")
    .select((eb) => [
      eb.fn.countAll<number>().as("observations"),
      eb.fn.sum<number | null>("tokens").as("tokens"),
      eb.fn
        .countAll<number>()
        .filterWhere("happened_at", ">", window.after ?? "")
        .as("inWindow"),
    ])
    .where("session_id", "=", sessionId)
    .executeTakeFirstOrThrow();
  return {
    window: { since: window.after, observations: Number(kept.inWindow) },
    compacted: all.map((one) => ({
      id: one.id,
      sequence: one.sequence,
      trigger: one.trigger,
      at: one.at,
      tokensBefore: one.tokensBefore,
      tokensAfter: one.tokensAfter,
      observations: one.observations,
      title: lengthsOf(one).title,
    })),
    store: { observations: Number(kept.observations), tokens: Number(kept.tokens ?? 0) },
  };
}

/** By its id, a prefix of it, or its number, also as in `compact_002`. */
export function compactionNamed(all: readonly Compaction[], name: string): Compaction {
  const number = /^(?:compact_)?0*(\d+)(?:\.json)?$/.exec(name)?.[1];
  const found = all.filter((one) =>
    number === undefined ? one.id.startsWith(name) : one.sequence === Number(number),
  );
  const [only] = found;
  if (only && found.length === 1) return only;
  const message = only ? `${name} could be ${found.map(({ id }) => id).join(", ")}` : `no summary "${name}"`;
  throw new TellbackError(only ? "ambiguous" : "not_found", message, {
    hint:
      all.length === 0
        ? "This session was never compacted."
        : `The session's summaries have the numbers 1 to ${all.length}.`,
  });
}

export function summaryFileOf(one: Compaction): SummaryFile {
  return {
    id: one.id,
    timestamp: one.at,
    compaction_trigger: one.trigger,
    token_count_before: one.tokensBefore,
    token_count_after: one.tokensAfter,
    summary: one.made?.summary ?? null,
    original_message_range: one.messages && [one.messages.first.number, one.messages.last.number],
    host_summary: one.hostSummary,
  };
}

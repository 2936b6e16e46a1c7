// usage: whether an injected item helped the agent. If its file is touched, its names are repeated or its id is
// queried, it counts as used and ranks higher in later searches; an ignored item ranks lower.

import type { Memory } from "../../memory/memory.ts";
import { countUse } from "../../rooms/knowledge/room.ts";
import { type Conversation, markAsked, markUsed, unusedIn } from "../../rooms/ledger/room.ts";
import type { Db } from "../../store/schema.ts";

/** What an agent did, as far as it shows what it knows. */
export interface Did {
  /** The files that its tool touched. */
  files: readonly string[];
  /** What it wrote. */
  words: string;
  at: string;
}

/** Runs in the transaction that records what the agents did. */
export async function noteUse(
  tx: Db,
  deeds: readonly { conversation: Conversation; did: Did }[],
): Promise<void> {
  const each = Map.groupBy(deeds, ({ conversation }) => `${conversation.sessionId}\n${conversation.agentId}`);
  for (const [first, ...rest] of each.values()) {
    if (!first || (await unusedIn(tx, first.conversation)).length === 0) continue;
    for (const { conversation, did } of [first, ...rest]) await noteUseOf(tx, conversation, did);
  }
}

async function noteUseOf(tx: Db, conversation: Conversation, did: Did): Promise<void> {
  const unused = await unusedIn(tx, conversation);
  if (unused.length === 0) return;
  const touched = new Set(did.files);
  const said = did.words;
  const byFile = unused.filter(({ cues }) => cues.some((cue) => touched.has(cue)));
  const byName = unused.filter((one) => !byFile.includes(one) && one.cues.some((cue) => said.includes(cue)));
  await markUsed(tx, seqsOf(byFile), "file", did.at);
  await markUsed(tx, seqsOf(byName), "name", did.at);
  await countUse(
    tx,
    "used",
    [...byFile, ...byName].map(({ ownerId }) => ownerId),
  );
}

export async function noteAsked({ db, events }: Memory, id: string): Promise<void> {
  events.record({ type: "memory.opened", data: { id } });
  await db.transaction().execute(async (tx) => {
    if (await markAsked(tx, id, new Date().toISOString())) await countUse(tx, "used", [id]);
  });
}

function seqsOf(unused: readonly { seq: number }[]): number[] {
  return unused.map(({ seq }) => seq);
}

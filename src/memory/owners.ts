// The table of owners: one row for each kind of thing that can be found, shown and injected. Search, show, recall,
// reindex, `why` and id resolution read it; a kind without its row does not compile.

import { symbolOwner } from "../indexes/codemap/owner.ts";
import type { Owner } from "../indexes/owner.ts";
import { type TrackRecord, untested } from "../indexes/search/track-record.ts";
import { TellbackError } from "../protocol/errors.ts";
import { kindsNamedBy, type OwnerKind, ownerKinds } from "../protocol/owners.ts";
import type { Card, OwnerDetails, ShownOwner } from "../protocol/shown.ts";
import { anchorsOf } from "../rooms/anchors/room.ts";
import { compactionOwner, tiersOf } from "../rooms/compactions/room.ts";
import { functionOwner } from "../rooms/functions/room.ts";
import { evidenceOf, learningOwner, linksOf, nodeOf, nodeOwner } from "../rooms/knowledge/room.ts";
import { usesOf } from "../rooms/ledger/room.ts";
import { observationOwner, observationsOf } from "../rooms/observations/room.ts";
import { getSession, sessionOwner, summaryOf } from "../rooms/sessions/room.ts";
import { taskOwner } from "../rooms/tasks/room.ts";
import { getTurn, turnOwner, turnsOf } from "../rooms/turns/room.ts";
import { resolveId } from "../store/resolve.ts";
import type { Db, DocumentRow } from "../store/schema.ts";
import { sourcesOf } from "../store/sources.ts";
import { observationsOfTurn } from "./turns.ts";

export const owners: { [K in OwnerKind]: Owner<K> } = {
  observation: observationOwner,
  turn: { ...turnOwner, read: readTurn },
  session: { ...sessionOwner, read: readSession },
  compaction: compactionOwner,
  learning: learningOwner,
  node: { ...nodeOwner, read: readNode },
  symbol: symbolOwner,
  task: taskOwner,
  function: functionOwner,
};

async function readTurn(db: Db, id: string): Promise<OwnerDetails<"turn">> {
  return { turn: await getTurn(db, id), observations: await observationsOfTurn(db, id) };
}

const maxShown = 200;

async function readSession(db: Db, id: string): Promise<OwnerDetails<"session">> {
  return {
    session: await getSession(db, id),
    summary: await summaryOf(db, id),
    tiers: await tiersOf(db, id),
    turns: await turnsOf(db, id, maxShown),
    observations: await observationsOf(db, { sessionId: id }, { last: maxShown }),
    sources: await sourcesOf(db, "session", id),
  };
}

async function readNode(db: Db, id: string): Promise<OwnerDetails<"node">> {
  return {
    node: await nodeOf(db, id),
    anchors: await anchorsOf(db, id),
    evidence: await evidenceOf(db, { nodeId: id }),
    links: await linksOf(db, id),
    sources: await sourcesOf(db, "node", id),
  };
}

export interface OwnerReference {
  kind: OwnerKind;
  id: string;
}

/** Finds the thing that an id, or a unique prefix of one, names. */
export async function named(db: Db, typed: string): Promise<OwnerReference> {
  const kinds = kindsNamedBy(typed);
  try {
    for (const kind of kinds) {
      const id = await resolveId(db, owners[kind].table, typed);
      if (kinds.length === 1 || (await isOf(db, kind, id))) return { kind, id };
    }
  } catch (thrown) {
    // A session's id has no form of its own: any word may be meant as one.
    if (!kinds.includes("session") || TellbackError.from(thrown).code !== "not_found") throw thrown;
  }
  throw new TellbackError("not_found", `nothing has the id "${typed}"`, {
    hint: "`tellback search WORDS` and `tellback session list` show ids.",
  });
}

async function isOf(db: Db, kind: OwnerKind, id: string): Promise<boolean> {
  const { table, known } = owners[kind];
  const row = await db
    .selectFrom(table)
    .select("id")
    .where("id", "=", id)
    .where("id", "in", known(db))
    .executeTakeFirst();
  return row !== undefined;
}

export async function read(db: Db, { kind, id }: OwnerReference): Promise<ShownOwner> {
  return { kind, ...(await owners[kind].read(db, id)) } as ShownOwner;
}

export function cardOf(shown: ShownOwner): Card {
  return (owners[shown.kind] as Owner<OwnerKind>).card(shown);
}

/** The track record of documents: the confidence of their owners, and whether agents used them. */
export async function trackRecordsOf(
  db: Db,
  documents: readonly DocumentRow[],
): Promise<Map<string, TrackRecord>> {
  const trackRecords = new Map<string, TrackRecord>();
  const uses = await usesOf(
    db,
    documents.map(({ owner_id }) => owner_id),
  );
  for (const [id, { shown, used }] of uses) trackRecords.set(id, { ...untested, shown, used });
  for (const kind of ownerKinds) {
    const ids = documents.filter(({ owner_kind }) => owner_kind === kind).map(({ owner_id }) => owner_id);
    if (ids.length === 0) continue;
    for (const [id, confidence] of (await owners[kind].confidences?.(db, ids)) ?? [])
      trackRecords.set(id, { ...(trackRecords.get(id) ?? untested), confidence });
  }
  return trackRecords;
}

export async function countFindable(db: Db): Promise<number> {
  let all = 0;
  for (const kind of ownerKinds) {
    const { n } = await db
      .selectFrom(owners[kind].findable(db).as("findable"))
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    all += Number(n);
  }
  return all;
}

// offer: what was shared here and is not confirmed by the feed goes to the team's server, as often as it takes: the same text
// of the same id is one version there.

import { sql } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import { statementFor } from "../../memory/shared/for-sharing.ts";
import { hashOfFile, memoryFileText } from "../../memory/shared/memory-file.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { changeNode, nodesOf } from "../../rooms/knowledge/room.ts";
import { projectRoot, sharedProjectKeys } from "../../rooms/projects/room.ts";
import {
  dropTeamRecord,
  putTeamRecord,
  type TeamRecord,
  teamRecords,
  unsentTeamRecords,
} from "../../rooms/shared/room.ts";
import { asPostgresFailure } from "../../store/failure.ts";
import { writerOf } from "../../store/writer.ts";
import type { TeamDb, TeamLink } from "./link.ts";

interface Offer {
  record: TeamRecord;
  row: { id: string; project: string; machine: string; state: string; body: string | null };
}

const atOnce = 100;
/** The feed brings it back within seconds, unless something long runs on the server. */
const againAfterMs = 60_000;

/** How many were sent. */
export async function offerWaiting(memory: Memory, link: TeamLink): Promise<number> {
  const { db } = memory;
  const role = link.member?.role ?? "reader";
  if (role === "reader") return 0;
  const decides = role !== "writer";
  const roots = await sharedProjectKeys(db);
  let sent = 0;
  let batch: Offer[] = [];
  const flush = async () => {
    sent += await send(memory, link, batch);
    batch = [];
  };
  for (const record of await unsentTeamRecords(db)) {
    const offer = await offerOf(memory, record, { decides, projectId: roots.get(record.project) });
    if (offer === null || isOnItsWay(link, offer.record)) continue;
    batch.push(offer);
    if (batch.length >= atOnce) await flush();
  }
  await flush();
  return sent;
}

function isOnItsWay({ sent }: TeamLink, { nodeId, hash }: TeamRecord): boolean {
  const before = sent.get(nodeId);
  return before?.hash === hash && performance.now() - before.at < againAfterMs;
}

async function offerOf(
  { db }: Memory,
  record: TeamRecord,
  { decides, projectId }: { decides: boolean; projectId: string | undefined },
): Promise<Offer | null> {
  const { nodeId: id, project } = record;
  const machine = writerOf(db).machine ?? "";
  const gone = (wish: "withdrawn" | "forgotten"): Offer => ({
    record: { ...record, wish, hash: wish, isWaiting: true },
    row: { id, project, machine, state: wish, body: null },
  });
  const [node] = await nodesOf(db, [id]);
  const isLive = node?.scope === "team" && record.wish !== "withdrawn" && record.wish !== "forgotten";
  if (!isLive && record.hash === "" && record.version === 0) {
    // The team has never heard of it.
    await dropTeamRecord(db, id);
    return null;
  }
  if (!node) return gone(record.wish === "withdrawn" ? "withdrawn" : "forgotten");
  if (record.wish === "withdrawn" || record.wish === "forgotten") return gone(record.wish);
  if (node.state !== "active" || node.supersededBy !== null) {
    // It no longer holds, so nobody should be told.
    await changeNode(db, id, { scope: "private" }, new Date().toISOString());
    return gone("withdrawn");
  }
  const root = projectId === undefined ? null : await projectRoot(db, projectId);
  if (root === null) return null;
  const isSent = async (one: string) => (await teamRecords(db, { ids: [one] })).length > 0;
  const body = memoryFileText(await statementFor(db, root, node, isSent));
  const hash = hashOfFile(body);
  const seen = { ...record, seenAt: node.updatedAt };
  if (hash === record.hash && !record.isWaiting) {
    await putTeamRecord(db, seen);
    return null;
  }
  const state = record.wish === "accepted" && node.isManual && decides ? "accepted" : "proposed";
  return { record: { ...seen, hash, isWaiting: true }, row: { id, project, machine, state, body } };
}

/** Noted before it is sent: what arrives and is not answered is known as sent. */
async function send(memory: Memory, link: TeamLink, offers: readonly Offer[]): Promise<number> {
  if (offers.length === 0) return 0;
  await memory.db.transaction().execute(async (tx) => {
    for (const { record } of offers) await putTeamRecord(tx, record);
  });
  try {
    await insert(link.db, offers);
    for (const { record } of offers) noteSent(link, record);
    return offers.length;
  } catch (error) {
    if (asPostgresFailure(error) instanceof TellbackError) throw error;
    if (offers.length > 1) {
      // One of them: the others should not wait for it.
      const counts: number[] = [];
      for (const one of offers) counts.push(await send(memory, link, [one]));
      return counts.reduce((sum, count) => sum + count, 0);
    }
    const [{ record } = { record: null }] = offers;
    if (record) {
      noteSent(link, record);
      link.problems.set(record.nodeId, error instanceof Error ? error.message : String(error));
    }
    return 0;
  }
}

function noteSent({ sent, problems }: TeamLink, { nodeId, hash }: TeamRecord): void {
  sent.set(nodeId, { hash, at: performance.now() });
  problems.delete(nodeId);
}

/** What the server has as the last version is not added again, whatever was decided about it. */
async function insert(db: TeamDb, offers: readonly Offer[]): Promise<void> {
  const rows = JSON.stringify(offers.map(({ row }) => row));
  await sql`insert into tellback_team.records (id, project, machine, state, body)
    select o.id, o.project, o.machine, o.state, o.body
    from jsonb_to_recordset(${rows}::text::jsonb) as o(id text, project text, machine text, state text, body text)
    left join lateral (
      select r.body, r.state from tellback_team.records r where r.id = o.id order by r.version desc limit 1
    ) last on true
    where case when o.body is null then last.state is distinct from o.state
      else last.body is distinct from o.body end`.execute(db);
}

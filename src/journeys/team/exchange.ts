// exchange: what waits here goes to the team's server, what is new there comes here. Hooks and search never wait for it: they
// read the local store only.

import { sql } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import { TellbackError } from "../../protocol/errors.ts";
import { teamRecords } from "../../rooms/shared/room.ts";
import { applicationId } from "../../store/identity.ts";
import { writerOf } from "../../store/writer.ts";
import { dropCopy, type FeedCounts, readFeed } from "./feed.ts";
import { asTeamError, isRefusal, linkOf, rowsOf, type TeamDb, type TeamLink } from "./link.ts";
import { offerWaiting } from "./offer.ts";
import { forgetPositions, note, noted } from "./positions.ts";
import { schemaVersion } from "./schema.ts";

export type Exchanged =
  | { status: "no team" }
  | ({ status: "done"; sent: number } & FeedCounts)
  | { status: "unreachable" | "refused"; trouble: string };

/** One at a time. `goOn`: whether there is time for another page. */
export function exchange(memory: Memory, goOn: () => boolean = () => true): Promise<Exchanged> {
  const link = linkOf(memory);
  if (link === null) return Promise.resolve({ status: "no team" });
  const next = link.running.catch(() => {}).then(() => exchangeNow(memory, link, goOn));
  link.running = next;
  return next;
}

async function exchangeNow(memory: Memory, link: TeamLink, goOn: () => boolean): Promise<Exchanged> {
  try {
    await greet(memory, link);
    // First, so that the role is known and an old server is noticed before anything is sent to it.
    const before = await readFeed(memory, link, goOn);
    const sent = await offerWaiting(memory, link);
    const after = sent > 0 ? await readFeed(memory, link, goOn) : { taken: 0, gone: 0, confirmed: 0 };
    const counts = {
      ...{ taken: before.taken + after.taken, gone: before.gone + after.gone },
      confirmed: before.confirmed + after.confirmed,
    };
    await noteReached(memory, link);
    if (sent + counts.taken + counts.gone > 0)
      memory.events.record({ type: "team.exchange", data: { sent, ...counts } });
    return { status: "done", sent, ...counts };
  } catch (error) {
    if (memory.isClosed()) return { status: "unreachable", trouble: "tellback is stopping" };
    link.failingSince ??= new Date().toISOString();
    link.greetedAt = Number.NEGATIVE_INFINITY;
    const failure = asTeamError(error, link.url);
    link.trouble = failure.message;
    const waiting = (await teamRecords(memory.db, { isOwn: true })).filter(
      ({ isWaiting }) => isWaiting,
    ).length;
    memory.team.trouble = { since: link.failingSince, message: failure.message, waiting };
    if (!isRefusal(error)) return { status: "unreachable", trouble: failure.message };
    if (!link.isRefused) await dropCopies(memory);
    link.isRefused = true;
    return { status: "refused", trouble: failure.message };
  }
}

const greetEveryMs = 5 * 60_000;
const noteEveryMs = 60_000;

/** Which machine this is, and what waits for review; now and then. */
async function greet({ db }: Memory, link: TeamLink): Promise<void> {
  if (performance.now() - link.greetedAt < greetEveryMs) return;
  const id = await checkTeam(link.db);
  const joined = await noted(db, "team");
  if (joined !== null && joined !== id)
    throw new TellbackError(
      "conflict",
      "the database of team.url holds another team than the one that was joined",
      {
        hint: "`tellback team leave`, then join it: nothing that was shared with one team goes to another by itself.",
      },
    );
  if (joined === null) await note(db, "team", id);
  const { machine } = writerOf(db);
  if (machine !== null)
    await sql`insert into tellback_team.machines (id) values (${machine})
      on conflict (id, member) do update set last_seen_at = now()`.execute(link.db);
  const [waiting] = await rowsOf(
    link.db,
    sql<{ n: number | null }>`select case when tellback_team.role_of(current_user) in ('maintainer', 'owner')
      then (select count(*)::integer from tellback_team.records where state = 'proposed') end as n`,
  );
  link.toReview = waiting?.n ?? null;
  link.greetedAt = performance.now();
}

/** The id of the team; throws where none is, or one of a newer tellback. */
export async function checkTeam(db: TeamDb): Promise<string> {
  const [marker] = await rowsOf(
    db,
    sql<{ application_id: number; version: number; team: string }>`
      select application_id, version, team from tellback_team.marker`,
  ).catch((error) => {
    const { code } = error as { code?: string };
    // No such schema, no such table.
    if (code !== "3F000" && code !== "42P01") throw error;
    return [];
  });
  if (marker?.application_id !== applicationId)
    throw new TellbackError("not_found", "this database holds no team", {
      hint: "`tellback team create URL` makes one, with a role that may create a schema and roles.",
    });
  if (marker.version > schemaVersion)
    throw new TellbackError("store_newer", "the team's tables were made by a newer tellback", {
      hint: "Update tellback on this machine.",
    });
  return marker.team;
}

async function noteReached(memory: Memory, link: TeamLink): Promise<void> {
  const now = new Date();
  const before = link.reachedAt;
  link.reachedAt = now.toISOString();
  [link.failingSince, link.trouble, link.isRefused] = [null, null, false];
  memory.team.trouble = null;
  if (before === null || now.getTime() - Date.parse(before) >= noteEveryMs)
    await note(memory.db, "reached", link.reachedAt);
}

/** What others shared goes from this machine; what was shared from here stays here. It comes back with the membership. */
export async function dropCopies(memory: Memory): Promise<number> {
  const copies = await teamRecords(memory.db, { isOwn: false });
  let dropped = 0;
  for (const { nodeId } of copies) dropped += Number(await dropCopy(memory, nodeId, false));
  await forgetPositions(memory.db);
  return dropped;
}

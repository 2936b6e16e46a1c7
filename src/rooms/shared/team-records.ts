// Which nodes the team's server has, or is to get, and as what both last agreed.

import type { Db, TeamRecordRow } from "../../store/schema.ts";

/** What an author wants of the team; a maintainer may decide otherwise. */
type Wish = "accepted" | "proposed" | "withdrawn" | "forgotten";

export interface TeamRecord {
  nodeId: string;
  project: string;
  isOwn: boolean;
  /** Null for what others shared. */
  wish: Wish | null;
  state: string;
  version: number;
  hash: string;
  seenAt: string;
  isWaiting: boolean;
}

const recordOf = (row: TeamRecordRow): TeamRecord => ({
  ...{ nodeId: row.node_id, project: row.project, isOwn: row.is_own === 1 },
  ...{ wish: row.wish === "" ? null : (row.wish as Wish), state: row.state, version: row.version },
  ...{ hash: row.hash, seenAt: row.seen_at, isWaiting: row.is_waiting === 1 },
});

export async function teamRecords(
  db: Db,
  filter: { ids?: readonly string[]; project?: string; isOwn?: boolean } = {},
): Promise<TeamRecord[]> {
  if (filter.ids?.length === 0) return [];
  const { ids, project, isOwn } = filter;
  const rows = await db
    .selectFrom("team_records")
    .selectAll()
    .$if(ids !== undefined, (query) => query.where("node_id", "in", ids ?? []))
    .$if(project !== undefined, (query) => query.where("project", "=", project ?? ""))
    .$if(isOwn !== undefined, (query) => query.where("is_own", "=", Number(isOwn)))
    .orderBy("node_id")
    .execute();
  return rows.map(recordOf);
}

/** Own ones that the team has not confirmed, or whose node has changed or gone since. */
export async function unsentTeamRecords(db: Db): Promise<TeamRecord[]> {
  const rows = await db
    .selectFrom("team_records as r")
    .leftJoin("nodes as n", "n.id", "r.node_id")
    .selectAll("r")
    .where("r.is_own", "=", 1)
    .where((eb) =>
      eb.or([
        eb("r.is_waiting", "=", 1),
        eb.and([
          eb("r.wish", "not in", ["withdrawn", "forgotten"]),
          eb.or([eb("n.id", "is", null), eb("n.updated_at", "!=", eb.ref("r.seen_at"))]),
        ]),
      ]),
    )
    .orderBy("r.node_id")
    .execute();
  return rows.map(recordOf);
}

export async function putTeamRecord(db: Db, record: TeamRecord): Promise<void> {
  const row = {
    ...{
      project: record.project,
      is_own: Number(record.isOwn),
      wish: record.wish ?? "",
      state: record.state,
    },
    ...{ version: record.version, hash: record.hash, seen_at: record.seenAt },
    is_waiting: Number(record.isWaiting),
  };
  await db
    .insertInto("team_records")
    .values({ node_id: record.nodeId, ...row })
    .onConflict((conflict) => conflict.column("node_id").doUpdateSet(row))
    .execute();
}

export async function dropTeamRecord(db: Db, nodeId: string): Promise<void> {
  await db.deleteFrom("team_records").where("node_id", "=", nodeId).execute();
}

/** Everything of one's own is offered once more: the server may have lost it. */
export async function offerAgain(db: Db): Promise<void> {
  await db.updateTable("team_records").set({ is_waiting: 1 }).where("is_own", "=", 1).execute();
}

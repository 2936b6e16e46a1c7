// feed: what the team's server has that this machine has not read, in the order in which it was committed. What a teammate
// says is taken in as data of that name; what one's own machine has sent comes back as confirmed or decided.

import { sql } from "kysely";
import type { Memory } from "../../memory/memory.ts";
import { statementFor } from "../../memory/shared/for-sharing.ts";
import {
  hashOfFile,
  memoryFileText,
  parseMemoryFile,
  type SharedMemory,
} from "../../memory/shared/memory-file.ts";
import {
  type IntoProject,
  linkContradictions,
  supersedeNamed,
  takeStatement,
} from "../../memory/shared/take-statement.ts";
import { forgottenWords } from "../../rooms/forgotten/room.ts";
import { deleteNode, nodesOf } from "../../rooms/knowledge/room.ts";
import { projectRoot, sharedProjectKeys } from "../../rooms/projects/room.ts";
import {
  dropTeamRecord,
  offerAgain,
  putTeamRecord,
  type TeamRecord,
  teamRecords,
} from "../../rooms/shared/room.ts";
import { cleanerFor } from "../../secrets/cleaner.ts";
import { enqueue } from "../../store/jobs.ts";
import { exhume } from "../../store/tombstones.ts";
import { team } from "../../store/writer.ts";
import { rowsOf, type TeamDb, type TeamLink } from "./link.ts";
import {
  atStart,
  type FeedPosition,
  feedPositions,
  forgetPositions,
  note,
  noted,
  setFeedPosition,
} from "./positions.ts";
import { type MemberRole, pageSize } from "./schema.ts";

interface FeedRow {
  project: string;
  id: string;
  version: number;
  state: string;
  body: string | null;
  author: string;
  isMine: boolean;
  xid: string;
  seq: string;
}

interface Page {
  member: { name: string; role: MemberRole };
  epoch: string;
  /** The next number of a transaction: a position beyond it is of another history. */
  next: string;
  rows: FeedRow[];
}

/**
 * One statement: at rest it is all that a machine asks. A transaction that is still open hides what came after it. The list of
 * positions is limited to its length, because PostgreSQL takes each such list for 100 long, and then spends 35 to 80 ms on
 * compiling a query that takes 1 ms.
 */
export async function feedPage(
  db: TeamDb,
  from: ReadonlyMap<string, FeedPosition>,
  limit = pageSize,
): Promise<Page> {
  const asked = JSON.stringify([...from].map(([project, at]) => ({ project, ...at })));
  const rows = await rowsOf(
    db,
    sql<
      { member: string; role: MemberRole; epoch: string; next: string } & {
        [K in keyof FeedRow]: FeedRow[K] | null;
      }
    >`
    select me.name as member, me.role, tellback_team.epoch() as epoch,
      pg_snapshot_xmax(pg_current_snapshot())::text as next, f.*
    from tellback_team.members me
    left join (
      select r.project, r.id, r.version, r.state, r.body, m.name as author, m.database_role = current_user as "isMine",
        r.xid::text as xid, r.seq::text as seq
      from (
        select * from jsonb_to_recordset(${asked}::text::jsonb) as p(project text, xid xid8, seq bigint)
        limit ${sql.lit(from.size)}
      ) p
      cross join lateral (
        select * from tellback_team.records r
        where r.project = p.project and (r.xid, r.seq) > (p.xid, p.seq)
          and r.xid < pg_snapshot_xmin(pg_current_snapshot())
        order by r.xid, r.seq limit ${sql.lit(limit)}
      ) r
      join tellback_team.members m on m.id = r.author
    ) f on true
    where me.database_role = current_user
    order by f.project, f.xid::xid8, f.seq::bigint`,
  );
  const [first] = rows;
  if (!first) throw Object.assign(new Error("this role is no member of the team"), { code: "42501" });
  return {
    member: { name: first.member, role: first.role },
    epoch: first.epoch,
    next: first.next,
    rows: rows.filter((row): row is typeof row & FeedRow => row.id !== null),
  };
}

export interface FeedCounts {
  /** Statements of others that are new or changed here. */
  taken: number;
  /** That are no longer shared. */
  gone: number;
  /** Own ones that the server has. */
  confirmed: number;
}

export async function readFeed(memory: Memory, link: TeamLink, goOn: () => boolean): Promise<FeedCounts> {
  const { db } = memory;
  const counts: FeedCounts = { taken: 0, gone: 0, confirmed: 0 };
  const projects = await sharedProjectKeys(db);
  for (;;) {
    const known = await feedPositions(db);
    const from = new Map([...projects.keys()].map((key) => [key, known.get(key) ?? atStart]));
    const page = await feedPage(link.db, from);
    link.member = page.member;
    if (await isOfAnotherHistory(memory, page, from)) {
      // What it had confirmed it may have lost, and its numbers may come a second time.
      await forgetPositions(db);
      await offerAgain(db);
      link.sent.clear();
      await note(db, "epoch", page.epoch);
      continue;
    }
    if (page.rows.length === 0) return counts;
    for (const [project, rows] of Map.groupBy(page.rows, (row) => row.project)) {
      const projectId = projects.get(project);
      const last = rows.at(-1);
      if (projectId === undefined || !last) continue;
      await takeRows(memory, link, { projectId, project, rows, counts });
      await setFeedPosition(db, project, last);
    }
    if (!goOn()) return counts;
  }
}

async function isOfAnotherHistory(
  { db }: Memory,
  { epoch, next }: Page,
  from: ReadonlyMap<string, FeedPosition>,
): Promise<boolean> {
  const before = await noted(db, "epoch");
  if (before === null) {
    await note(db, "epoch", epoch);
    return false;
  }
  return before !== epoch || [...from.values()].some(({ xid }) => BigInt(xid) >= BigInt(next));
}

async function takeRows(
  memory: Memory,
  link: TeamLink,
  about: { projectId: string; project: string; rows: readonly FeedRow[]; counts: FeedCounts },
): Promise<void> {
  const { projectId, project, rows, counts } = about;
  const into: IntoProject = { memory, projectId, project, from: team, at: new Date().toISOString() };
  const known = new Map(
    (await teamRecords(memory.db, { ids: [...new Set(rows.map(({ id }) => id))] })).map((one) => [
      one.nodeId,
      one,
    ]),
  );
  const fresh: string[] = [];
  const supersedes: [string, string][] = [];
  for (const row of rows) {
    const before = known.get(row.id);
    const after = before?.isOwn
      ? await takeOwn(into, link, row, before, counts)
      : await takeTheirs(into, link, row, before, { counts, fresh, supersedes });
    if (after) known.set(row.id, after);
    else known.delete(row.id);
  }
  await supersedeNamed(into, supersedes);
  await linkContradictions(into, fresh);
}

/** What this machine has shared: confirmed, decided, taken down or reworded by a maintainer. */
async function takeOwn(
  into: IntoProject,
  link: TeamLink,
  row: FeedRow,
  before: TeamRecord,
  counts: FeedCounts,
): Promise<TeamRecord> {
  const { db } = into.memory;
  if (row.version < before.version || row.state === "replaced") return before;
  const seen = { ...before, version: row.version, state: row.state };
  const isGone = row.body === null;
  let after = before;
  if (isGone ? before.wish === row.state : hashOfFile(row.body ?? "") === before.hash) {
    after = { ...seen, isWaiting: false };
    counts.confirmed++;
    link.sent.delete(row.id);
  } else if (isGone && !row.isMine) {
    after = { ...seen, wish: "withdrawn", hash: row.state, isWaiting: false };
  } else if (row.state === "accepted" && !row.isMine) {
    const said = await statementIn(into, row);
    if (typeof said === "string") {
      link.problems.set(row.id, said);
      return before;
    }
    await takeStatement(into, row.id, said, row.author);
    // As it reads when it is made of the node, so that it is not taken for a change of this side.
    const [node] = await nodesOf(db, [row.id]);
    const root = await projectRoot(db, into.projectId);
    const isSent = async (one: string) => (await teamRecords(db, { ids: [one] })).length > 0;
    const text = node && root !== null ? memoryFileText(await statementFor(db, root, node, isSent)) : "";
    after = { ...seen, hash: hashOfFile(text), seenAt: node?.updatedAt ?? "", isWaiting: false };
    counts.taken++;
  }
  if (after !== before) await putTeamRecord(db, after);
  return after;
}

/** Only what is accepted. A maintainer's role sees proposed ones too, and an agent never does. */
async function takeTheirs(
  into: IntoProject,
  link: TeamLink,
  row: FeedRow,
  before: TeamRecord | undefined,
  out: { counts: FeedCounts; fresh: string[]; supersedes: [string, string][] },
): Promise<TeamRecord | undefined> {
  const { db } = into.memory;
  if (before && row.version < before.version) return before;
  if (row.state === "withdrawn" || row.state === "forgotten") {
    if (before) out.counts.gone += Number(await dropCopy(into.memory, row.id, row.state === "forgotten"));
    return undefined;
  }
  if (row.state !== "accepted") return before;
  const hash = hashOfFile(row.body ?? "");
  if (before?.hash === hash) return before;
  const said = await statementIn(into, row);
  if (typeof said === "string") {
    link.problems.set(row.id, said);
    return before;
  }
  if ((await forgottenWords(db)).holds(said.content, into.at)) return before;
  const taken = await takeStatement(into, row.id, said, row.author);
  if (taken.is === "refused") {
    link.problems.set(row.id, taken.problem);
    return before;
  }
  link.problems.delete(row.id);
  if (taken.is !== "same") out.counts.taken++;
  out.fresh.push(row.id);
  out.supersedes.push(...said.supersedes.map((old): [string, string] => [row.id, old]));
  const after: TeamRecord = {
    ...{ nodeId: row.id, project: into.project, isOwn: false, wish: null, state: row.state, hash },
    ...{ version: row.version, seenAt: "", isWaiting: false },
  };
  await db.transaction().execute(async (tx) => {
    await putTeamRecord(tx, after);
    await enqueue(tx, { kind: "anchor", key: row.id, payload: { id: row.id } });
  });
  return after;
}

/** The author's name is the server's: nobody can write another one. */
async function statementIn({ memory, projectId }: IntoProject, row: FeedRow): Promise<SharedMemory | string> {
  const parsed = parseMemoryFile(row.body ?? "");
  if (!parsed.ok) return parsed.problem;
  if (parsed.memory.id !== row.id) return "has the id of another record";
  const clean = cleanerFor((await projectRoot(memory.db, projectId)) ?? "/");
  return {
    ...parsed.memory,
    content: clean.text(parsed.memory.content),
    author: clean.text(row.author),
  };
}

/** What was taken back may be shared again; what was forgotten does not come back. */
export async function dropCopy({ db }: Memory, id: string, isForGood: boolean): Promise<boolean> {
  const [node] = await nodesOf(db, [id]);
  await db.transaction().execute(async (tx) => {
    await dropTeamRecord(tx, id);
    if (node?.machine !== team) return;
    await deleteNode(tx, id);
    if (!isForGood) await exhume(tx, "node", id);
  });
  return node?.machine === team;
}

// The ledger of injections: what, when, why, at what cost, and whether it was used afterwards.

import { sql } from "kysely";
import type { Ids } from "../../indexes/owner.ts";
import { type OwnerKind, ownerKinds } from "../../protocol/owners.ts";
import type { Injection } from "../../protocol/recall.ts";
import type { ProjectScope } from "../../protocol/scope.ts";
import type { Db, InjectionRow } from "../../store/schema.ts";
import { belongsTo } from "../../store/scope.ts";

export interface Conversation {
  sessionId: string;
  /** Empty for the main agent. */
  agentId: string;
}

export interface NewInjection {
  kind: string;
  id: string;
  length: string;
  tokens: number;
  why: Injection["why"];
  cues: readonly string[];
  /** Hashes of its words. */
  words?: ReadonlySet<string>;
}

/** What a conversation still contains of its injections. */
export interface Present {
  ids: ReadonlySet<string>;
  /** The words of each, as hashes. */
  words: readonly ReadonlySet<string>[];
  /** Files that lists of files have named. */
  files: ReadonlySet<string>;
}

export async function presentIn(db: Db, { sessionId, agentId }: Conversation): Promise<Present> {
  const rows = await db
    .selectFrom("injections")
    .select(["owner_id", "owner_kind", "words", "cues"])
    .where("session_id", "=", sessionId)
    .where("agent_id", "=", agentId)
    .where("is_present", "=", 1)
    .execute();
  const lists = rows.filter(({ owner_kind }) => owner_kind === "files" || owner_kind === "session");
  return {
    ids: new Set(rows.map((row) => row.owner_id)),
    words: rows.flatMap((row) => (row.words === "" ? [] : [new Set(row.words.split(" "))])),
    files: new Set(lists.flatMap((row) => JSON.parse(row.cues) as string[])),
  };
}

export async function noteInjections(
  db: Db,
  { sessionId, agentId }: Conversation,
  moment: InjectionRow["moment"],
  items: readonly NewInjection[],
  at: string,
): Promise<void> {
  if (items.length === 0) return;
  await db
    .insertInto("injections")
    .values(
      items.map((one) => ({
        session_id: sessionId,
        agent_id: agentId,
        moment,
        at,
        owner_kind: one.kind,
        owner_id: one.id,
        length: one.length,
        tokens: one.tokens,
        why: JSON.stringify(one.why),
        cues: JSON.stringify(one.cues),
        words: [...(one.words ?? [])].join(" "),
        is_present: 1,
        used_at: null,
        used_how: null,
      })),
    )
    .execute();
}

/** A compaction has removed what was injected into the main conversation. */
export async function forgetWindow(db: Db, sessionId: string): Promise<void> {
  await db
    .updateTable("injections")
    .set({ is_present: 0 })
    .where("session_id", "=", sessionId)
    .where("agent_id", "=", "")
    .where("is_present", "=", 1)
    .execute();
}

/** Sessions with injected items that may still be used. */
export async function sessionsWithInjections(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("injections")
    .select("session_id")
    .distinct()
    .where("is_present", "=", 1)
    .where("used_at", "is", null)
    .execute();
  return rows.map(({ session_id }) => session_id);
}

export interface UnusedInjection {
  seq: number;
  ownerId: string;
  cues: string[];
}

export async function unusedIn(db: Db, { sessionId, agentId }: Conversation): Promise<UnusedInjection[]> {
  const rows = await db
    .selectFrom("injections")
    .select(["seq", "owner_id", "cues"])
    .where("session_id", "=", sessionId)
    .where("agent_id", "=", agentId)
    .where("is_present", "=", 1)
    .where("used_at", "is", null)
    .where("cues", "!=", "[]")
    .execute();
  return rows.map((row) => ({ seq: row.seq, ownerId: row.owner_id, cues: JSON.parse(row.cues) }));
}

/** Statements that the conversation contains and of which nothing has shown yet whether the agent keeps to them. */
export async function openStatements(
  db: Db,
  { sessionId, agentId }: Conversation,
): Promise<{ seq: number; ownerId: string }[]> {
  const rows = await db
    .selectFrom("injections")
    .select(["seq", "owner_id"])
    .where("session_id", "=", sessionId)
    .where("agent_id", "=", agentId)
    .where("is_present", "=", 1)
    .where("owner_kind", "in", ["learning", "node"])
    .where("used_at", "is", null)
    .execute();
  return rows.map((row) => ({ seq: row.seq, ownerId: row.owner_id }));
}

export async function markUsed(
  db: Db,
  seqs: readonly number[],
  how: NonNullable<InjectionRow["used_how"]>,
  at: string,
): Promise<void> {
  if (seqs.length === 0) return;
  await db
    .updateTable("injections")
    .set({ used_at: at, used_how: how })
    .where("seq", "in", seqs)
    .where("used_at", "is", null)
    .execute();
}

/** The owner was queried by its id: marks its last injection as used. True if there was one. */
export async function markAsked(db: Db, ownerId: string, at: string): Promise<boolean> {
  const last = await db
    .selectFrom("injections")
    .select(["seq", "used_at"])
    .where("owner_id", "=", ownerId)
    .where("owner_kind", "!=", "file")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!last || last.used_at !== null) return false;
  await markUsed(db, [last.seq], "asked", at);
  return true;
}

const injectionsShown = 200;

/** Every injection of an owner, the newest first. */
export async function injectionsOf(db: Db, ownerId: string): Promise<Injection[]> {
  const rows = await db
    .selectFrom("injections")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .orderBy("seq", "desc")
    .limit(injectionsShown)
    .execute();
  return rows.map(asInjection);
}

/** What a sub-agent got at its start for this reason, the newest first. */
export async function promisesIn(
  db: Db,
  { sessionId, agentId }: Conversation,
  reason: string,
): Promise<string[]> {
  if (agentId === "") return [];
  const rows = await db
    .selectFrom("injections")
    .select(["owner_id", "why"])
    .where("session_id", "=", sessionId)
    .where("agent_id", "=", agentId)
    .where("moment", "=", "agent")
    .orderBy("seq", "desc")
    .execute();
  return rows.filter(({ why }) => JSON.parse(why).reason === reason).map(({ owner_id }) => owner_id);
}

export interface InjectionFilter {
  projects: ProjectScope;
  sessionId?: string | undefined;
  used?: boolean | undefined;
  offset: number;
  limit: number;
}

/** The newest first, with how many there are and how many of them were used. */
export async function listInjections(
  db: Db,
  filter: InjectionFilter,
): Promise<{ injections: Injection[]; total: number; used: number }> {
  const matching = () => {
    let query = db
      .selectFrom("injections as i")
      .innerJoin("sessions as s", "s.id", "i.session_id")
      .where(belongsTo(filter.projects, "s.project_id"));
    if (filter.sessionId !== undefined) query = query.where("i.session_id", "=", filter.sessionId);
    if (filter.used !== undefined) query = query.where("i.used_at", filter.used ? "is not" : "is", null);
    return query;
  };
  const counts = await matching()
    .select((eb) => [eb.fn.countAll<number>().as("total"), used.as("used")])
    .executeTakeFirstOrThrow();
  const rows = await matching()
    .selectAll("i")
    .orderBy("i.seq", "desc")
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { injections: rows.map(asInjection), total: Number(counts.total), used: Number(counts.used) };
}

function asInjection(row: InjectionRow): Injection {
  return {
    id: row.owner_id,
    kind: row.owner_kind,
    sessionId: row.session_id,
    agentId: row.agent_id === "" ? null : row.agent_id,
    moment: row.moment,
    at: row.at,
    length: row.length,
    tokens: row.tokens,
    why: JSON.parse(row.why),
    used: row.used_at === null || row.used_how === null ? null : { at: row.used_at, how: row.used_how },
  };
}

interface InjectionSpan {
  from: string;
  to: string;
  sessionId?: string | undefined;
}

function injectedIn(db: Db, span: InjectionSpan) {
  return db
    .selectFrom("injections")
    .where("at", ">=", span.from)
    .where("at", "<", span.to)
    .$if(span.sessionId !== undefined, (query) => query.where("session_id", "=", span.sessionId ?? ""))
    .where("owner_kind", "!=", "file");
}

/** What the agent acted against was no use to it. */
const isUsed = sql<number>`case when used_at is not null and used_how <> 'contradicted' then 1 else 0 end`;
const used = sql<number>`coalesce(sum(${isUsed}), 0)`;

/** How many items were injected in a period and in how many sessions, and how many of them were used. */
export async function countUsage(
  db: Db,
  span: InjectionSpan,
): Promise<{ items: number; used: number; sessions: number }> {
  const row = await injectedIn(db, span)
    .select((eb) => [
      eb.fn.countAll<number>().as("items"),
      used.as("used"),
      eb.fn.count<number>("session_id").distinct().as("sessions"),
    ])
    .executeTakeFirstOrThrow();
  return { items: Number(row.items), used: Number(row.used), sessions: Number(row.sessions) };
}

export interface Usage {
  moment: InjectionRow["moment"];
  kind: string;
  items: number;
  used: number;
  /** Without a cue by which its use could be seen, and never asked for. */
  unknown: number;
  tokens: number;
  tokensUsed: number;
}

/** The same by moment and kind. */
export async function usageBy(db: Db, span: InjectionSpan): Promise<Usage[]> {
  const rows = await injectedIn(db, span)
    .select((eb) => [
      "moment",
      "owner_kind as kind",
      eb.fn.countAll<number>().as("items"),
      used.as("used"),
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb("used_at", "is", null), eb("cues", "=", "[]")]))
            .then(1)
            .else(0)
            .end(),
        )
        .as("unknown"),
      eb.fn.sum<number>("tokens").as("tokens"),
      eb.fn.sum<number>(eb.case().when(isUsed, "=", 1).then(eb.ref("tokens")).else(0).end()).as("tokensUsed"),
    ])
    .groupBy(["moment", "owner_kind"])
    .orderBy("moment")
    .orderBy("owner_kind")
    .execute();
  return rows.map(({ moment, kind, ...figures }) => ({
    ...{ moment, kind },
    ...(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])) as Omit<
      Usage,
      "moment" | "kind"
    >),
  }));
}

/** The same by hour of UTC. */
export async function usageByHour(
  db: Db,
  span: InjectionSpan,
): Promise<{ at: string; items: number; used: number; tokens: number }[]> {
  const hour = sql<string>`substr(at, 1, 13)`;
  const rows = await injectedIn(db, span)
    .select((eb) => [
      hour.as("hour"),
      eb.fn.countAll<number>().as("items"),
      used.as("used"),
      eb.fn.sum<number>("tokens").as("tokens"),
    ])
    .groupBy(hour)
    .execute();
  return rows.map(({ hour: at, items, used, tokens }) => ({
    at: `${at}:00:00.000Z`,
    ...{ items: Number(items), used: Number(used), tokens: Number(tokens) },
  }));
}

/** How often each of these was injected, and how often it was used. */
export async function usesOf(
  db: Db,
  ownerIds: readonly string[],
): Promise<Map<string, { shown: number; used: number }>> {
  if (ownerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("injections")
    .select((eb) => ["owner_id as id", eb.fn.countAll<number>().as("shown"), used.as("used")])
    .where("owner_id", "in", ownerIds)
    .groupBy("owner_id")
    .execute();
  return new Map(rows.map(({ id, shown, used }) => [id, { shown: Number(shown), used: Number(used) }]));
}

/** A deleted owner leaves no text in the ledger. */
export async function dropOrphans(db: Db, known: (kind: OwnerKind) => Ids): Promise<void> {
  for (const kind of ownerKinds) {
    await db
      .deleteFrom("injections")
      .where("owner_kind", "=", kind)
      .where("owner_id", "not in", known(kind))
      .execute();
  }
}

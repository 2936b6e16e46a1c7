// The graph at 100,000 nodes and 300,000 edges, on SQLite and PostgreSQL: queries, related nodes within three steps,
// and composing, each compared with the same question as bare SQL. Limit: p95 below 50 ms.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { frame } from "../src/context/quote.ts";
import { openMemory } from "../src/journeys/followers.ts";
import { composeNodes, nodesToCompose } from "../src/journeys/graph/view.ts";
import type { Memory } from "../src/memory/memory.ts";
import { queryNodes } from "../src/memory/query-nodes.ts";
import { inProject } from "../src/protocol/scope.ts";
import { walk } from "../src/rooms/knowledge/room.ts";
import { dialectOf } from "../src/store/dialect.ts";
import { postgresAvailable, startPostgres } from "../test/support/postgres.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  nodes: { value: "N", default: "100000", about: "with three edges each" },
  store: { value: "NAME", about: "sqlite or postgres; else both" },
});
const count = Number(flags.nodes);
const edgesPerNode = 3;
const rounds = 40;
const atOnce = 500;

let state = 7;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}
/** Small numbers more often, as people use tags and link hubs. */
const skewed = (below: number) => Math.floor(below * (random(1_000_000) / 1_000_000) ** 2.5);
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

const projects = ["aurora", "basalt", "cinder"];
const types = [
  "fact",
  "fact",
  "fact",
  "decision",
  "pattern",
  "observation",
  "hypothesis",
  "source",
  "open-question",
] as const;
const kinds = ["RELATES_TO", "RELATES_TO", "DEPENDS_ON", "DERIVED_FROM", "CHILD_OF"] as const;
const words =
  "token cache parser session queue index retry schema vector prompt daemon build release route handler lock".split(
    " ",
  );
const idOf = (n: number) => `nod_${String(n).padStart(26, "0")}`;
const start = Date.parse("2026-01-01T00:00:00Z");
const timeOf = (n: number) => new Date(start + n * 60_000).toISOString();

async function fill({ db }: Memory): Promise<void> {
  await db
    .insertInto("projects")
    .values(
      projects.map((name) => ({
        id: `prj_${name}`,
        key: name,
        name,
        root: `/${name}`,
        remote: null,
        created_at: timeOf(0),
      })),
    )
    .execute();
  for (let from = 0; from < count; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, count - from) }, (_, i) => from + i);
    await db.transaction().execute(async (tx) => {
      await tx.insertInto("nodes").values(numbers.map(nodeRow)).execute();
      await tx.insertInto("tags").values(numbers.flatMap(tagRows)).execute();
    });
  }
  const pairs = new Set<string>();
  while (pairs.size < count * edgesPerNode) {
    const [a, b] = [random(count), random(3) === 0 ? skewed(count) : random(count)];
    if (a !== b) pairs.add(`${a} ${b} ${pick(kinds)}`);
  }
  const edges = Array.from(pairs, (pair) => pair.split(" "));
  for (let from = 0; from < edges.length; from += 2_000) {
    const rows = edges.slice(from, from + 2_000).map(([a, b, type]) => ({
      from_id: idOf(Number(a)),
      to_id: idOf(Number(b)),
      type: type as (typeof kinds)[number],
      created_at: timeOf(0),
    }));
    await db.insertInto("edges").values(rows).execute();
  }
  // As the database does automatically after a while.
  await (dialectOf(db) === "postgres" ? sql`vacuum analyze` : sql`analyze`).execute(db);
}

function nodeRow(n: number) {
  const content = Array.from({ length: 12 + random(30) }, () => pick(words)).join(" ");
  return {
    id: idOf(n),
    project_id: random(20) === 0 ? null : `prj_${projects[skewed(projects.length)]}`,
    type: pick(types),
    category: null,
    content,
    summary: null,
    confidence: (3 + random(7)) / 10,
    times_seen: 1,
    is_manual: 0,
    state: "active" as const,
    superseded_by: null,
    stale_since: random(50) === 0 ? timeOf(n) : null,
    tokens: Math.ceil(content.length / 4),
    session_id: null,
    observation_id: null,
    message: null,
    created_at: timeOf(n),
    updated_at: timeOf(n),
    valid_from: timeOf(n),
    valid_until: null,
  };
}

function tagRows(n: number) {
  const tier = random(100);
  const tags = [
    `area:${skewed(300)}`,
    ...(random(3) === 0 ? [`topic:${skewed(2_000)}`] : []),
    ...(tier < 1 ? ["tier:pinned"] : tier < 20 ? ["tier:reference"] : tier < 24 ? ["tier:working"] : []),
  ];
  return tags.map((tag) => ({ node_id: idOf(n), tag, created_at: timeOf(n) }));
}

interface Question {
  name: string;
  ours(memory: Memory, n: number): Promise<unknown>;
  bare(memory: Memory, n: number): Promise<unknown>;
}

const projectId = "prj_aurora";
const here = inProject(projectId);
const mine = sql`(n.project_id = ${projectId} or n.project_id is null) and n.state = 'active' and n.superseded_by is null`;
const newest = sql`order by n.created_at desc, n.id desc limit 50`;
const tagged = (tag: string) => sql`n.id in (select node_id from tags where tag = ${tag})`;
const ask = (query: (n: number) => string) => (memory: Memory, n: number) =>
  queryNodes(memory, { query: query(n), projects: here, limit: 50 });
const select =
  (where: (n: number) => ReturnType<typeof sql>) =>
  ({ db }: Memory, n: number) =>
    sql`select n.* from nodes n where ${where(n)} and ${mine} ${newest}`.execute(db);

const questions: Question[] = [
  { name: "query: everything, newest", ours: ask(() => ""), bare: select(() => sql`1 = 1`) },
  {
    name: "query: type and tag",
    ours: ask((n) => `type:decision tag:area:${n % 300}`),
    bare: select((n) => sql`n.type = 'decision' and ${tagged(`area:${n % 300}`)}`),
  },
  {
    name: "query: two tiers",
    ours: ask(() => "tag:tier:pinned OR tag:tier:working"),
    bare: select(() => sql`(${tagged("tier:pinned")} or ${tagged("tier:working")})`),
  },
  {
    name: "query: a rare topic",
    ours: ask((n) => `tag:topic:${1000 + (n % 1000)} NOT type:fact`),
    bare: select((n) => sql`${tagged(`topic:${1000 + (n % 1000)}`)} and not n.type = 'fact'`),
  },
  {
    name: "query: sure, long, linked",
    ours: ask((n) => `confidence:>=0.9 tokens:>60 has:edges tag:area:${n % 20}`),
    bare: select(
      (n) =>
        sql`n.confidence >= 0.9 and n.tokens > 60 and ${tagged(`area:${n % 20}`)} and (exists (select 1 from edges e where e.from_id = n.id) or exists (select 1 from edges e where e.to_id = n.id))`,
    ),
  },
  {
    name: "query: neighbours by kind",
    ours: ask((n) => `from:${idOf((n * 37) % count)} kind:DEPENDS_ON`),
    bare: select(
      (n) =>
        sql`n.id in (select to_id from edges where from_id = ${idOf((n * 37) % count)} and type = 'DEPENDS_ON')`,
    ),
  },
  {
    name: "query: stale",
    ours: ask(() => "is:stale type:pattern"),
    bare: select(() => sql`n.stale_since is not null and n.type = 'pattern'`),
  },
  {
    name: "query: nothing answers",
    ours: ask(() => "type:task tokens:>1000"),
    bare: select(() => sql`n.type = 'task' and n.tokens > 1000`),
  },
  {
    name: "related, depth 3",
    ours: ({ db }, n) => walk(db, { from: [idOf((n * 37) % count)], depth: 3, direction: "both", limit: 50 }),
    bare: ({ db }, n) =>
      sql`with recursive w (id, depth) as (select id, 0 from nodes where id = ${idOf((n * 37) % count)} union select case when e.from_id = w.id then e.to_id else e.from_id end, w.depth + 1 from w join edges e on (e.from_id = w.id or e.to_id = w.id) where w.depth < 3) select w.id, min(w.depth) from w group by w.id order by 2, 1 limit 50`.execute(
        db,
      ),
  },
  {
    name: "compose: pinned or of an area",
    async ours(memory, n) {
      const nodes = await nodesToCompose(memory, `tag:tier:pinned OR tag:area:${n % 40}`, here, 2_000);
      return composeNodes(memory, nodes, { heading: frame`Bench.`, budget: 2_000, template: "default" });
    },
    bare: ({ db }, n) =>
      sql`select n.* from nodes n where (${tagged("tier:pinned")} or ${tagged(`area:${n % 40}`)}) and ${mine} order by n.created_at desc, n.id desc limit 500`.execute(
        db,
      ),
  },
];

interface Timed {
  p50: number;
  p95: number;
  /** Milliseconds of this process alone, on average: what a busy machine does not change. */
  cpu: number;
}

/** Alternating, so that both run under the same load. */
async function time(...works: ((n: number) => Promise<unknown>)[]): Promise<Timed[]> {
  const took = works.map(() => [] as number[]);
  const cpu = works.map(() => 0);
  for (let n = -5; n < rounds; n++) {
    for (const [i, work] of works.entries()) {
      const [from, used] = [performance.now(), process.cpuUsage()];
      await work(Math.abs(n) * 61);
      if (n < 0) continue;
      took[i]?.push(performance.now() - from);
      const { user, system } = process.cpuUsage(used);
      cpu[i] = (cpu[i] ?? 0) + (user + system) / 1000 / rounds;
    }
  }
  return took.map((all, i) => {
    const sorted = all.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(rounds * share)] ?? 0;
    return { p50: at(0.5), p95: at(0.95), cpu: cpu[i] ?? 0 };
  });
}

async function run(name: string, url: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "eggraph-"));
  const memory = await openMemory({
    env: { TELLBACK_HOME: home, TELLBACK_STORE_URL: url, TELLBACK_EMBED_PROVIDER: "off" },
  });
  const from = performance.now();
  await fill(memory);
  console.log(
    `${name}: ${count} nodes, ${count * edgesPerNode} edges, filled in ${((performance.now() - from) / 1000).toFixed(0)} s`,
  );
  for (const { name: question, ours, bare } of questions) {
    const [alone, whole] = (await time(
      (n) => bare(memory, n),
      (n) => ours(memory, n),
    )) as [Timed, Timed];
    const ms = (value: number) => value.toFixed(1).padStart(6);
    console.log(
      `  ${question.padEnd(30)} p50 ${ms(whole.p50)}  p95 ${ms(whole.p95)}  cpu ${ms(whole.cpu)} ms   bare SQL p50 ${ms(alone.p50)}  p95 ${ms(alone.p95)}  cpu ${ms(alone.cpu)} ms${whole.p95 > 50 ? "   OVER 50 ms" : ""}`,
    );
  }
  await memory.close();
  rmSync(home, { recursive: true, force: true });
}

if (flags.store !== "postgres") await run("SQLite", "");
if (flags.store !== "sqlite") {
  const server = await postgresAvailable();
  if (!server.ok) console.log("PostgreSQL is unavailable");
  else {
    const { url, stop } = await startPostgres();
    await run("PostgreSQL", url);
    await stop();
  }
}

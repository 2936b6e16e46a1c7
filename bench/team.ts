// How much a team's server holds, for tellback's maintainers: a PostgreSQL of its own is filled with accepted statements, and
// clients ask it as daemons do, each with a connection and a role of a reader, so that row-level security is paid for. It
// ends after a fixed time and removes everything that it made.

import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { createTeam } from "../src/journeys/team/create.ts";
import { feedPage } from "../src/journeys/team/feed.ts";
import { type TeamDb, withTeam } from "../src/journeys/team/link.ts";
import type { FeedPosition } from "../src/journeys/team/positions.ts";
import { createDatabase, startPostgres } from "../test/support/postgres.ts";
import { readFlags } from "./flags.ts";

const flags = readFlags({
  records: { value: "N", default: "100000", about: "accepted statements" },
  projects: { value: "N", default: "50", about: "projects that they belong to" },
  clients: { value: "N", default: "50", about: "machines that ask at once" },
  seconds: { value: "N", default: "10", about: "for how long each question is asked" },
});
const [records, projects, clients, seconds] = [
  Number(flags.records),
  Number(flags.projects),
  Number(flags.clients),
  Number(flags.seconds),
];
const keyOf = (n: number) => `git.example.com/team/project-${n}`;

await using server = await startPostgres();
const { url } = await createDatabase(server.url);
await createTeam(url, "Ana");
const admin = postgres(url, { max: 1, onnotice: () => {} });
const reader = `reader_${randomUUID().slice(0, 8)}`;
await admin.unsafe(`create role ${reader} login;
  insert into tellback_team.members (name, role, database_role) values ('Ben', 'reader', '${reader}')`);
await fill();
const readerUrl = url.replace("tellback@", `${reader}@`);

const [size] = await admin`select pg_total_relation_size('tellback_team.records')::float8 as bytes`;
say("bytes a record, with indexes", Math.round(Number(size?.bytes) / records));
const pages = await withTeam(readerUrl, pagesFromAnywhere);
say("page of 500, p50 ms", at(pages, 0.5));
say("page of 500, p95 ms", at(pages, 0.95));
const whole = await withTeam(readerUrl, readProject);
say(`a new machine reads one project of ${whole.rows}, ms`, Math.round(whole.ms));
await rest();
await flatOut();
await offers();
await admin.end();

/** Without the triggers, which would write the log and take minutes. */
async function fill(): Promise<void> {
  await admin.unsafe(`set session_replication_role = replica`);
  // Several transactions, as they would come.
  const step = Math.max(1, Math.round(records / 200));
  for (let from = 0; from < records; from += step)
    await admin.unsafe(`insert into tellback_team.records (id, version, project, author, machine, state, body, seq)
      select 'nod_' || lpad(upper(to_hex(n)), 26, '0'), 1, 'git.example.com/team/project-' || (n % ${projects}), 1,
        'mch_' || repeat('0', 26), 'accepted',
        E'---\\nid: nod_' || lpad(upper(to_hex(n)), 26, '0') || E'\\ntype: convention\\nauthor: Ana\\ndate: 2026-01-02\\n---\\n\\n'
          || 'The rule with the number ' || n || ' says how this part of the program is written, and why. '
          || repeat('It holds for all. ', 4) || E'\\n',
        nextval('tellback_team.feed')
      from generate_series(${from}, ${Math.min(records, from + step) - 1}) n`);
  await admin.unsafe("set session_replication_role = origin");
  await admin.unsafe("vacuum analyze tellback_team.records");
}

async function pagesFromAnywhere(db: TeamDb): Promise<number[]> {
  const taken: number[] = [];
  const [ends] =
    await admin`select min(xid)::text as first, max(xid)::text as last from tellback_team.records`;
  const [first, last] = [Number(ends?.first), Number(ends?.last)];
  for (let n = 0; n < 100; n++) {
    const xid = String(first + Math.floor(((last - first) * n) / 100));
    const from = performance.now();
    await feedPage(db, new Map([[keyOf(n % projects), { xid, seq: "0" }]]));
    taken.push(performance.now() - from);
  }
  return taken;
}

async function readProject(db: TeamDb): Promise<{ rows: number; ms: number }> {
  const from = performance.now();
  let position: FeedPosition = { xid: "0", seq: "0" };
  for (let rows = 0; ; ) {
    const page = await feedPage(db, new Map([[keyOf(0), position]]));
    const end = page.rows.at(-1);
    if (!end) return { rows, ms: performance.now() - from };
    rows += page.rows.length;
    position = end;
  }
}

/** What a machine asks that has read everything, of five projects. */
function atEnd(): Map<string, FeedPosition> {
  return new Map([0, 1, 2, 3, 4].map((n) => [keyOf(n % projects), { xid: "9000000000000000", seq: "0" }]));
}

/** As daemons do while somebody works: every 2 s, at their own time. */
async function rest(): Promise<void> {
  const before = await commits();
  const end = performance.now() + seconds * 1000;
  const taken: number[] = [];
  let held = 0;
  await Promise.all([
    ...Array.from({ length: clients }, () =>
      withTeam(readerUrl, async (db) => {
        await pause(Math.random() * 2_000);
        while (performance.now() < end) {
          const from = performance.now();
          await feedPage(db, atEnd());
          taken.push(performance.now() - from);
          await pause(1_600 + Math.random() * 800);
        }
      }),
    ),
    pause(seconds * 700).then(async () => {
      const [seen] = await admin`select count(*)::int as n from pg_stat_activity where usename = ${reader}`;
      held = Number(seen?.n);
    }),
  ]);
  say(`${clients} machines at work: connections`, held);
  say(`${clients} machines at work: statements/s each`, ((await commits()) - before) / seconds / clients);
  say(`${clients} machines at work: answer p95 ms`, at(taken, 0.95));
}

/** How many such questions the server answers at most. */
async function flatOut(): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const taken: number[] = [];
  const cpu = process.cpuUsage();
  await Promise.all(
    Array.from({ length: Math.min(clients, 16) }, () =>
      withTeam(readerUrl, async (db) => {
        while (performance.now() < end) {
          const from = performance.now();
          await feedPage(db, atEnd());
          taken.push(performance.now() - from);
        }
      }),
    ),
  );
  const used = process.cpuUsage(cpu);
  say("questions/s at most, 16 connections", Math.round(taken.length / seconds));
  say("of that, processor of this bench's own side, %", ((used.user + used.system) / 1e4 / seconds) | 0);
}

/** One maintainer who sends, with every rule, version and line of the log. */
async function offers(): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  while (performance.now() < end) {
    await admin`insert into tellback_team.records (id, project, machine, state, body)
      select 'nod_' || lpad(upper(to_hex(${sent} + n)), 26, 'Z'), 'git.example.com/team/project-0',
        'mch_' || repeat('0', 26), 'accepted', 'It holds.' from generate_series(1, 100) n`;
    sent += 100;
  }
  say("statements accepted/s, in batches of 100", Math.round(sent / seconds));
}

async function commits(): Promise<number> {
  const [row] =
    await admin`select xact_commit::float8 as n from pg_stat_database where datname = current_database()`;
  return Number(row?.n);
}

function at(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(10 * (sorted[Math.floor((sorted.length - 1) * share)] ?? 0)) / 10;
}

function say(what: string, value: number): void {
  process.stdout.write(`${what.padEnd(60)} ${Math.round(100 * value) / 100}\n`);
}

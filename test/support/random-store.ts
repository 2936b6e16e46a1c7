// Random stores for tests of export, import and sync: an arbitrary that makes rows of every table that is truth, a
// function that fills an empty store with them, and a dump of a store that does not depend on local numbers.

import fc from "fast-check";
import { sql } from "kysely";
import { tokensOf } from "../../src/rooms/knowledge/nodes.ts";
import { entryHash, hashOf } from "../../src/rooms/tasks/chain.ts";
import { folderName } from "../../src/rooms/tasks/names.ts";
import { loose, type Row } from "../../src/store/portable.ts";
import type { Db } from "../../src/store/schema.ts";

const text = fc.string({ unit: "grapheme", maxLength: 30 }).map((made) => made.replaceAll("\0", ""));
const line = fc.oneof(
  text,
  fc.constantFrom("", "Ünïcode – “quoted”", "two\nlines", '{"json":true}', "日本語 🎉", "it's 100 %"),
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null, freq: 3 });
const list = fc.array(line, { maxLength: 3 }).map((items) => JSON.stringify(items));
const paths = fc.uniqueArray(fc.constantFrom("a.ts", "src/b.ts", "src/long name.ts", "ü.md"), {
  maxLength: 3,
});
const time = fc
  .integer({ min: 0, max: 200 * 86_400 })
  .map((second) => new Date(Date.UTC(2025, 0, 1) + 1000 * second).toISOString());
/** Paths inside of a project. */
const file = line.map((made) => `src/${made.replaceAll(/[/\\.]/g, "-")}`);
const nat = fc.nat(10_000);
const flag = fc.constantFrom(0, 1);
const verdict = maybe(fc.constantFrom("passed", "failed"));
/** Which of the rows of another table a row names. */
const pick = fc.nat(1_000);

const many = <T>(row: fc.Arbitrary<T>, maxLength: number) => fc.array(row, { maxLength });

export const randomStore = fc.record({
  projects: fc.array(fc.record({ name: line, remote: maybe(line), at: time }), {
    minLength: 1,
    maxLength: 3,
  }),
  sessions: many(
    fc.record({
      ...{ project: pick, name: maybe(line), status: fc.constantFrom("active", "summarized", "closed") },
      ...{
        started: time,
        seen: time,
        ended: maybe(time),
        tags: fc.constantFrom("", "a b", "z"),
      },
    }),
    4,
  ),
  observations: many(
    fc.record({
      ...{ session: pick, kind: fc.constantFrom("tool", "prompt", "reply"), tool: maybe(line), title: line },
      ...{
        status: fc.constantFrom("ok", "failed", "interrupted"),
        summary: line,
        detail: line,
        files: paths,
      },
      ...{
        symbols: list,
        agent: maybe(line),
        prompt: maybe(line),
        branch: maybe(line),
        at: time,
        bytes: nat,
      },
      ...{ tokens: nat, ms: maybe(nat), provider: fc.constantFrom("offline", "user", "a model") },
      ...{ edited: maybe(time), said: maybe(line) },
    }),
    12,
  ),
  turns: many(
    fc.record({
      ...{ prompt: pick, started: time, ended: time, request: line, outcome: line, detail: line },
      ...{ lists: fc.tuple(list, list, list, list), files: paths, before: verdict, after: verdict },
      ...{
        by: maybe(pick),
        rejected: maybe(time),
        upTo: pick,
        values: fc.uniqueArray(line, { maxLength: 2 }),
      },
    }),
    5,
  ),
  compactions: many(
    fc.record({
      ...{ session: pick, state: fc.constantFrom("noted", "done"), at: time, noted: maybe(time) },
      ...{ before: maybe(nat), host: maybe(line), executive: maybe(line) },
    }),
    3,
  ),
  nodes: many(
    fc.record({
      ...{
        project: maybe(pick),
        type: fc.constantFrom("fact", "decision", "task", "learning"),
        content: line,
      },
      ...{ category: maybe(fc.constantFrom("gotcha", "pattern")), summary: maybe(line) },
      ...{ confidence: fc.double({ min: 0, max: 1, noNaN: true }), seen: nat, shown: nat, manual: flag },
      ...{ state: fc.constantFrom("active", "archived", "rejected"), by: maybe(pick), session: maybe(pick) },
      ...{
        observation: maybe(pick),
        saidBy: maybe(fc.constantFrom("user", "agent")),
        made: time,
        changed: time,
      },
    }),
    8,
  ),
  edges: many(
    fc.record({ from: pick, to: pick, type: fc.constantFrom("RELATES_TO", "DEPENDS_ON"), at: time }),
    6,
  ),
  tags: many(fc.record({ node: pick, tag: fc.constantFrom("tier:pinned", "a", "b:c"), at: time }), 6),
  evidence: many(
    fc.record({
      ...{ node: pick, session: maybe(pick), observation: maybe(pick), claim: line, at: time },
      kind: fc.constantFrom("supports", "contradicts"),
    }),
    8,
  ),
  anchors: many(
    fc.record({ node: pick, file, symbol: line, manual: flag, at: time, broken: maybe(pick) }),
    4,
  ),
  views: fc.uniqueArray(
    fc.record({ name: line.map((name) => `v${name}`), query: line, budget: nat, at: time }),
    {
      ...{ selector: ({ name }) => name, maxLength: 2 },
    },
  ),
  changes: many(fc.record({ node: pick, why: line, at: time, undone: maybe(time), moved: maybe(pick) }), 3),
  commands: many(fc.record({ session: pick, at: time, text: line }), 3),
  tasks: many(
    fc.record({
      project: pick,
      plan: maybe(line),
      scratchpad: maybe(line),
      entries: many(line, 3),
      at: time,
    }),
    3,
  ),
  functions: many(
    fc.record({
      code: many(line, 3),
      tests: many(line, 2),
      runs: many(line, 2),
      needs: maybe(pick),
      at: time,
    }),
    3,
  ),
  injections: many(
    fc.record({ session: pick, owner: pick, at: time, why: line, present: flag, used: maybe(time) }),
    5,
  ),
});
export type RandomStore = typeof randomStore extends fc.Arbitrary<infer T> ? T : never;

const id = (prefix: string, i: number) => `${prefix}_${String(i).padStart(26, "0")}`;

/** Rows of a machine of its own: only projects, and what people name, are the same on two machines. */
export function ofMachine(machine: number) {
  return (row: Row): Row =>
    JSON.parse(
      JSON.stringify(row)
        .replace(/\b(obs|trn|cmp|nod|evd|chg|ent|tsk|fn|fnt|fnr)_0(?=\d{25})/g, `$1_${machine}`)
        .replace(/\b(session|message)-/g, `$1-${machine}-`),
    );
}

/** Writes the rows as they are, past the rooms: an export must not depend on how they came about. */
export async function fillStore(
  db: Db,
  made: RandomStore,
  renamed: (row: Row) => Row = (row) => row,
): Promise<void> {
  const put = async (table: string, rows: Row[]) => {
    for (const row of rows) await loose(db).insertInto(table).values(renamed(row)).execute();
  };
  const project = (i: number) => id("prj", i % made.projects.length);
  await put(
    "projects",
    made.projects.map(({ name, remote, at }, i) => ({
      ...{ id: id("prj", i), key: `key-${i}`, name, root: `/nowhere/${i}`, remote, created_at: at },
    })),
  );
  const sessions = made.sessions.map((one, i) => ({
    ...one,
    id: `session-${i}`,
    projectId: project(one.project),
  }));
  await put(
    "sessions",
    sessions.map((one) => ({
      ...{ id: one.id, host: "claude-code", project_id: one.projectId, name: one.name, status: one.status },
      ...{
        started_at: one.started,
        last_seen_at: one.seen,
        ended_at: one.ended,
        tags: one.tags,
      },
    })),
  );
  if (sessions.length > 0) await fillSessions(db, made, sessions, put);
  await fillGraph(made, sessions, project, put);
  await fillWork(made, sessions, project, put);
}

type Put = (table: string, rows: Row[]) => Promise<void>;
type Placed = { id: string; projectId: string };

const observationIds = (made: RandomStore) =>
  made.sessions.length === 0 ? [] : made.observations.map((_, i) => id("obs", i));

async function fillSessions(db: Db, made: RandomStore, sessions: readonly Placed[], put: Put): Promise<void> {
  const session = (i: number) => sessions[i % sessions.length] ?? { id: "", projectId: "" };
  const observations = made.observations.map((one, i) => ({
    ...one,
    id: id("obs", i),
    of: session(one.session),
  }));
  await put(
    "observations",
    observations.map((one, i) => ({
      ...{
        id: one.id,
        session_id: one.of.id,
        project_id: one.of.projectId,
        host_key: `tool:${i}`,
        kind: one.kind,
      },
      ...{ tool: one.tool, status: one.status, title: one.title, summary: one.summary, detail: one.detail },
      ...{
        files: JSON.stringify(one.files),
        symbols: one.symbols,
        agent_id: one.agent,
        agent_type: one.agent,
      },
      ...{
        prompt_id: one.prompt,
        branch: one.branch,
        happened_at: one.at,
        raw_bytes: one.bytes,
        tokens: one.tokens,
      },
      ...{ duration_ms: one.ms, provider: one.provider, edited_at: one.edited },
    })),
  );
  await put(
    "observation_files",
    observations.flatMap((one) =>
      one.files.map((path) => ({ project_id: one.of.projectId, path, observation_id: one.id })),
    ),
  );
  await put(
    "said",
    observations.flatMap(({ id: observation_id, said: words }) =>
      words === null ? [] : [{ observation_id, text: words }],
    ),
  );
  const seqs = new Map(
    (await loose(db).selectFrom("observations").select(["id", "seq"]).execute()).map((row) => [
      row.id,
      Number(row.seq),
    ]),
  );
  const prompts = [
    ...new Map(made.turns.map((turn) => [turn.prompt % Math.max(1, observations.length), turn])),
  ];
  const turns =
    observations.length === 0
      ? []
      : prompts.flatMap(([at, turn], i) => {
          const prompt = observations[at];
          return prompt ? [{ ...turn, prompt, id: id("trn", i) }] : [];
        });
  await put(
    "turns",
    turns.map((one) => ({
      ...{
        id: one.id,
        project_id: one.prompt.of.projectId,
        session_id: one.prompt.of.id,
        prompt_id: one.prompt.id,
      },
      ...{
        up_to_seq: seqs.get(one.prompt.id) ?? 0,
        branch: null,
        started_at: one.started,
        ended_at: one.ended,
      },
      ...{
        request: one.request,
        outcome: one.outcome,
        detail: one.detail,
        decisions: one.lists[0],
        open: one.lists[1],
      },
      ...{ files: JSON.stringify(one.files), looked: "[]", symbols: one.lists[2], commands: one.lists[3] },
      ...{
        commit_hash: null,
        tests_before: one.before,
        tests_after: one.after,
        rejected_at: one.rejected,
        provider: "offline",
      },
    })),
  );
  for (const [i, one] of turns.entries())
    if (one.by !== null && turns.length > 1 && turns[one.by % turns.length] !== turns[i])
      await loose(db)
        .updateTable("turns")
        .set({ superseded_by: turns[one.by % turns.length]?.id, superseded_at: one.ended })
        .where("id", "=", one.id)
        .execute();
  await put(
    "turn_files",
    turns.flatMap((one) =>
      one.files.map((path) => ({
        ...{ project_id: one.prompt.of.projectId, path, at: one.ended, turn_id: one.id, is_changed: 1 },
      })),
    ),
  );
  await put(
    "turn_values",
    turns.flatMap((one) =>
      one.values.map((subject) => ({
        ...{ turn_id: one.id, project_id: one.prompt.of.projectId, subject, value: "5" },
      })),
    ),
  );
  await put(
    "session_summaries",
    sessions.slice(1).map((one, i) => ({
      ...{ session_id: one.id, made_at: made.sessions[i]?.seen, provider: "offline", note: null },
      up_to_seq: Math.max(
        0,
        ...observations.filter(({ of }) => of.id === one.id).map((o) => seqs.get(o.id) ?? 0),
      ),
      summary: JSON.stringify({
        title: made.sessions[i]?.name ?? "",
        now: "",
        decided: [],
        open: [],
        known: [],
        files: [],
      }),
      ...{ written_to: null, written: null },
    })),
  );
  await put(
    "compactions",
    made.compactions.map((one, i) => ({
      ...{
        id: id("cmp", i),
        session_id: session(one.session).id,
        sequence: i + 1,
        state: one.state,
        trigger: "auto",
      },
      ...{
        noted_at: one.noted,
        at: one.at,
        message_id: i === 0 ? null : `m${i}`,
        tokens_before: one.before,
        tokens_after: null,
      },
      ...{
        messages: null,
        observations: 3,
        made_at: one.executive === null ? null : one.at,
        provider: null,
        note: null,
      },
      host_summary: one.host,
      summary:
        one.executive === null
          ? null
          : JSON.stringify({
              ...{
                executive: one.executive,
                key_decisions: [],
                files_modified: [],
                code_snippets: [],
                topics: [],
              },
              ...{ tasks_completed: [], tasks_pending: [] },
            }),
    })),
  );
  await put(
    "commands",
    made.commands.map((one, i) => ({
      ...{
        message_id: `message-${i}`,
        session_id: session(one.session).id,
        host_key: null,
        agent: "claude-code",
      },
      ...{
        reply_hash: `h${i}`,
        happened_at: one.at,
        commands: JSON.stringify([{ text: one.text }]),
        total: 1,
        done: 1,
      },
    })),
  );
  const owners = observations.map((one) => one.id);
  const injections = made.injections.map((one, i) => ({
    ...{
      session_id: session(one.session).id,
      agent_id: "",
      moment: "prompt",
      at: one.at,
      owner_kind: "observation",
    },
    ...{
      owner_id: owners[one.owner % Math.max(1, owners.length)] ?? `obs_none${i}`,
      length: "title",
      tokens: i,
    },
    ...{ why: JSON.stringify({ why: one.why }), cues: "[]", is_present: one.present, used_at: one.used },
    ...{ used_how: one.used === null ? null : "file", words: "" },
  }));
  const once = new Map(injections.map((row) => [`${row.session_id} ${row.at} ${row.owner_id}`, row]));
  await put("injections", [...once.values()]);
}

async function fillGraph(
  made: RandomStore,
  sessions: readonly Placed[],
  project: (i: number) => string,
  put: Put,
): Promise<void> {
  const observations = observationIds(made);
  const chosen = (from: readonly string[], i: number | null) =>
    i === null ? null : (from[i % from.length] ?? null);
  const nodes = made.nodes.map((one, i) => ({
    ...{ id: id("nod", i), project_id: one.project === null ? null : project(one.project), type: one.type },
    ...{ category: one.category, content: one.content, summary: one.summary, confidence: one.confidence },
    ...{
      times_seen: one.seen,
      times_shown: one.shown,
      times_used: 1,
      shown_when_lowered: 0,
      is_manual: one.manual,
    },
    ...{
      state: one.state,
      superseded_by: null as string | null,
      stale_since: null,
      tokens: tokensOf(one.content),
      message: null,
    },
    session_id: chosen(
      sessions.map((session) => session.id),
      one.session,
    ),
    observation_id: chosen(observations, one.observation),
    ...{
      said_by: one.saidBy,
      created_at: one.made,
      updated_at: one.changed,
      valid_from: one.made,
      valid_until: null,
    },
  }));
  // Superseded ones are written after the ones that superseded them, as an export may not expect.
  const last = nodes.length - 1;
  for (const [i, node] of nodes.entries())
    if (made.nodes[i]?.by !== null && i < last) node.superseded_by = nodes[i + 1]?.id ?? null;
  await put("nodes", nodes.toReversed());
  if (nodes.length === 0) return;
  const node = (i: number) => nodes[i % nodes.length]?.id ?? "";
  const onceBy = <T>(rows: readonly T[], key: (row: T) => string) => [
    ...new Map(rows.map((row) => [key(row), row])).values(),
  ];
  await put(
    "edges",
    onceBy(
      made.edges.map(({ from, to, type, at }) => ({
        from_id: node(from),
        to_id: node(to),
        type,
        created_at: at,
      })),
      (row) => `${row.from_id} ${row.to_id} ${row.type}`,
    ),
  );
  await put(
    "tags",
    onceBy(
      made.tags.map(({ node: of, tag, at }) => ({ node_id: node(of), tag, created_at: at })),
      (row) => `${row.node_id} ${row.tag}`,
    ),
  );
  await put(
    "evidence",
    made.evidence.map((one, i) => ({
      ...{ id: id("evd", i), node_id: node(one.node), kind: one.kind, claim: one.claim, at: one.at },
      session_id: chosen(
        sessions.map((session) => session.id),
        one.session,
      ),
      observation_id: chosen(observations, one.observation),
    })),
  );
  await put(
    "anchors",
    onceBy(
      made.anchors.map((one) => ({
        ...{ node_id: node(one.node), file: one.file, symbol: one.symbol, hash: "h", is_manual: one.manual },
        ...{
          made_at: one.at,
          broken_at: one.broken === null ? null : one.at,
          broken_by: chosen(observations, one.broken),
          how: null,
        },
      })),
      (row) => JSON.stringify([row.node_id, row.file, row.symbol]),
    ),
  );
  await put(
    "views",
    made.views.map(({ name, query, budget, at }) => ({
      ...{ name, query, budget, template: "default", created_at: at, updated_at: at },
    })),
  );
  await put(
    "changes",
    made.changes.map((one, i) => {
      const after = nodes[one.node % nodes.length];
      const moved =
        one.moved === null || made.evidence.length === 0
          ? []
          : [{ seq: 1 + (one.moved % made.evidence.length), from: node(0), to: node(one.node) }];
      const what = {
        nodes: [{ id: after?.id, before: i === 0 ? null : after, after }],
        evidence: moved,
        edges: [],
      };
      return {
        id: id("chg", i),
        at: one.at,
        why: one.why,
        what: JSON.stringify(what),
        undone_at: one.undone,
      };
    }),
  );
}

async function fillWork(
  made: RandomStore,
  sessions: readonly Placed[],
  project: (i: number) => string,
  put: Put,
): Promise<void> {
  for (const [i, one] of made.tasks.entries()) {
    const planHash = one.plan === null ? null : hashOf(one.plan);
    let head = planHash ?? "";
    const entries = one.entries.map((words, n) => {
      const sealed = {
        number: n + 1,
        kind: "progress" as const,
        text: words,
        ticks: [n],
        agent: "me",
        at: one.at,
      };
      head = entryHash(head, sealed);
      return {
        ...sealed,
        ticks: JSON.stringify([n]),
        id: id("ent", 10 * i + n),
        task_id: id("tsk", i),
        hash: head,
        session_id: null,
        source_key: null,
      };
    });
    await put("tasks", [
      {
        ...{
          id: id("tsk", i),
          project_id: project(one.project),
          name: `Task ${i}`,
          name_key: `task ${i}`,
          folder: folderName(`Task ${i}`),
        },
        ...{
          state: "open",
          scratchpad: one.scratchpad,
          scratchpad_at: null,
          plan: one.plan,
          plan_hash: planHash,
        },
        ...{
          plan_at: one.plan === null ? null : one.at,
          plan_by: "me",
          plans_before: null,
          entries: entries.length,
        },
        ...{
          head: entries.length === 0 ? null : head,
          created_at: one.at,
          updated_at: one.at,
          closed_at: null,
        },
      },
    ]);
    await put("task_entries", entries);
    const [session] = sessions;
    if (i === 0 && session)
      await put("task_sessions", [{ session_id: session.id, task_id: id("tsk", 0), at: one.at }]);
  }
  await put(
    "functions",
    made.functions.map((one, i) => ({
      ...{
        id: id("fn", i),
        name: `fn_${i}`,
        description: "d",
        language: "python",
        category: "text",
        tags: "a b",
      },
      ...{
        author: "me",
        version: one.code.length,
        allowed: '["json"]',
        created_at: one.at,
        updated_at: one.at,
      },
    })),
  );
  for (const [i, one] of made.functions.entries()) {
    const of = { function_id: id("fn", i) };
    await put(
      "function_versions",
      one.code.map((code, n) => ({
        ...{
          ...of,
          version: n + 1,
          code,
          entry: "f",
          signature: "f()",
          change: "",
          author: "me",
          held_back: null,
        },
        ...{ analysis: '{"findings":[]}', tests_pass: n === 0 ? null : 1, created_at: one.at },
      })),
    );
    await put(
      "function_tests",
      one.tests.map((name, n) => ({
        ...{
          ...of,
          id: id("fnt", 10 * i + n),
          name: `${n} ${name}`,
          args: "[1]",
          expects: '{"kind":"value","value":1}',
        },
        ...{ timeout_ms: null, created_at: one.at },
      })),
    );
    await put(
      "function_runs",
      one.runs.map((value, n) => ({
        ...{
          ...of,
          id: id("fnr", 10 * i + n),
          version: 1,
          test: null,
          status: "ok",
          passed: null,
          args: "[1",
          value,
        },
        ...{ error: "", ms: 3, peak_mb: 4, at: one.at },
      })),
    );
    if (one.needs !== null && one.code.length > 0)
      await put("function_dependencies", [
        { ...of, version: 1, needs: id("fn", one.needs % made.functions.length) },
      ]);
  }
}

/** Tables that are truth, with the order of their rows. Documents, vectors and code maps are rebuilt. */
const truth: Record<string, string> = {
  ...{
    projects: "id",
    sessions: "id",
    observations: "seq",
    observation_files: "project_id, path, observation_id",
  },
  ...{ said: "observation_id", turns: "id", turn_files: "turn_id, path", turn_values: "turn_id, subject" },
  ...{ session_summaries: "session_id", compactions: "id", injections: "seq", nodes: "id" },
  ...{
    edges: "from_id, to_id, type",
    tags: "node_id, tag",
    evidence: "seq",
    anchors: "node_id, file, symbol",
  },
  ...{ views: "name", changes: "seq", commands: "seq", tasks: "id", task_entries: "task_id, number" },
  ...{ task_sessions: "session_id", functions: "id", function_versions: "function_id, version" },
  ...{ function_tests: "id", function_runs: "id", function_dependencies: "function_id, version, needs" },
  ...{ tombstones: "kind, id", forgotten: "session_id, host_key", forgotten_phrases: "hash" },
};

/** What each store decides itself. */
const decidedHere: Record<string, readonly string[]> = {
  ...{ functions: ["allowed"], function_versions: ["analysis", "tests_pass"] },
};

/** The rows themselves, read past the rooms. Local numbers become positions. */
export async function dumpStore(db: Db): Promise<string> {
  const dump: Record<string, Row[]> = {};
  for (const [table, order] of Object.entries(truth)) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(db);
    dump[table] = rows.map((row) => {
      const own = Object.entries(row).filter(([column]) => !decidedHere[table]?.includes(column));
      return Object.fromEntries(own);
    });
  }
  const positions = new Map(dump.observations?.map(({ seq }, i) => [Number(seq), i]));
  const evidence = new Map(dump.evidence?.map(({ seq, id: of }) => [Number(seq), of]));
  for (const row of [...(dump.turns ?? []), ...(dump.session_summaries ?? [])])
    row.up_to_seq = positions.get(Number(row.up_to_seq)) ?? "none";
  for (const row of dump.changes ?? [])
    row.what = JSON.stringify(JSON.parse(String(row.what)), (key, value) =>
      key === "seq" ? evidence.get(value) : value,
    );
  for (const rows of Object.values(dump)) for (const row of rows) delete row.seq;
  return JSON.stringify(dump, (_, value) => (typeof value === "bigint" ? Number(value) : value), 1);
}

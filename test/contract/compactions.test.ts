// Compactions in the store: one row each however often they are reported; searched, deleted and rebuilt like the rest.

import { expect, test } from "vitest";
import { compose } from "../../src/context/compose.ts";
import { compact } from "../../src/journeys/compact/compact.ts";
import { storeSummary } from "../../src/journeys/compact/store-summary.ts";
import { gatherAtStart } from "../../src/journeys/recall/gather-start.ts";
import { reindex } from "../../src/journeys/reindex/reindex.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { CompactionSummary } from "../../src/protocol/compaction.ts";
import type { HookEventOf } from "../../src/protocol/hook.ts";
import {
  compactionNamed,
  compactionsOf,
  latestCompactions,
  noteCompaction,
  putCompactionSummary,
  stretchOf,
  summaryFileOf,
  tiersOf,
  windowOf,
} from "../../src/rooms/compactions/room.ts";
import { countObservations, observationsOf } from "../../src/rooms/observations/room.ts";
import { deleteSession, type OpenedSession } from "../../src/rooms/sessions/room.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { aSession, at, seen, sessionStart } from "./samples.ts";

const of = ({ sessionId }: OpenedSession, minute: number) => {
  const { type: _, source: __, ...event } = sessionStart({ sessionId, at: at(minute) });
  return event;
};
const before = (place: OpenedSession, minute: number): HookEventOf<"compact-before"> => ({
  ...of(place, minute),
  type: "compact-before",
  trigger: "auto",
});
const restart = (place: OpenedSession, minute: number) =>
  sessionStart({ ...of(place, minute), source: "compact" });
const after = (
  place: OpenedSession,
  minute: number,
  over: Partial<HookEventOf<"compact-after">> = {},
): HookEventOf<"compact-after"> => ({
  ...of(place, minute),
  type: "compact-after",
  trigger: "auto",
  summary: "What the host made of it.",
  ...over,
});

const summary: CompactionSummary = {
  executive: "The ferry timetable is parsed.",
  key_decisions: [
    {
      topic: "Parsing",
      decision: "A grammar instead of regexes",
      rationale: "tides",
      files: ["src/tide.ts"],
    },
  ],
  files_modified: [{ path: "src/tide.ts", action: "created", purpose: "Parse it" }],
  code_snippets: [],
  topics: ["ferry"],
  tasks_completed: [],
  tasks_pending: ["Winter timetable"],
};
const made = { at: at(30), provider: "offline", note: null, summary, observations: 1 };

const find = async (memory: Memory, query: string) => {
  const asked = { query, limit: 10, allProjects: false, minRelevance: 0, quick: true, explain: false };
  return (await searchMemory(memory, { ...asked, wait: false })).results;
};

forEachStore((open) => {
  test("all four reports of one compaction give one row, in any order and repeated", async () => {
    const { db } = await open();
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
      [2, 0, 3, 1],
    ];
    for (const order of orders) {
      const place = await aSession(db);
      const tellings = [
        before(place, 10),
        restart(place, 11),
        after(place, 11),
        after(place, 11, { messageId: "m", tokensBefore: 900, tokensAfter: 90 }),
      ] as const;
      for (const n of [...order, ...order]) {
        const event = tellings[n];
        if (event) await db.transaction().execute((tx) => noteCompaction(tx, event));
      }
      expect(await compactionsOf(db, place.sessionId)).toMatchObject([
        {
          id: expect.stringMatching(/^cmp_/),
          sequence: 1,
          state: "done",
          trigger: "auto",
          at: at(11),
          messageId: "m",
          tokensBefore: 900,
          tokensAfter: 90,
          hostSummary: "What the host made of it.",
          made: null,
        },
      ]);
    }
  });

  test("the agent's own summary is found at once, and is the summary of the compaction that follows", async () => {
    const memory = await open();
    const place = await aSession(memory.db);
    const parts = {
      executive: "The quay lights follow the ferry timetable.",
      key_decisions: ["Poll the tide every minute", { decision: "Sodium lamps", rationale: "fog" }],
      tasks_completed: ["Quay lights"],
    };
    await storeSummary(memory, place.sessionId, "Not finished yet.");
    await storeSummary(memory, place.sessionId, JSON.stringify(parts));
    expect(await find(memory, "quay lights")).toMatchObject([
      { kind: "compaction", summary: expect.stringContaining("Sodium lamps (because fog)") },
    ]);
    await record(memory.db, seen(place));
    const now = new Date(Date.now() + 1_000).toISOString();
    await noteCompaction(memory.db, { ...after(place, 0), at: now });
    await compact(memory, place.sessionId);
    expect(await compactionsOf(memory.db, place.sessionId)).toMatchObject([
      {
        state: "done",
        trigger: "auto",
        made: {
          provider: "agent",
          summary: { executive: parts.executive, tasks_completed: ["Quay lights"] },
        },
      },
    ]);
    await expect(storeSummary(memory, place.sessionId, '{"executive": 1}')).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("after a compaction the last three summaries come back with their decisions, by the default settings", async () => {
    const memory = await open();
    const place = await aSession(memory.db);
    const decisions = [
      "Sodium lamps, because of the fog",
      "Poll the tide every minute",
      "Ferries go first",
      "No sirens",
    ];
    const works = [
      "The lamps of the quay were replaced.",
      "The gauge in the harbour reports the water level to the office.",
      "Cars wait behind the barrier until the deck is empty.",
      "Fog signals are given by light alone.",
    ];
    for (const [i, decision] of decisions.entries()) {
      await record(memory.db, { ...seen(place), happenedAt: at(10 * i + 1) });
      await noteCompaction(memory.db, after(place, 10 * i + 2));
      const [newest] = await latestCompactions(memory.db, place.sessionId, 1);
      const id = newest?.id ?? "";
      const executive = works[i] ?? "";
      const rationale = `it was tried for ${i + 2} nights ${"with boats, cars and people on the quay, ".repeat(9)}and held`;
      const key_decisions = [{ topic: "", decision, rationale, files: [] }];
      await putCompactionSummary(memory.db, id, {
        ...made,
        summary: { ...summary, executive, key_decisions },
      });
    }
    const { config: settings } = memory;
    const tree = { branch: null } as never;
    const plan = await gatherAtStart(memory, { ...place, settings }, tree);
    const text = compose(plan.heading, plan.sections, plan.candidates, plan.budget)?.text ?? "";
    for (const decision of decisions.slice(1)) expect(text).toContain(decision);
    expect(text.split("on the quay, and held").length - 1).toBe(3);
    expect(text).not.toContain(decisions[0]);
  });

  test("a repeated report is not new", async () => {
    const { db } = await open();
    const place = await aSession(db);
    expect(await noteCompaction(db, before(place, 10))).toBe(true);
    expect(await noteCompaction(db, before(place, 10))).toBe(false);
    expect(await noteCompaction(db, after(place, 11))).toBe(true);
    expect(await noteCompaction(db, after(place, 11))).toBe(false);
    expect(await noteCompaction(db, restart(place, 11))).toBe(false);
  });

  test("an announced compaction that did not happen is not counted, and the next one takes its row", async () => {
    const { db } = await open();
    const place = await aSession(db);
    await noteCompaction(db, before(place, 10));
    await noteCompaction(db, before(place, 20));
    expect(await latestCompactions(db, place.sessionId, 3)).toEqual([]);
    expect(await compactionsOf(db, place.sessionId)).toMatchObject([{ state: "noted", at: at(20) }]);
    await noteCompaction(db, after(place, 21));
    expect(await latestCompactions(db, place.sessionId, 3)).toMatchObject([{ state: "done", at: at(21) }]);
  });

  test("compactions are numbered by time, whatever is reported first; the newest come first", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const minute of [30, 10, 40, 20])
      await noteCompaction(db, after(place, minute, { messageId: `m${minute}` }));
    const all = await compactionsOf(db, place.sessionId);
    expect(all.map(({ sequence, messageId }) => [sequence, messageId])).toEqual([
      [1, "m10"],
      [2, "m20"],
      [3, "m30"],
      [4, "m40"],
    ]);
    expect((await latestCompactions(db, place.sessionId, 3)).map(({ sequence }) => sequence)).toEqual([
      4, 3, 2,
    ]);
  });

  test("each compaction covers what happened since the previous one; the rest is in the window", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const minute of [1, 10, 11, 25])
      await record(db, seen(place, { title: `at ${minute}`, happenedAt: at(minute) }));
    for (const minute of [10, 20])
      await noteCompaction(db, after(place, minute, { messageId: `m${minute}` }));
    const all = await compactionsOf(db, place.sessionId);
    const stretches = [...all.map((one) => stretchOf(one, all)), windowOf(place.sessionId, all)];
    const titles = await Promise.all(
      stretches.map(async (stretch) =>
        (await observationsOf(db, stretch, { last: 10 })).map(({ title }) => title),
      ),
    );
    expect(titles).toEqual([["at 1", "at 10"], ["at 11"], ["at 25"]]);
    expect(await countObservations(db, stretches[0] as (typeof stretches)[0])).toMatchObject({ count: 2 });
    expect(await observationsOf(db, stretches[0] as (typeof stretches)[0], { last: 1 })).toMatchObject([
      { title: "at 10" },
    ]);
  });

  test("search finds a compaction by its summary and files, or by the host's summary until it has its own", async () => {
    const memory = await open();
    const { db } = memory;
    const place = await aSession(db);
    await noteCompaction(db, before(place, 10));
    expect(await find(memory, "host made of it")).toEqual([]);
    await noteCompaction(db, after(place, 11));
    const [one] = await latestCompactions(db, place.sessionId, 1);
    const id = one?.id ?? "";
    expect(await find(memory, "host made of it")).toMatchObject([{ id, kind: "compaction" }]);
    expect(await putCompactionSummary(db, id, made)).toBe(true);
    for (const query of [
      "ferry timetable",
      "grammar instead of regexes",
      "winter",
      "tide.ts",
      "host made of it",
    ])
      expect(await find(memory, query)).toMatchObject([{ id, sessionId: place.sessionId }]);
    await db.deleteFrom("documents").execute();
    await reindex(memory, null);
    expect(await find(memory, "ferry timetable")).toMatchObject([{ id, kind: "compaction" }]);
  });

  test("a compaction does not separate neighbouring observations", async () => {
    const memory = await open();
    const place = await aSession(memory.db);
    await record(memory.db, seen(place, { title: "Edited the harbour", summary: "One.", detail: "One." }));
    await noteCompaction(memory.db, after(place, 5, { summary: "Zebra crossing." }));
    await record(memory.db, seen(place, { title: "Edited the quay", summary: "Two.", detail: "Two." }));
    const kinds = (await find(memory, "zebra")).map(({ kind }) => kind);
    expect(kinds).toEqual(["compaction"]);
  });

  test("a compaction is deleted with its session, and a late summary is dropped", async () => {
    const memory = await open();
    const { db } = memory;
    const place = await aSession(db);
    await noteCompaction(db, after(place, 11));
    const [one] = await latestCompactions(db, place.sessionId, 1);
    await db.transaction().execute((tx) => deleteSession(tx, place.sessionId));
    expect(await db.selectFrom("compactions").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("documents").selectAll().execute()).toEqual([]);
    expect(await putCompactionSummary(db, one?.id ?? "", made)).toBe(false);
  });

  test("a session's tiers list what is in the window, what was compacted and what is in the store", async () => {
    const memory = await open();
    const { db } = memory;
    const place = await aSession(db);
    const { sessionId } = place;
    for (const minute of [1, 2, 25]) await record(db, seen(place, { happenedAt: at(minute), tokens: 7 }));
    expect(await tiersOf(db, sessionId)).toEqual({
      window: { since: null, observations: 3 },
      compacted: [],
      store: { observations: 3, tokens: 21 },
    });
    await noteCompaction(db, after(place, 20, { tokensBefore: 900, tokensAfter: 90, messageId: "m" }));
    await noteCompaction(db, before(place, 30));
    const [one] = await compactionsOf(db, sessionId);
    await putCompactionSummary(db, one?.id ?? "", { ...made, observations: 2 });
    expect(await tiersOf(db, sessionId)).toEqual({
      window: { since: at(20), observations: 1 },
      compacted: [
        {
          id: one?.id,
          sequence: 1,
          trigger: "auto",
          at: at(20),
          tokensBefore: 900,
          tokensAfter: 90,
          observations: 2,
          title: "The ferry timetable is parsed.",
        },
      ],
      store: { observations: 3, tokens: 21 },
    });
  });

  test("summaries are returned in the format of earlier tools' files, by id or by number", async () => {
    const { db } = await open();
    const place = await aSession(db);
    for (const minute of [10, 20])
      await noteCompaction(db, after(place, minute, { messageId: `m${minute}` }));
    const all = await compactionsOf(db, place.sessionId);
    const [first, second] = all;
    await putCompactionSummary(db, first?.id ?? "", made);
    for (const name of ["1", "compact_001", "compact_001.json", first?.id ?? ""])
      expect(compactionNamed(all, name)).toBe(first);
    expect(compactionNamed(all, "2")).toBe(second);
    expect(() => compactionNamed(all, "3")).toThrow('no summary "3"');
    expect(() => compactionNamed(all, "cmp_")).toThrow("could be");
    expect(summaryFileOf(compactionNamed(await compactionsOf(db, place.sessionId), "1"))).toEqual({
      id: first?.id,
      timestamp: at(10),
      compaction_trigger: "auto",
      token_count_before: null,
      token_count_after: null,
      summary,
      original_message_range: null,
      host_summary: "What the host made of it.",
    });
  });

  test("many simultaneous reports of one compaction give one row", async () => {
    const { db } = await open();
    const place = await aSession(db);
    const events = [
      before(place, 10),
      after(place, 11),
      restart(place, 11),
      after(place, 11, { messageId: "m" }),
    ];
    await Promise.all(
      [...events, ...events].map((event) => db.transaction().execute((tx) => noteCompaction(tx, event))),
    );
    expect(await compactionsOf(db, place.sessionId)).toMatchObject([{ state: "done", messageId: "m" }]);
  });
});

// What is no result: the question itself, calls of tellback's own tools, and questions that nobody answered. And what an
// explicit search gives: as many rows as were asked for, the weak ones marked, with what came of each.

import { expect, test } from "vitest";
import { toolNamed } from "../../src/areas/agent-tools.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { aSession, at, seen } from "./samples.ts";

const inSession = (sessionId: string) => {
  const where = { host: "claude-code", sessionId, projectDir: "/nowhere/ferry", cwd: "/nowhere/ferry" };
  return {
    asked: (minute: number, text: string): HookEvent => ({ ...where, type: "prompt", at: at(minute), text }),
    said: (minute: number, text: string): HookEvent => ({
      ...{ ...where, type: "reply", at: at(minute), messageId: `${sessionId}-${minute}`, text },
    }),
    used: (minute: number, tool: string, input: unknown): HookEvent => ({
      ...{ ...where, type: "tool", at: at(minute), toolUseId: `${sessionId}-${minute}`, tool },
      ...{ input, output: "", status: "ok" },
    }),
    ended: (minute: number): HookEvent => ({ ...where, type: "turn-end", at: at(minute) }),
  };
};

const ask = (
  memory: Memory,
  query: string,
  more: { askedIn?: string; limit?: number; minRelevance?: number } = {},
) =>
  searchMemory(memory, {
    ...{ query, limit: 10, allProjects: true, minRelevance: 0 },
    ...{ quick: true, explain: false, wait: false },
    ...more,
  });

const question = "What was the bug in the ferry timetable that we fixed earlier?";
const fix = inSession("fixes");
const work = [
  fix.asked(1, "The ferry timetable is wrong on Sundays"),
  fix.said(
    2,
    "The bug was an empty tide table: `loadTides` in src/tide.ts now falls back to Saturday. The April import is left to do.",
  ),
  fix.ended(3),
];

forEachStore((open) => {
  test("a question does not find itself: neither its prompt nor what its session does since then", async () => {
    const memory = await open();
    const now = inSession("asks");
    await capture(memory, [
      ...work,
      now.asked(10, "Sort the harbour fees of the ferry"),
      now.said(11, "The harbour fees of the ferry are sorted by berth."),
      now.ended(12),
      now.asked(20, question),
      now.used(21, "Grep", { pattern: "bug in the ferry timetable that we fixed earlier" }),
    ]);
    const { results } = await ask(memory, question, { askedIn: "asks" });
    expect(results[0]?.title).toContain("empty tide table");
    expect(results.filter(({ happenedAt }) => happenedAt >= at(20))).toEqual([]);
    // What the same session did before stays a result.
    const earlier = await ask(memory, "harbour fees", { askedIn: "asks" });
    expect(earlier.results[0]?.title).toContain("sorted by berth");
  });

  test("an earlier asking of the same question stands after the work that answers it", async () => {
    const memory = await open();
    const early = inSession("asked-before");
    await capture(memory, [
      ...work,
      early.asked(10, question),
      early.said(11, "It was the tide table."),
      early.ended(12),
    ]);
    const { results } = await ask(memory, question);
    expect(results[0]).toMatchObject({ sessionId: "fixes", isWeak: false });
    expect(results.findIndex(({ sessionId }) => sessionId === "asked-before")).toBeGreaterThan(0);
  });

  test("calls of tellback's own tools and commands are no results", async () => {
    const memory = await open();
    const now = inSession("asks");
    await capture(memory, [
      ...work,
      now.asked(20, "Look it up"),
      now.used(21, "mcp__plugin_tellback_tellback__search_memory", { query: question }),
      now.used(22, "Bash", { command: `tellback search "${question}"` }),
      now.said(23, "I looked."),
      now.ended(24),
    ]);
    const { results } = await ask(memory, question);
    expect(results[0]?.title).toContain("empty tide table");
    expect(results.filter(({ title, summary }) => `${title} ${summary}`.includes("tellback"))).toEqual([]);
  });

  test("questions that nobody answered are no results, and do not lower the right one", async () => {
    const memory = await open();
    await capture(memory, work);
    const before = (await ask(memory, question)).results[0];
    for (const n of [1, 2, 3]) {
      const again = inSession(`again-${n}`);
      await capture(memory, [again.asked(30 * n, question), again.ended(30 * n + 1)]);
      await reflect(memory, `again-${n}`);
    }
    const { results } = await ask(memory, question);
    expect(results[0]?.id).toBe(before?.id);
    expect(results[0]?.relevance).toBeGreaterThanOrEqual((before?.relevance ?? 1) - 0.05);
    expect(results.filter(({ sessionId }) => sessionId?.startsWith("again"))).toEqual([]);

    // An answer makes the question findable, by its turn.
    const answered = inSession("again-1");
    await capture(memory, [answered.said(40, "Queue depth was measured: 4711 berths."), answered.ended(41)]);
    expect((await ask(memory, "queue depth berths")).results[0]?.sessionId).toBe("again-1");
  });

  test("a search gives as many rows as were asked for, and marks the weak ones", async () => {
    const memory = await open();
    const place = await aSession(memory.db);
    await record(memory.db, seen(place, { title: "the copper kettle boils over on the stove" }));
    for (let n = 0; n < 40; n++)
      await record(memory.db, seen(place, { title: `a stove of kind ${"abcdefgh"[n % 8]}${n}` }));
    const { results } = await ask(memory, "copper kettle boils over on the stove", { limit: 20 });
    expect(results).toHaveLength(20);
    expect(results[0]).toMatchObject({ isWeak: false, title: expect.stringContaining("copper kettle") });
    expect(results.at(-1)?.isWeak).toBe(true);
  });

  test("rows come from several sessions, each with its session, time, outcome and open point", async () => {
    const memory = await open();
    await capture(memory, work);
    const talkative = inSession("talkative");
    await capture(
      memory,
      Array.from({ length: 12 }, (_, n) => [
        talkative.asked(100 + 3 * n, `Berth ${n} of the ferry timetable`),
        talkative.said(101 + 3 * n, `The ferry timetable of berth ${n} is printed in hall ${n}.`),
        talkative.ended(102 + 3 * n),
      ]).flat(),
    );
    const { results } = await ask(memory, "ferry timetable", { limit: 5 });
    expect(new Set(results.map(({ sessionId }) => sessionId))).toEqual(new Set(["fixes", "talkative"]));
    expect(results.find(({ sessionId }) => sessionId === "fixes")).toMatchObject({
      happenedAt: at(2),
      outcome: expect.stringContaining("empty tide table"),
      open: "The April import is left to do.",
    });
  });

  test("a decision is found by most of its words with the relevance that an agent asks for", async () => {
    const memory = await open();
    const auth = inSession("auth");
    await capture(memory, [
      ...work,
      auth.asked(50, "How should the users of the ferry log in?"),
      auth.said(
        51,
        "We decided to use JWT tokens with refresh tokens for authentication, because stateless auth scales. Implemented in src/auth/jwt.ts.",
      ),
      auth.ended(52),
    ]);
    const sure = { minRelevance: 0.75 };
    const { results } = await ask(memory, "authentication decision JWT tokens", sure);
    expect(results.map(({ sessionId, kind }) => [sessionId, kind])).toEqual([["auth", "turn"]]);
    expect((await ask(memory, "tax declaration of the harbour", sure)).results).toEqual([]);
  });

  test("an agent reads each text once, and no thing as [object Object]", async () => {
    const memory = await open();
    await capture(memory, work);
    const call = ((_: string, input: object) =>
      searchMemory(memory, {
        ...{ allProjects: false, quick: false, explain: false, wait: false, limit: 6, minRelevance: 0 },
        ...(input as { query: string }),
      })) as never;
    const where = { folder: undefined, session: async () => undefined };
    const { results } = (await toolNamed("search_memory").run(
      call,
      { query: "empty tide table" },
      where,
    )) as {
      results: Record<string, unknown>[];
    };
    expect(results[0]).toMatchObject({ session: "fixes", open: "The April import is left to do." });
    for (const row of results) {
      const texts = Object.values(row).filter((value) => typeof value === "string");
      expect(new Set(texts).size).toBe(texts.length);
    }
  });
});

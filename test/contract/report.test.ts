// What a report counts, on every store.

import { describe, expect, test } from "vitest";
import { operations } from "../../src/areas/contracts.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { reportOn } from "../../src/journeys/report/report.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { openSession } from "../../src/memory/open-session.ts";
import { reserve } from "../../src/models/spend.ts";
import { parseSince } from "../../src/protocol/since.ts";
import { markUsed, noteInjections, unusedIn } from "../../src/rooms/ledger/room.ts";
import { queryEvents } from "../../src/store/event-sql.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { seen, sessionStart } from "./samples.ts";

const now = new Date("2026-03-10T15:30:00.000Z");
const ask = (input: object = {}) => operations.report.input.parse({ allProjects: true, ...input });
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

async function remember(memory: Memory): Promise<{ today: string; other: string }> {
  const [a, b] = ["/nowhere/a", "/nowhere/b"];
  const today = await openSession(
    memory.db,
    sessionStart({ projectDir: a, at: ago(3), sessionId: "today-1" }),
  );
  const other = await openSession(
    memory.db,
    sessionStart({ projectDir: b, at: ago(80), sessionId: "other-1" }),
  );
  const here = { files: ["src/a.ts", "src/b.ts"], symbols: ["login"], rawBytes: 4000, tokens: 100 };
  for (let i = 0; i < 4; i++) {
    const failed = i < 3;
    await record(memory.db, {
      ...seen(today, { ...here, tool: "Bash", happenedAt: ago(2) }),
      ...(failed ? { status: "failed", title: "Ran npm test: 2 failed" } : { files: ["src/a.ts"] }),
    });
  }
  await record(memory.db, seen(today, { tool: "Edit", happenedAt: ago(1), provider: "anthropic/m" }));
  await record(
    memory.db,
    seen(today, { kind: "reply", tool: null, summary: "All is well.", happenedAt: ago(1) }),
  );
  await record(memory.db, seen(other, { tool: "Read", happenedAt: ago(79) }));
  return { today: "today-1", other: "other-1" };
}

forEachStore((open) => {
  test("counts observations, tools, files, symbols and failures of a period", async () => {
    const memory = await open();
    await remember(memory);
    const report = await reportOn(memory, ask({ since: "24h" }), now);
    expect(operations.report.output.safeParse(report).error).toBeUndefined();
    expect(report.sessions).toBe(1);
    expect(report.observations).toEqual({
      count: 6,
      tool: 5,
      prompt: 0,
      reply: 1,
      failed: 3,
      interrupted: 0,
    });
    expect(report.tools).toEqual([
      { name: "Bash", count: 4, failed: 3 },
      { name: "Edit", count: 1, failed: 0 },
    ]);
    expect(report.files).toEqual([
      { name: "src/a.ts", count: 4, failed: 3 },
      { name: "src/b.ts", count: 3, failed: 3 },
    ]);
    expect(report.symbols).toEqual([{ name: "login", count: 4, failed: 3 }]);
    expect(report.failures).toMatchObject([{ title: "Ran npm test: 2 failed", times: 3, tool: "Bash" }]);
    const sum = (figure: "count" | "rawBytes" | "tokens") =>
      report.line.reduce((all, step) => all + step[figure], 0);
    expect(sum("count")).toBe(6);
    expect(sum("tokens")).toBe(report.compression.tokens);
    expect(sum("rawBytes")).toBe(report.compression.rawBytes);
    expect(report.latest).toMatchObject({ session: { id: "today-1" }, lastReply: "All is well." });
  });

  test("shows how short observations got, and by which provider", async () => {
    const memory = await open();
    await remember(memory);
    const { compression } = await reportOn(memory, ask({ since: "1w" }), now);
    expect(compression).toMatchObject({ observations: 7, rawBytes: 4 * 4000 + 3 * 100, waiting: 0 });
    expect(compression.byProvider.map(({ provider, observations }) => [provider, observations])).toEqual([
      ["offline", 6],
      ["anthropic/m", 1],
    ]);
  });

  test("what was spent, by day of UTC", async () => {
    const memory = await open();
    const call = { provider: "anthropic", model: "m", purpose: "compress", cost: 2e7 };
    const caps = { dailyUsd: 1, monthlyUsd: 5 };
    for (const hours of [1, 2, 30, 400])
      await reserve(memory.db, { ...call, callKey: `${hours}` }, caps, new Date(ago(hours)));
    const { spend } = await reportOn(memory, ask({ since: "1w" }), now);
    expect(spend?.daily).toEqual([
      { day: "2026-03-09", calls: 1, usd: 0.02 },
      { day: "2026-03-10", calls: 2, usd: 0.04 },
    ]);
  });

  test("covers a project, a session, or an unknown folder", async () => {
    const memory = await open();
    const { other } = await remember(memory);
    const of = async (input: object) => {
      const { observations, project } = await reportOn(memory, ask({ since: "1w", ...input }), now);
      return [project, observations.count];
    };
    expect(await of({})).toEqual([null, 7]);
    expect(await of({ allProjects: false, folder: "/nowhere/b" })).toEqual(["b", 1]);
    expect(await of({ allProjects: false, folder: "/nowhere/else" })).toEqual(["else", 0]);
    expect(await of({ session: other.slice(0, 3) })).toEqual(["b", 1]);
  });

  test("--eval adds compression, injections, search and spending from the event log", async () => {
    const memory = await open();
    const at = new Date();
    memory.events.record({ type: "search.query", data: { kind: "hybrid", results: 4 }, durationMs: 10 });
    memory.events.record({ type: "search.query", data: { kind: "full-text", results: 0 }, durationMs: 30 });
    const parts = { sections: { now: 400, open: 100 }, lengths: { title: 3, detail: 1 } };
    const start = { ...parts, budget: 600 };
    memory.events.record({ type: "hook.context_inject", data: start, durationMs: 5, tokensOut: 500 });
    memory.events.record({
      ...{ type: "hook.context_inject", data: { budget: 300 }, durationMs: 5, tokensOut: 310 },
    });
    const { sessionId } = await openSession(memory.db, sessionStart({ at: ago(1) }));
    const conversation = { sessionId, agentId: "" };
    const told = { length: "title", why: { reason: "" }, tokens: 30 };
    await noteInjections(
      memory.db,
      conversation,
      "prompt",
      [
        { ...told, kind: "turn", id: "trn_1", cues: ["src/a.ts"] },
        { ...told, kind: "turn", id: "trn_2", cues: ["src/b.ts"] },
        { ...told, kind: "turn", id: "trn_3", cues: [] },
      ],
      at.toISOString(),
    );
    const [first] = await unusedIn(memory.db, conversation);
    await markUsed(memory.db, [first?.seq ?? 0], "file", at.toISOString());
    memory.events.record({
      type: "compress.done",
      data: { observations: 6 },
      durationMs: 900,
      tokensIn: 50,
      tokensOut: 9,
    });
    const { eval: evaluated } = await reportOn(
      memory,
      ask({ since: "1w", eval: true }),
      new Date(at.getTime() + 5000),
    );
    expect(evaluated?.search).toMatchObject({
      count: 2,
      p50: 10,
      p95: 30,
      most: 30,
      results: 2,
      empty: 1,
      byWordsOnly: 1,
    });
    expect(evaluated?.injection).toMatchObject({
      count: 2,
      tokens: 810,
      maxTokens: 500,
      budget: 450,
      overBudget: 1,
      sections: [
        { name: "now", tokens: 400 },
        { name: "open", tokens: 100 },
      ],
      lengths: { title: 3, summary: 0, detail: 1 },
      by: [{ moment: "prompt", kind: "turn", items: 3, used: 1, unknown: 1, tokens: 90, tokensUsed: 30 }],
    });
    expect(evaluated?.injection.line.filter(({ items }) => items > 0)).toMatchObject([
      { items: 3, used: 1, tokens: 90 },
    ]);
    expect(evaluated?.compression).toMatchObject({
      count: 1,
      observations: 6,
      tokensIn: 50,
      tokensOut: 9,
      errors: 0,
    });
    expect(evaluated?.resolution).toBeNull();
  });
  test("own questions are asked in SQL over the event log, which they can neither change nor leave", async () => {
    const memory = await open();
    memory.events.record({ type: "search.query", data: { kind: "hybrid", results: 4 }, durationMs: 10 });
    memory.events.record({ type: "search.query", data: { kind: "full-text", results: 0 }, durationMs: 30 });
    await memory.events.flush();
    const query = "select data->>'kind' as kind, duration_ms from events order by duration_ms";
    expect(await queryEvents(memory.db, query)).toEqual({
      columns: ["kind", "duration_ms"],
      rows: [
        ["hybrid", 10],
        ["full-text", 30],
      ],
      isCut: false,
    });
    for (const refused of [
      "delete from events",
      "attach database '/tmp/x.db' as x",
      "pragma table_info(events)",
      "create table t (a)",
    ])
      await expect(queryEvents(memory.db, refused)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(queryEvents(memory.db, "select * from nodes")).rejects.toThrow("no such table");
    const many = "with recursive n(i) as (select 1 union all select i + 1 from n limit 5000) select i from n";
    expect(await queryEvents(memory.db, many)).toMatchObject({ rows: { length: 1000 }, isCut: true });
  });

  test("shows what was learned in the period, what was confirmed, and how the latest session ended", async () => {
    const memory = await open();
    const prompt = async (sessionId: string, hours: number, text: string) => {
      const where = { host: "claude-code", sessionId, projectDir: "/nowhere/a", cwd: "/nowhere/a" };
      const happened = { ...where, type: "prompt" as const, text, promptId: sessionId, at: ago(hours) };
      await capture(memory, [happened, { ...where, type: "session-end", reason: "other", at: ago(hours) }]);
      await reflect(memory, sessionId);
    };
    await prompt("long-ago", 50, "Fix the login. Always use pnpm.");
    await prompt("today", 2, "Always use pnpm. Never commit to the main branch directly.");
    const { learnings, latest } = await reportOn(memory, ask({ since: "24h" }), now);
    expect(learnings).toMatchObject({ all: 2, extracted: 1, reinforced: 1, contradicted: 0 });
    expect(learnings.newest).toMatchObject([{ text: "Never commit to the main branch directly" }]);
    expect(latest?.summary?.title).toContain("pnpm");
    const other = await reportOn(
      memory,
      ask({ since: "24h", allProjects: false, folder: "/nowhere/b" }),
      now,
    );
    expect(other.learnings).toMatchObject({ all: 0, extracted: 0, reinforced: 0 });
  });
});

describe("since", () => {
  test("an invalid time is refused with examples", () => {
    expect(() => parseSince("yesterday-ish")).toThrow(
      expect.objectContaining({
        message: 'invalid time "yesterday-ish"',
        hint: expect.stringContaining("yesterday"),
      }),
    );
  });
});

// Review: what waits for a person has no effect anywhere; a person keeps, corrects or drops it, and decides which of two
// statements holds; every answer can be undone.

import { expect, onTestFinished, test } from "vitest";
import { openMemory, recall } from "../../src/journeys/followers.ts";
import { projectKnowledge } from "../../src/journeys/graph/knowledge.ts";
import { undo } from "../../src/journeys/graph/learnings.ts";
import { dropByUser, keepByUser, reviewPage } from "../../src/journeys/graph/review.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { remember } from "../../src/memory/knowledge/remember.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { queryNodes } from "../../src/memory/query-nodes.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import type { ReviewMode } from "../../src/protocol/knowledge.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { linksOf, listLearnings, walk } from "../../src/rooms/knowledge/room.ts";
import { forEachStore, type Open } from "../support/databases.ts";
import { search } from "../support/search.ts";

const project = "/nowhere/a-project";
let minutes = 0;
const next = () => new Date(Date.parse("2026-03-01T10:00:00Z") + minutes++ * 60_000).toISOString();

async function opened(open: Open, review: ReviewMode): Promise<Memory> {
  const { env } = await open.place();
  const settings = { TELLBACK_EMBED_PROVIDER: "off", TELLBACK_KNOWLEDGE_REVIEW: review };
  const memory = await openMemory({ env: { ...env, ...settings } });
  onTestFinished(() => memory.close());
  return memory;
}

/** A session that ended: what the user typed, and what the agent answered to it. */
async function reflected(memory: Memory, sessionId: string, said: { user: string; agent?: string }) {
  const seen = {
    host: "claude-code",
    sessionId,
    projectDir: project,
    cwd: project,
    promptId: `${sessionId}-p`,
  };
  const events: HookEvent[] = [{ ...seen, type: "prompt", text: said.user, at: next() }];
  if (said.agent)
    events.push({ ...seen, type: "reply", text: said.agent, messageId: `${sessionId}-m`, at: next() });
  await capture(memory, [...events, { ...seen, type: "session-end", reason: "other", at: next() }]);
  return reflect(memory, sessionId);
}

const asked = (memory: Memory) => reviewPage(memory, { projects: everywhere, limit: 50, offset: 0 });
const waiting = async (memory: Memory) => (await asked(memory)).items.map(({ content }) => content);
const inState = async (memory: Memory, state: "active" | "waiting" | "rejected") =>
  (await listLearnings(memory.db, { projects: everywhere, states: [state] })).map(({ content }) => content);
const holding = async (memory: Memory) =>
  (await queryNodes(memory, { query: "", projects: everywhere, limit: 50 })).map(({ content }) => content);
const titles = async (memory: Memory, words: string) =>
  (await search(memory.db, words, { projects: everywhere, kind: "learning" }, 10)).map(
    ({ document }) => document.title,
  );

const agentSaid = {
  user: "Why are the dates of orders off by a day?",
  agent: "Note: times are stored in UTC everywhere, never in local time.",
};

const agentDecided = "We decided to store all dates in UTC, because browsers sit in many time zones.";

forEachStore((open) => {
  test("with review off nothing waits", async () => {
    const memory = await opened(open, "off");
    await reflected(memory, "s1", { ...agentSaid, user: "Always use pnpm." });
    expect(await asked(memory)).toEqual({ items: [], total: 0, waiting: 0, contradictions: 0 });
    expect(await inState(memory, "active")).toHaveLength(2);
  });

  test("what waits is in no list, search, query, knowledge or start of a session until it is kept", async () => {
    const memory = await opened(open, "all");
    await reflected(memory, "s1", { user: "Always use pnpm." });
    const start = async () => {
      const at = { host: "claude-code", projectDir: project, cwd: project, at: next() };
      const told = await recall(
        memory,
        { ...at, type: "session-start", sessionId: "s9", source: "startup" },
        5_000,
      );
      return JSON.stringify(told);
    };
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const effects = async () => ({
      learnings: await inState(memory, "active"),
      search: await titles(memory, "pnpm"),
      query: await holding(memory),
      later: (await queryNodes(memory, { query: "", projects: everywhere, limit: 9, asOf: soon })).length,
      words: (await queryNodes(memory, { query: "pnpm", projects: everywhere, limit: 9 })).length,
      others: (await queryNodes(memory, { query: "NOT is:archived", projects: everywhere, limit: 9 })).length,
      knowledge: (await projectKnowledge(memory, { projects: everywhere })).dependencies.length,
    });
    const none = { learnings: [], search: [], query: [], later: 0, words: 0, others: 0, knowledge: 0 };
    expect(await effects()).toEqual(none);
    expect(await start()).not.toContain("Always use pnpm");
    const [item] = (await asked(memory)).items;
    expect(await queryNodes(memory, { query: "is:waiting", projects: everywhere, limit: 9 })).toMatchObject([
      { id: item?.id, state: "waiting" },
    ]);
    await keepByUser(memory, item?.id ?? "");
    const one = ["Always use pnpm"];
    const all = { learnings: one, search: one, query: one, later: 1, words: 1, others: 1, knowledge: 1 };
    expect(await effects()).toEqual(all);
    expect(await asked(memory)).toMatchObject({ total: 0 });
  });

  test("each line says who said it, in which words, when, and in which session of which host", async () => {
    const memory = await opened(open, "all");
    await reflected(memory, "s1", { user: "Fix the login. Always use pnpm, please." });
    expect((await asked(memory)).items).toMatchObject([
      {
        ...{
          why: "waiting",
          content: "Always use pnpm",
          saidBy: "user",
          host: "claude-code",
          sessionId: "s1",
        },
        ...{ project: "a-project", timesSeen: 1, at: expect.stringContaining("2026-03-01"), against: [] },
        words: expect.stringContaining("Always use pnpm"),
      },
    ]);
  });

  test("unsure is what an agent said once: another session or the user's own word releases it", async () => {
    const memory = await opened(open, "unsure");
    await reflected(memory, "s1", { user: "Always use pnpm.", agent: agentSaid.agent });
    expect(await inState(memory, "active")).toEqual(["Always use pnpm"]);
    const [held] = await waiting(memory);
    expect(held).toContain("UTC");
    await reflected(memory, "s2", agentSaid);
    expect(await waiting(memory)).toEqual([]);
    expect(await inState(memory, "active")).toContain(held);
    expect(await titles(memory, "UTC")).toEqual([held]);
  });

  test("under all a repeated statement gets stronger and still waits", async () => {
    const memory = await opened(open, "all");
    for (const session of ["s1", "s2"]) await reflected(memory, session, { user: "Always use pnpm." });
    expect((await asked(memory)).items).toMatchObject([{ timesSeen: 2, confidence: 0.7 }]);
    expect(await holding(memory)).toEqual([]);
  });

  test("what is dropped is not learned again; undo lets it wait again", async () => {
    const memory = await opened(open, "all");
    await reflected(memory, "s1", { user: "Always use pnpm." });
    const [item] = (await asked(memory)).items;
    await dropByUser(memory, item?.id ?? "");
    await reflected(memory, "s2", { user: "Always use pnpm." });
    expect(await waiting(memory)).toEqual([]);
    expect(await inState(memory, "rejected")).toEqual(["Always use pnpm"]);
    await undo(memory, undefined);
    expect(await waiting(memory)).toEqual(["Always use pnpm"]);
  });

  test("what is corrected holds in the new words", async () => {
    const memory = await opened(open, "all");
    await reflected(memory, "s1", { user: "Always use pnpm." });
    const [item] = (await asked(memory)).items;
    await keepByUser(memory, item?.id ?? "", { content: "Use pnpm 10,\n never npm" });
    expect(await holding(memory)).toEqual(["Use pnpm 10, never npm"]);
    expect(await waiting(memory)).toEqual([]);
  });

  test("what waits replaces nothing: the person decides which of the two holds", async () => {
    const memory = await opened(open, "all");
    await reflected(memory, "s1", { user: "We use npm." });
    await keepByUser(memory, (await asked(memory)).items[0]?.id ?? "");
    await reflected(memory, "s2", { user: "We use pnpm, not npm." });
    expect(await holding(memory)).toEqual(["We use npm"]);
    const [item] = (await asked(memory)).items;
    expect(item).toMatchObject({ why: "waiting", against: [{ content: "We use npm" }] });
    const [other = { id: "" }] = item?.against ?? [];
    expect(await linksOf(memory.db, other.id)).toEqual([]);
    expect(await walk(memory.db, { from: [other.id], depth: 1, direction: "both", limit: 9 })).toEqual([]);
    await keepByUser(memory, item?.id ?? "", { only: true });
    expect(await holding(memory)).toEqual([item?.content]);
    expect(await linksOf(memory.db, other.id)).toMatchObject([
      { type: "CONTRADICTS" },
      { type: "SUPERSEDES", direction: "to", id: item?.id },
    ]);
    await undo(memory, undefined);
    expect(await holding(memory)).toEqual(["We use npm"]);
    expect(await asked(memory)).toMatchObject({ waiting: 1 });
  });

  test("of two that may contradict each other both hold, and the person is asked with any setting", async () => {
    const memory = await opened(open, "off");
    const said = ["We use pnpm", "In the docs site we use npm"];
    await reflected(memory, "s1", { user: `${said[0]}.` });
    await reflected(memory, "s2", { user: `${said[1]}.` });
    expect(await asked(memory)).toMatchObject({
      ...{ total: 1, waiting: 0, contradictions: 1 },
      items: [{ why: "contradiction", content: said[1], against: [{ content: said[0] }] }],
    });
    expect(await holding(memory)).toHaveLength(2);
    const [item] = (await asked(memory)).items;
    const older = item?.against[0]?.id ?? "";
    const decided = async () => [(await holding(memory)).toSorted(), (await asked(memory)).total];
    await keepByUser(memory, item?.id ?? "");
    expect(await decided()).toEqual([said.toSorted(), 0]);
    await undo(memory, undefined);
    await keepByUser(memory, item?.id ?? "", { only: true });
    expect(await decided()).toEqual([[said[1]], 0]);
    await undo(memory, undefined);
    await keepByUser(memory, older, { only: true });
    expect(await decided()).toEqual([[said[0]], 0]);
    await undo(memory, undefined);
    expect(await decided()).toEqual([said.toSorted(), 1]);
  });

  test("an agent that stores what waits does not keep it; the user's own word does", async () => {
    const memory = await opened(open, "all");
    await reflected(memory, "s1", { ...agentSaid, agent: agentDecided });
    const [item] = (await asked(memory)).items;
    const { projectId = null } =
      (await listLearnings(memory.db, { projects: everywhere, states: ["waiting"] }))[0] ?? {};
    const said = { type: "decision", content: item?.content ?? "", tags: [], projectId, at: next() } as const;
    const by = { sessionId: "s1", observationId: null, messageId: null };
    await memory.db.transaction().execute((tx) => remember(tx, { ...said, by }));
    expect(await holding(memory)).toEqual([]);
    await memory.db.transaction().execute((tx) => remember(tx, { ...said, by: null }));
    expect(await holding(memory)).toEqual([item?.content]);
  });
});

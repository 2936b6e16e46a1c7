// What is stated in a session becomes knowledge: with reason, source and confidence; the newest statement holds; the
// user's word counts more than the agent's; what was only quoted is nobody's statement.

import { expect, onTestFinished, test } from "vitest";
import { openMemory } from "../../src/journeys/followers.ts";
import { deleteWholeSession } from "../../src/journeys/forget/session.ts";
import { projectKnowledge } from "../../src/journeys/graph/knowledge.ts";
import { rejectByUser } from "../../src/journeys/graph/learnings.ts";
import { originOf } from "../../src/journeys/recall/preview.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { learnStatements } from "../../src/journeys/reflect/statements.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { jobs } from "../../src/protocol/jobs.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { listLearnings } from "../../src/rooms/knowledge/room.ts";
import { jobsOfKind } from "../../src/store/jobs.ts";
import { forEachStore, type Open } from "../support/databases.ts";
import { search } from "../support/search.ts";

const project = "/nowhere/a-shop";
let minutes = 0;

type Turn = string | { reply: string };

/** A session of these prompts and replies; without its end, as it is while it runs. */
async function said(memory: Memory, sessionId: string, ...turns: Turn[]): Promise<void> {
  const seen = { host: "claude-code", sessionId, projectDir: project, cwd: project };
  const events = turns.map((turn, n): HookEvent => {
    const at = new Date(Date.parse("2026-03-01T10:00:00Z") + minutes++ * 60_000).toISOString();
    return typeof turn === "string"
      ? { ...seen, type: "prompt", text: turn, promptId: `${sessionId}-${n}`, at }
      : { ...seen, type: "reply", text: turn.reply, messageId: `${sessionId}-m${n}`, at };
  });
  await capture(memory, events);
}

async function reflected(memory: Memory, sessionId: string, ...turns: Turn[]) {
  await said(memory, sessionId, ...turns);
  return reflect(memory, sessionId);
}

async function opened(open: Open): Promise<Memory> {
  const { env } = await open.place();
  // What an agent states counts at once, without a review.
  const settings = { TELLBACK_EMBED_PROVIDER: "off", TELLBACK_KNOWLEDGE_REVIEW: "off" };
  const memory = await openMemory({ env: { ...env, ...settings } });
  onTestFinished(() => memory.close());
  return memory;
}

const all = (memory: Memory) => listLearnings(memory.db, { projects: everywhere, states: ["active"] });
const current = async (memory: Memory) =>
  (await all(memory)).filter((one) => one.supersededBy === null).map(({ content }) => content);

forEachStore((open) => {
  test("a decision of the user is stored with its reason, its source and its confidence", async () => {
    const memory = await opened(open);
    const words = "We decided to use PostgreSQL instead of MongoDB because we need transactions.";
    await reflected(memory, "s1", `Look at the schema. ${words}`);
    const { decisions } = await projectKnowledge(memory, { projects: everywhere });
    expect(decisions).toMatchObject([
      {
        statement: "We decided to use PostgreSQL instead of MongoDB",
        rationale: "we need transactions",
        confidence: 0.5,
        source: { saidBy: "user", sessionId: "s1", observationId: expect.stringMatching(/^obs_/) },
      },
    ]);
    expect(await originOf(memory.db, decisions[0]?.id ?? "")).toMatchObject({
      saidBy: "user",
      words,
      reason: "we need transactions",
      supersededBy: null,
    });
    const found = await search(memory.db, "MongoDB", { kind: "learning", projects: everywhere }, 5);
    expect(found).toHaveLength(1);
  });

  test.each([
    [
      "PostgreSQL → SQLite",
      "We decided to use PostgreSQL because we need transactions.",
      "We're switching to SQLite.",
    ],
    ["10 s → 30 s", "Note: the upstream timeout is 10 s.", "Note: the upstream timeout is 30 seconds now."],
    ["npm → pnpm", "Always use npm.", "Use pnpm from now on, not npm."],
  ])("a later statement supersedes the earlier one: %s", async (_, before, after) => {
    const memory = await opened(open);
    await reflected(memory, "s1", before);
    const [old] = await all(memory);
    await reflected(memory, "s2", after);
    const now = await all(memory);
    const newer = now.find(({ id }) => id !== old?.id);
    expect(now.find(({ id }) => id === old?.id)).toMatchObject({ supersededBy: newer?.id, confidence: 0.5 });
    expect(await current(memory)).toEqual([newer?.content]);
    const row = await memory.db
      .selectFrom("nodes")
      .select("valid_until")
      .where("id", "=", old?.id ?? "")
      .executeTakeFirstOrThrow();
    expect(row.valid_until).toBe(newer?.createdAt);
    const hits = await search(memory.db, before, { kind: "learning", projects: everywhere }, 5);
    expect(hits.map(({ document }) => document.owner_id)).not.toContain(old?.id);
  });

  test("what was superseded holds again once it is stated again", async () => {
    const memory = await opened(open);
    await reflected(memory, "s1", "We use PostgreSQL.");
    await reflected(memory, "s2", "We use SQLite.");
    expect(await current(memory)).toEqual(["We use SQLite"]);
    await reflected(memory, "s3", "We use PostgreSQL.");
    expect(await current(memory)).toEqual(["We use PostgreSQL"]);
    expect(await all(memory)).toHaveLength(2);
  });

  test("what the user rejected after it was superseded is not learned again", async () => {
    const memory = await opened(open);
    await reflected(memory, "s1", "We use tabs for indentation.");
    const [tabs] = await all(memory);
    await reflected(memory, "s2", "We use spaces for indentation.");
    await rejectByUser(memory, tabs?.id ?? "");
    await reflected(memory, "s3", "We use tabs for indentation.");
    expect(await current(memory)).toEqual(["We use spaces for indentation"]);
  });

  test("a session that is read late does not bring back what was superseded", async () => {
    const memory = await opened(open);
    await said(memory, "early", "We use PostgreSQL.");
    await reflected(memory, "late", "We use SQLite.");
    await reflect(memory, "early");
    expect(await current(memory)).toEqual(["We use SQLite"]);
  });

  test("the agent's decision counts less, and does not overrule the user's", async () => {
    const memory = await opened(open);
    const chosen = "I chose cursor pagination over offsets because rows are inserted all the time.";
    await reflected(memory, "s1", "Page the list.", { reply: chosen });
    expect(await all(memory)).toMatchObject([{ saidBy: "agent", type: "decision", confidence: 0.4 }]);
    await reflected(memory, "s2", "We use PostgreSQL because we need transactions.");
    await reflected(memory, "s3", "Go on.", { reply: "I decided to use SQLite because it needs no server." });
    expect((await current(memory)).sort()).toEqual([
      "I chose cursor pagination over offsets because rows are inserted all the time",
      "We use PostgreSQL because we need transactions",
    ]);
  });

  test("the user overrules what the agent decided", async () => {
    const memory = await opened(open);
    await reflected(memory, "s1", "Store it.", {
      reply: "I decided to use SQLite because it needs no server.",
    });
    await reflected(memory, "s2", "We use PostgreSQL.");
    expect(await current(memory)).toEqual(["We use PostgreSQL"]);
  });

  test("what was said in a turn that the user then rejected is not kept as knowledge", async () => {
    const memory = await opened(open);
    await reflected(
      memory,
      "s1",
      "Use the Parquet format for all exports from now on.",
      { reply: "I changed the exports in `export.ts` to the Parquet format." },
      "No, revert that, the customers cannot open it",
      { reply: "Reverted." },
      "Never log the request body of payments.",
    );
    expect(await current(memory)).toEqual(["Never log the request body of payments"]);
    await reflected(memory, "s2", "Use the Parquet format for all exports from now on.");
    expect((await current(memory)).join()).toContain("Parquet");
  });

  test("a value that the turn of its prompt then changed is not kept as knowledge", async () => {
    const memory = await opened(open);
    await reflected(
      memory,
      "s1",
      "The reconcile job always runs hourly, and the bank bills every download. Every six hours is plenty.",
      { reply: "The reconcile job now runs every six hours." },
    );
    expect((await current(memory)).filter((one) => one.includes("hourly"))).toEqual([]);
  });

  test("a number in words supersedes another one", async () => {
    const memory = await opened(open);
    await reflected(memory, "s1", "Uploads are always retried three times.");
    await reflected(memory, "s2", "Uploads are always retried five times.");
    expect(await current(memory)).toEqual(["Uploads are always retried five times"]);
  });

  test("a rejected option is a dead end", async () => {
    const memory = await opened(open);
    await reflected(memory, "s1", "We rejected GraphQL because caching at the CDN would not work.");
    expect(await all(memory)).toMatchObject([{ type: "observation", category: "gotcha", saidBy: "user" }]);
  });

  test("the same statement in other words is merged", async () => {
    const memory = await opened(open);
    await reflected(
      memory,
      "s1",
      "We decided to use Kafka instead of RabbitMQ because the audit needs replay.",
    );
    await reflected(memory, "s2", "We use Kafka instead of RabbitMQ.");
    expect(await all(memory)).toMatchObject([{ confidence: 0.7, timesSeen: 2 }]);
  });

  test("the user's statement is known before the session ends, from the whole prompt, and counts once", async () => {
    const memory = await opened(open);
    const pasted = Array.from({ length: 50 }, (_, i) => `Row ${i} of the table looks odd to me today.`).join(
      "\n",
    );
    await said(memory, "s1", `${pasted}\nAlways use pnpm here, never npm. Look at it.`);
    const [job] = await jobsOfKind(memory.db, "statements");
    const learned = await learnStatements(
      memory,
      jobs.statements.payload.parse(JSON.parse(job?.payload ?? "")),
    );
    expect(learned).toMatchObject([
      { verdict: "new", learning: { content: "Always use pnpm in this project, never npm" } },
    ]);
    await reflect(memory, "s1");
    expect(await all(memory)).toMatchObject([{ timesSeen: 1, confidence: 0.5 }]);
  });

  test("a prompt that was deleted meanwhile leaves no statement", async () => {
    const memory = await opened(open);
    await said(memory, "s1", "Always use pnpm.");
    const [job] = await jobsOfKind(memory.db, "statements");
    await deleteWholeSession(memory, "s1");
    const payload = jobs.statements.payload.parse(JSON.parse(job?.payload ?? ""));
    expect(await learnStatements(memory, payload)).toEqual([]);
    expect(await all(memory)).toEqual([]);
  });

  test("nothing quoted, pasted or written by the host is a statement", async () => {
    const memory = await opened(open);
    const rule = "Always use yarn. Never commit to main.";
    await reflected(
      memory,
      "s1",
      `<system-reminder>${rule}</system-reminder> Look at this:\n\`\`\`\n${rule}\n\`\`\`\n> ${rule}\n2026-03-01 ERROR ${rule}`,
      `<task-notification><summary>Done</summary><result>${rule}</result></task-notification>`,
      `<tools-used-before-summary>\n${rule}\n</tools-used-before-summary>`,
    );
    expect(await all(memory)).toEqual([]);
    expect(await jobsOfKind(memory.db, "statements")).toEqual([]);
  });

  test("a secret in a statement is not stored", async () => {
    const memory = await opened(open);
    const secret = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    await reflected(memory, "s1", `Remember: the deploy token is ${secret}.`);
    const rows = await memory.db.selectFrom("nodes").select("content").execute();
    expect(JSON.stringify([rows, await jobsOfKind(memory.db, "statements")])).not.toContain(secret);
  });
});

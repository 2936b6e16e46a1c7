// Learnings: judged once per session, with higher confidence after each session that repeats them, kept next to what
// contradicts them; the user's statements come first; every change can be undone.

import { expect, test } from "vitest";
import {
  addByUser,
  confirmByUser,
  editByUser,
  rejectByUser,
  undo,
} from "../../src/journeys/graph/learnings.ts";
import { consolidate, consolidateDaily } from "../../src/journeys/reflect/consolidate.ts";
import { reflect, reflectOnSilent } from "../../src/journeys/reflect/reflect.ts";
import { reindex } from "../../src/journeys/reindex/reindex.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { removeSession } from "../../src/memory/remove-session.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { everywhere, inProject } from "../../src/protocol/scope.ts";
import { evidenceOf, linksOf, listChanges, listLearnings } from "../../src/rooms/knowledge/room.ts";
import { listSessions, recentSummaries, summaryOf } from "../../src/rooms/sessions/room.ts";
import { forEachStore } from "../support/databases.ts";
import { search } from "../support/search.ts";

const project = "/nowhere/a-project";
let minutes = 0;

/** A session in which the user typed these prompts, one after the other, and which ended. */
async function session(memory: Memory, sessionId: string, ...prompts: string[]): Promise<string> {
  const seen = { host: "claude-code", sessionId, projectDir: project, cwd: project };
  const at = () => new Date(Date.parse("2026-03-01T10:00:00Z") + minutes++ * 60_000).toISOString();
  const events = prompts.map((text, n): HookEvent => {
    return { ...seen, type: "prompt", text, promptId: `${sessionId}-${n}`, at: at() };
  });
  await capture(memory, [...events, { ...seen, type: "session-end", reason: "other", at: at() }]);
  return sessionId;
}

async function reflected(memory: Memory, sessionId: string, ...prompts: string[]) {
  return reflect(memory, await session(memory, sessionId, ...prompts));
}

const active = (memory: Memory) => listLearnings(memory.db, { projects: everywhere, states: ["active"] });
const brief = async (memory: Memory) =>
  (await active(memory)).map(({ content, confidence, timesSeen }) => [content, confidence, timesSeen]);
const titles = async (memory: Memory, words: string, projects = everywhere) =>
  (await search(memory.db, words, { kind: "learning", projects }, 10)).map(({ document }) => document.title);

forEachStore((open) => {
  test("a rule of the user is learned, found, and gains confidence with every further session", async () => {
    const memory = await open();
    const first = await reflected(memory, "s1", "Fix the login. Always use pnpm.");
    expect(first).toMatchObject({ status: "made", learned: [{ verdict: "new", against: [] }] });
    expect(await brief(memory)).toEqual([["Always use pnpm", 0.5, 1]]);
    expect(await titles(memory, "pnpm")).toEqual(["Always use pnpm"]);
    const confidences: number[] = [];
    for (const name of ["s2", "s3", "s4", "s5", "s6"]) {
      expect(await reflected(memory, name, "We use pnpm here.")).toMatchObject({
        learned: [{ verdict: "reinforces" }],
      });
      confidences.push((await active(memory))[0]?.confidence ?? 0);
    }
    expect(confidences).toEqual([0.7, 0.85, 0.9, 0.95, 0.95]);
    const [only] = await active(memory);
    expect(await evidenceOf(memory.db, { nodeId: only?.id ?? "" })).toHaveLength(6);
  });

  test("a session counts once, however often it is resumed and reflected", async () => {
    const memory = await open();
    await reflected(memory, "s1", "Always use pnpm.");
    const tables = async () => [
      await memory.db.selectFrom("nodes").selectAll().execute(),
      await memory.db.selectFrom("evidence").selectAll().execute(),
      await memory.db.selectFrom("session_summaries").selectAll().execute(),
    ];
    const before = await tables();
    expect(await reflect(memory, "s1")).toEqual({ status: "unchanged", learned: [] });
    expect(await tables()).toEqual(before);
    // The same rule in other words, and the same words again.
    const again = await reflected(memory, "s1", "As I said, we use pnpm.", "Always use pnpm.");
    expect(again).toEqual({ status: "made", learned: [] });
    expect(await brief(memory)).toEqual([["Always use pnpm", 0.5, 1]]);
  });

  test("many simultaneous reflections of one session count once", async () => {
    const memory = await open();
    await session(memory, "s1", "Always use pnpm. Never commit to main.");
    const all = await Promise.all(Array.from({ length: 6 }, () => reflect(memory, "s1")));
    expect(all.filter(({ status }) => status === "made")).toHaveLength(1);
    expect(await active(memory)).toHaveLength(2);
  });

  test("a later statement of the same slot replaces the earlier one, with a link, and can be undone", async () => {
    const memory = await open();
    await reflected(memory, "s1", "We use tabs for indentation.");
    await reflected(memory, "s2", "We use tabs for indentation.");
    const old = (await active(memory)).find((one) => one.content === "We use tabs for indentation");
    expect(old?.confidence).toBe(0.7);
    const { learned } = await reflected(memory, "s3", "We use spaces for indentation.");
    const id = learned[0]?.learning.id ?? "";
    expect(learned).toMatchObject([
      { verdict: "contradicts", against: [{ id: old?.id, supersededBy: id, confidence: 0.7 }] },
    ]);
    expect(await linksOf(memory.db, id)).toMatchObject([
      { type: "SUPERSEDES", direction: "from", id: old?.id },
    ]);
    expect((await evidenceOf(memory.db, { nodeId: old?.id ?? "" })).map(({ kind }) => kind)).toEqual([
      "supports",
      "supports",
      "contradicts",
    ]);
    const [change] = await listChanges(memory.db, 1);
    expect(change?.why).toBe('replaced by "We use spaces for indentation": another value');
    await undo(memory, undefined);
    expect((await active(memory)).find((one) => one.id === old?.id)?.supersededBy).toBeNull();
    expect(await linksOf(memory.db, id)).toEqual([]);
  });

  test("where two statements may speak of different things, both hold and are linked", async () => {
    const memory = await open();
    await reflected(memory, "s1", "We use pnpm.");
    await reflected(memory, "s2", "In the docs site we use npm.");
    const all = await active(memory);
    expect(all.map(({ supersededBy, confidence }) => [supersededBy, confidence])).toEqual([
      [null, 0.5],
      [null, 0.5],
    ]);
    expect(await linksOf(memory.db, all[0]?.id ?? "")).toMatchObject([{ type: "CONTRADICTS" }]);
  });

  test("an earlier statement does not replace a later one", async () => {
    const memory = await open();
    await session(memory, "earlier", "We use npm.");
    await reflected(memory, "later", "We use pnpm.");
    await reflect(memory, "earlier");
    const holding = (await active(memory)).filter(({ supersededBy }) => supersededBy === null);
    expect(holding.map(({ content }) => content)).toEqual(["We use pnpm"]);
  });

  test("a statement of the user has full confidence, is never lowered, and can be undone", async () => {
    const memory = await open();
    await reflected(memory, "s1", "Always use npm.");
    const [npm] = await active(memory);
    await confirmByUser(memory, npm?.id ?? "");
    await reflected(memory, "s2", "Always use pnpm.");
    expect((await brief(memory)).sort()).toEqual([
      ["Always use npm", 1, 1],
      ["Always use pnpm", 0.5, 1],
    ]);
    const { change, learnings } = await undo(memory, undefined);
    expect(change.why).toBe("confirmed by the user");
    expect(learnings).toMatchObject([{ confidence: 0.5, isManual: false }]);
  });

  test("a rejected learning is not found and never added again", async () => {
    const memory = await open();
    await reflected(memory, "s1", "Always use npm.");
    await rejectByUser(memory, (await active(memory))[0]?.id ?? "");
    expect(await active(memory)).toEqual([]);
    expect(await titles(memory, "npm")).toEqual([]);
    expect(await reflected(memory, "s2", "We always use npm.")).toMatchObject({ learned: [] });
    expect(await active(memory)).toEqual([]);
    await undo(memory, undefined);
    expect(await titles(memory, "npm")).toEqual(["Always use npm"]);
  });

  test("an edited learning is found by its new text; undo restores the old text, in order only", async () => {
    const memory = await open();
    const { id } = await addByUser(memory, { content: "Deploy on  Mondays", folder: project });
    await editByUser(memory, id, { content: "Deploy on Tuesdays", category: "gotcha" });
    expect([await titles(memory, "mondays"), await titles(memory, "tuesdays")]).toEqual([
      [],
      ["Deploy on Tuesdays"],
    ]);
    const [edit, add] = await listChanges(memory.db, 10);
    await expect(undo(memory, add?.id)).rejects.toMatchObject({ code: "conflict" });
    await undo(memory, edit?.id);
    expect(await active(memory)).toMatchObject([{ content: "Deploy on Mondays", category: "convention" }]);
    await undo(memory, undefined);
    expect(await active(memory)).toEqual([]);
    expect(await titles(memory, "mondays")).toEqual([]);
    await expect(undo(memory, undefined)).rejects.toMatchObject({ code: "not_found" });
  });

  test("a global learning is known in every project, a project's learning only there", async () => {
    const memory = await open();
    await addByUser(memory, { content: "Answer in English everywhere", folder: null });
    const here = await addByUser(memory, { content: "English comments here", folder: project });
    await addByUser(memory, { content: "English elsewhere", folder: "/nowhere/else" });
    const known = await listLearnings(memory.db, {
      projects: inProject(here.projectId ?? ""),
      states: ["active"],
    });
    expect(known.map(({ content }) => content).sort()).toEqual([
      "Answer in English everywhere",
      "English comments here",
    ]);
    expect((await titles(memory, "english", inProject(here.projectId ?? ""))).sort()).toEqual([
      "Answer in English everywhere",
      "English comments here",
    ]);
  });

  test("a session that ended is summarised; its summary is kept, found and goes with it", async () => {
    const memory = await open();
    await reflected(memory, "s1", "Rewrite the tokenizer. Always use pnpm.");
    const [one] = await listSessions(memory.db, { id: "s1", projects: everywhere, limit: 1 });
    expect(one?.status).toBe("summarized");
    expect(await summaryOf(memory.db, "s1")).toMatchObject({
      title: expect.stringContaining("Rewrite the tokenizer"),
      known: ["Always use pnpm"],
      provider: "offline",
      note: null,
    });
    const [{ projectId = "" } = {}] = await listSessions(memory.db, {
      id: "s1",
      projects: everywhere,
      limit: 1,
    });
    expect(await recentSummaries(memory.db, { projectId, limit: 5 })).toMatchObject([
      { sessionId: "s1", known: ["Always use pnpm"], written: null },
    ]);
    expect(await recentSummaries(memory.db, { projectId, exceptSession: "s1", limit: 5 })).toEqual([]);
    const found = await search(memory.db, "tokenizer", { kind: "session" }, 5);
    expect(found.map(({ document }) => document.owner_id)).toEqual(["s1"]);
    await memory.db.transaction().execute((tx) => removeSession(tx, "s1"));
    expect(await active(memory)).toEqual([]);
    expect(await search(memory.db, "tokenizer pnpm", {}, 5)).toEqual([]);
    const words = await memory.db.selectFrom("documents").select("seq").execute();
    expect(words).toEqual([]);
    expect(await memory.db.selectFrom("projects").select("id").execute()).toEqual([]);
  });

  test("deleting a session keeps what other sessions or the user also said", async () => {
    const memory = await open();
    await reflected(memory, "s1", "Always use pnpm.", "Never commit to main.", "Never log user emails.");
    await reflected(memory, "s2", "Always use pnpm.", "We use spaces for indentation.");
    const main = (await active(memory)).find(({ content }) => content.includes("main"));
    await confirmByUser(memory, main?.id ?? "");
    await memory.db.transaction().execute((tx) => removeSession(tx, "s1"));
    expect((await brief(memory)).map(([content, , seen]) => [content, seen]).sort()).toEqual([
      ["Always use pnpm", 1],
      ["Never commit to main", 0],
      ["We use spaces for indentation", 1],
    ]);
    // No remaining text contains words of the deleted session.
    const left = JSON.stringify(await memory.db.selectFrom("changes").selectAll().execute());
    expect(left).not.toContain("emails");
  });

  test("reindex restores learnings and summaries, and removes rejected learnings", async () => {
    const memory = await open();
    await reflected(memory, "s1", "Always use pnpm.", "Never log user emails.");
    await memory.db.deleteFrom("documents").execute();
    await reindex(memory, null);
    expect((await titles(memory, "pnpm emails")).sort()).toEqual([
      "Always use pnpm",
      "Never log user emails",
    ]);
    expect(await search(memory.db, "pnpm", { kind: "session" }, 5)).toHaveLength(1);
  });

  test("silent sessions get a job each, the oldest first, until they are summarised", async () => {
    const memory = await open();
    await session(memory, "s1", "Look.");
    await session(memory, "s2", "Look again.");
    await memory.db.deleteFrom("jobs").execute();
    const now = new Date(Date.parse("2026-03-01T10:00:00Z") + minutes * 60_000);
    expect(await reflectOnSilent(memory, now)).toBe(0);
    const later = new Date(now.getTime() + 20 * 60_000);
    expect(await reflectOnSilent(memory, later)).toBe(2);
    const jobs = await memory.db.selectFrom("jobs").select(["kind", "key"]).orderBy("id").execute();
    expect(jobs).toEqual([
      { kind: "reflect", key: "s1" },
      { kind: "reflect", key: "s2" },
    ]);
    for (const { key } of jobs) await reflect(memory, key);
    expect(await reflectOnSilent(memory, later)).toBe(0);
  });

  test("consolidation merges duplicates, lowers unused learnings, archives old ones, and can be undone", async () => {
    const memory = await open();
    await reflected(memory, "s1", "We use pnpm.", "Never log user emails.", "Prefer small functions.");
    const [pnpm, emails, small] = ["pnpm", "emails", "small"].map(
      (word) => async () =>
        (await listLearnings(memory.db, { projects: everywhere, states: ["active", "archived"] })).find(
          ({ content }) => content.includes(word),
        ),
    );
    const twin = await addByUser(memory, { content: "Always use pnpm", folder: project });
    const old = (await pnpm?.())?.id === twin.id ? null : await pnpm?.();
    await memory.db
      .updateTable("nodes")
      .set({ times_shown: 12, said_by: "agent" })
      .where("id", "=", (await emails?.())?.id ?? "")
      .execute();
    await memory.db
      .updateTable("nodes")
      .set({ confidence: 0.2 })
      .where("id", "=", (await small?.())?.id ?? "")
      .execute();
    const before = await memory.db.selectFrom("nodes").selectAll().orderBy("id").execute();
    const now = new Date("2026-09-01T00:00:00Z");
    expect(await consolidateDaily(memory)).toBe(true);
    expect(await consolidate(memory, () => {}, now)).toEqual({ merge: 1, lower: 1, archive: 1 });
    expect(await consolidate(memory, () => {}, now)).toEqual({ merge: 0, lower: 0, archive: 0 });
    await memory.events.flush();
    expect(await consolidateDaily(memory)).toBe(false);
    expect((await active(memory)).map(({ content, confidence }) => [content, confidence])).toEqual([
      ["Always use pnpm", 1],
      ["Never log user emails", 0.4],
    ]);
    expect(await evidenceOf(memory.db, { nodeId: twin.id })).toHaveLength(1);
    expect(await linksOf(memory.db, twin.id)).toMatchObject([{ type: "SUPERSEDES" }]);
    expect(old?.state ?? "active").toBe("active");
    expect(await titles(memory, "pnpm")).toEqual(["Always use pnpm"]);
    for (let step = 0; step < 3; step++) await undo(memory, undefined);
    expect(await memory.db.selectFrom("nodes").selectAll().orderBy("id").execute()).toEqual(before);
    expect((await titles(memory, "pnpm small functions")).length).toBe(3);
    expect(await evidenceOf(memory.db, { nodeId: twin.id })).toHaveLength(0);
  });
});

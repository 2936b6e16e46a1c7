// Turns in the store: made when a turn ends, extended when more arrives, found by request and outcome, kept consistent
// with their observations.

import { expect, test } from "vitest";
import { reindex } from "../../src/journeys/reindex/reindex.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { deleteObservation, editObservation } from "../../src/memory/observations.ts";
import { completeTurns, observationsOfTurn } from "../../src/memory/turns.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { observationsOf } from "../../src/rooms/observations/room.ts";
import { deleteSession } from "../../src/rooms/sessions/room.ts";
import { recentTurns, turnsAbout, turnsOf } from "../../src/rooms/turns/room.ts";
import { forEachStore } from "../support/databases.ts";
import { at } from "./samples.ts";

const where = {
  host: "claude-code",
  sessionId: "ferry-session",
  projectDir: "/nowhere/ferry",
  cwd: "/nowhere/ferry",
};
const asked = (minute: number, text: string): HookEvent => ({
  ...where,
  type: "prompt",
  at: at(minute),
  text,
});
const said = (minute: number, text: string): HookEvent => ({
  ...where,
  type: "reply",
  at: at(minute),
  messageId: `m${minute}`,
  text,
});
const edited = (minute: number, file: string): HookEvent => ({
  ...where,
  type: "tool",
  at: at(minute),
  toolUseId: `t${minute}`,
  tool: "Edit",
  input: { file_path: `/nowhere/ferry/${file}`, old_string: "tide = 1", new_string: "tide = 2" },
  output: {},
  status: "ok",
});
const ended = (minute: number): HookEvent => ({ ...where, type: "turn-end", at: at(minute) });

const conversation = [
  asked(1, "Why is the ferry late on Sundays?"),
  said(2, "Let me look at the timetable."),
  edited(3, "src/tide.ts"),
  said(
    4,
    "Perfect! The ferry was late because the tide table of the mirror is empty on Sundays. I've changed the fallback in `src/tide.ts` to the last full table. April still has to be imported again.",
  ),
  ended(5),
  asked(6, "Thanks. Which port does the harbour service use?"),
  said(7, "The harbour service listens on port 4711."),
  ended(8),
];

const find = async (memory: Memory, query: string, kind?: string) => {
  const question = {
    query,
    kind,
    limit: 10,
    allProjects: false,
    minRelevance: 0,
    quick: true,
    explain: false,
  };
  return (await searchMemory(memory, { ...question, wait: false })).results;
};
const all = (memory: Memory) => turnsOf(memory.db, where.sessionId);

forEachStore((open) => {
  test("a turn has the request, the outcome without narration, open points and files", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const [first, second, ...none] = await all(memory);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      id: expect.stringMatching(/^trn_/),
      request: "Why is the ferry late on Sundays?",
      outcome: expect.stringMatching(/^The ferry was late because the tide table .* `src\/tide\.ts`/),
      open: ["April still has to be imported again."],
      files: ["src/tide.ts"],
      state: { is: "current" },
      provider: "offline",
    });
    expect(first?.detail).not.toContain("Let me");
    expect(second?.outcome).toBe("The harbour service listens on port 4711.");
  });

  test("turns are the same whether events arrive at once, one by one, or twice", async () => {
    const [together, single, twice] = [await open(), await open(), await open()];
    await capture(together, conversation);
    for (const event of conversation) await capture(single, [event]);
    await capture(twice, conversation.slice(0, 3));
    await capture(twice, conversation);
    await capture(twice, conversation);
    const shapes = [];
    for (const memory of [together, single, twice]) {
      shapes.push((await all(memory)).map(({ id: _, projectId: __, ...rest }) => rest));
    }
    expect(shapes[1]).toEqual(shapes[0]);
    expect(shapes[2]).toEqual(shapes[0]);
  });

  test("what arrives late extends its turn", async () => {
    const memory = await open();
    await capture(memory, [...conversation.slice(0, 2), ended(5)]);
    const [before] = await all(memory);
    expect(before?.outcome).toBe("");
    await capture(memory, conversation.slice(2, 4));
    const [after] = await all(memory);
    expect(after).toMatchObject({ id: before?.id, files: ["src/tide.ts"] });
    expect(after?.outcome).toContain("tide table");
  });

  test("search finds a turn by its request and answers with the outcome", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const found = await find(memory, "ferry late on Sundays");
    const turn = found.find(({ kind }) => kind === "turn");
    expect(turn?.title).toMatch(/^The ferry was late because/);
  });

  test("search shows a turn once, with the observations that were found as its evidence", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const found = await find(memory, "ferry late tide table of the mirror");
    const [first] = await all(memory);
    const own = (await observationsOfTurn(memory.db, first?.id ?? "")).map(({ id }) => id);
    const turns = found.filter(({ id }) => id === first?.id);
    expect(turns).toHaveLength(1);
    expect(turns[0]?.evidence?.[0]).toMatchObject({
      title: expect.stringContaining("tide table"),
      id: expect.toSatisfy((id: string) => own.includes(id)),
    });
    expect(found.filter(({ id }) => turns[0]?.evidence?.some((one) => one.id === id))).toEqual([]);
    const relevance = found.map((one) => one.relevance);
    expect(relevance).toEqual(relevance.toSorted((a, b) => b - a));
    const observations = await find(memory, "ferry late tide table of the mirror", "observation");
    expect(observations.map(({ id }) => id)).toContain(turns[0]?.evidence?.[0]?.id);
    expect(observations.every(({ kind, evidence }) => kind === "observation" && !evidence)).toBe(true);
  });

  test("turns are listed by project and by file", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const [first, second] = await all(memory);
    const projectId = first?.projectId ?? "";
    expect((await recentTurns(memory.db, { projectId, limit: 5 })).map(({ id }) => id)).toEqual([
      second?.id,
      first?.id,
    ]);
    const about = await turnsAbout(memory.db, projectId, ["src/tide.ts"], 3);
    expect(about.map(({ id }) => id)).toEqual([first?.id]);
    expect((await observationsOfTurn(memory.db, first?.id ?? "")).length).toBe(4);
  });

  test("a deleted reply leaves no word in its turn; a deleted prompt ends the turn", async () => {
    const memory = await open();
    const { db } = memory;
    await capture(memory, conversation);
    const observations = await observationsOf(db, { sessionId: where.sessionId }, { first: 100 });
    const of = (words: string) => observations.find(({ detail }) => detail.includes(words))?.id ?? "";
    await db.transaction().execute((tx) => deleteObservation(tx, of("tide table")));
    const [first] = await all(memory);
    expect(JSON.stringify(first)).not.toContain("tide table");
    expect((await find(memory, "mirror re-import")).filter(({ kind }) => kind === "turn")).toEqual([]);
    await db.transaction().execute((tx) => deleteObservation(tx, of("Which port")));
    expect((await all(memory)).map(({ request }) => request)).toEqual(["Why is the ferry late on Sundays?"]);
  });

  test("an edited reply changes its turn", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const observations = await observationsOf(memory.db, { sessionId: where.sessionId }, { first: 100 });
    const id = observations.find(({ detail }) => detail.includes("4711"))?.id ?? "";
    await memory.db
      .transaction()
      .execute((tx) => editObservation(tx, id, { detail: "The harbour service listens on port 4712." }));
    expect((await all(memory)).at(-1)?.outcome).toBe("The harbour service listens on port 4712.");
  });

  test("deleting a session deletes its turns and what was said", async () => {
    const memory = await open();
    await capture(memory, conversation);
    await memory.db.transaction().execute((tx) => deleteSession(tx, where.sessionId));
    for (const table of ["turns", "turn_files", "said", "documents"] as const)
      expect(await memory.db.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test("missing turns are made, and reindex rebuilds their documents", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const before = await find(memory, "harbour service port");
    await memory.db.deleteFrom("turns").execute();
    await completeTurns(memory.db, where.sessionId);
    await reindex(memory, null);
    const after = await find(memory, "harbour service port");
    const titles = (found: typeof before) => found.map(({ title }) => title).sort();
    expect(titles(after)).toEqual(titles(before));
  });

  test("a later value supersedes an earlier one, whichever is captured first, and says so", async () => {
    const before = [asked(1, "The sync hangs"), said(2, "I set the sync timeout to 10 s."), ended(3)];
    const after = [
      asked(11, "It is too short"),
      said(12, "I changed the sync timeout from 10 s to 30 s."),
      ended(13),
    ].map((event): HookEvent => ({ ...event, sessionId: "later-session" }));
    for (const order of [
      [before, after],
      [after, before],
    ]) {
      const memory = await open();
      for (const events of order) await capture(memory, events);
      const [later] = await turnsOf(memory.db, "later-session");
      const [earlier] = await all(memory);
      expect(later?.state).toEqual({ is: "current" });
      expect(earlier?.state).toEqual({ is: "superseded", by: later?.id, at: at(12) });
      const found = await find(memory, "sync timeout 10 s");
      expect(found.find(({ id }) => id === earlier?.id)?.title).toMatch(/^Superseded 2026-03-01: /);
      await memory.db.transaction().execute((tx) => deleteSession(tx, "later-session"));
      expect((await all(memory))[0]?.state).toEqual({ is: "current" });
    }
  });

  test("an edit of a value that another turn has stated supersedes it, whichever is captured first", async () => {
    const before = [
      asked(1, "How strong is the tide?"),
      said(2, "The tide is 1: `tide = 1` in `src/tide.ts`."),
      ended(3),
    ];
    const after = [
      asked(11, "The ferry is late"),
      edited(12, "src/tide.ts"),
      said(13, "The timetable follows the moon now."),
      ended(14),
    ].map((event): HookEvent => ({ ...event, sessionId: "later-session" }));
    for (const order of [
      [before, after],
      [after, before],
    ]) {
      const memory = await open();
      for (const events of order) await capture(memory, events);
      const [later] = await turnsOf(memory.db, "later-session");
      const [earlier] = await all(memory);
      expect(earlier?.state).toMatchObject({ is: "superseded", by: later?.id });
      expect(later?.state).toEqual({ is: "current" });
    }
  });

  test("a schedule in words supersedes an earlier one", async () => {
    const memory = await open();
    await capture(memory, [
      asked(1, "How often does the import run?"),
      said(2, "The import runs hourly."),
      ended(3),
      asked(4, "That is too often"),
      said(5, "The import now runs every six hours."),
      ended(6),
    ]);
    expect((await all(memory)).map(({ state }) => state.is)).toEqual(["superseded", "current"]);
  });

  test("a proposal that the user declines is rejected, a change with a further offer is not", async () => {
    const memory = await open();
    await capture(memory, [
      asked(1, "How could we speed up the export?"),
      said(2, "I would move the export to a queue with four workers."),
      ended(3),
      asked(4, "hm, I'd rather not. Add an index instead"),
      edited(5, "src/export.ts"),
      said(6, "Added the index. Shall I also cache the result?"),
      ended(7),
      asked(8, "no thanks"),
      said(9, "Fine."),
      ended(10),
    ]);
    expect((await all(memory)).map(({ state }) => state.is)).toEqual(["rejected", "current", "current"]);
  });

  test("what the user rejects in the next prompt is marked, and what it had superseded holds again", async () => {
    const memory = await open();
    await capture(memory, [
      asked(1, "The sync hangs"),
      said(2, "I set the sync timeout to 10 s."),
      ended(3),
      asked(4, "Make it safer"),
      said(5, "The sync timeout is now 90 s."),
      ended(6),
    ]);
    expect((await all(memory)).map(({ state }) => state.is)).toEqual(["superseded", "current"]);
    await capture(memory, [
      asked(7, "No, revert that"),
      said(8, "Reverted the last edit of `sync.ts`."),
      ended(9),
    ]);
    expect((await all(memory)).map(({ state }) => state)).toEqual([
      { is: "current" },
      { is: "rejected", at: at(7) },
      { is: "current" },
    ]);
  });
});

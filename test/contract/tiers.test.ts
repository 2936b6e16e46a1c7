// What recall injects from the graph at session start, on every store: pinned nodes always and first, nodes of the
// current task, references; never superseded or off-context nodes.

import { expect, test } from "vitest";
import { frame } from "../../src/context/quote.ts";
import { composeNodes, nodesToCompose } from "../../src/journeys/graph/view.ts";
import { gatherTiers } from "../../src/journeys/recall/pinned.ts";
import { startTask } from "../../src/memory/knowledge/current-tasks.ts";
import { remember, supersede } from "../../src/memory/knowledge/remember.ts";
import { endNamed, startOrReopen } from "../../src/memory/tasks/current-task.ts";
import { parseQuery } from "../../src/protocol/node-query/parse.ts";
import { inProject } from "../../src/protocol/scope.ts";
import { findNodes } from "../../src/rooms/knowledge/room.ts";
import { findTask } from "../../src/rooms/tasks/room.ts";
import { forEachStore } from "../support/databases.ts";
import { aSession } from "./samples.ts";

const at = "2026-03-01T10:00:00.000Z";

forEachStore((open) => {
  test("recall injects pinned nodes first, then those of the current task, then references, and nothing else", async () => {
    const memory = await open();
    const { db } = memory;
    const { projectId, sessionId } = await aSession(db);
    const by = { sessionId, observationId: null, messageId: null };
    const say = async (content: string, tags: string[]) =>
      (await remember(db, { type: "fact", content, tags, projectId, by, at })).row.id;
    await say("Pinned", ["tier:pinned"]);
    await say("Reference", ["tier:reference"]);
    await say("Of the task", ["tier:working", "task:port"]);
    await say("Of another task", ["tier:working", "task:other"]);
    await say("Off", ["tier:off-context"]);
    await say("Plain", []);
    const own = { type: "fact" as const, tags: [], projectId, by: null };
    await remember(db, { ...own, content: "The user's own", at: "2026-02-01T10:00:00.000Z" });
    const old = await say("Pinned before", ["tier:pinned"]);
    await supersede(db, old, await say("Better", []), at);
    const task = { type: "task" as const, content: "port", tags: [], projectId, by, at };
    await startTask(db, task);
    await startOrReopen(db, { projectId, name: "port", sessionId, at });

    const injected = async () => {
      const { candidates } = await gatherTiers(memory, { projectId, sessionId }, 2_000);
      return candidates.map(({ section, title }) => `${section}: ${title}`);
    };
    expect(await injected()).toEqual([
      "pinned: Pinned",
      "working: port",
      "working: Of the task",
      "reference: Reference",
      "reference: The user's own",
    ]);
    const current = await findTask(db, projectId, "port");
    if (current) await endNamed(db, projectId, current, at);
    expect(await injected()).toEqual(["pinned: Pinned", "reference: Reference", "reference: The user's own"]);
  });

  test("a growing working tier is summarised by itself; its notes stay findable, decisions stay whole", async () => {
    const memory = await open();
    const { projectId } = await aSession(memory.db);
    const tags = ["tier:working", "task:move-house"];
    const note = (type: "fact" | "decision", content: string, minute: number) =>
      remember(memory.db, {
        ...{ type, content, tags, projectId, by: null },
        at: `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`,
      });
    await note("decision", "The boxes are numbered by room, because the movers ask for it.", 0);
    for (let i = 1; i <= 20; i++)
      await note(
        "fact",
        `Room ${i} needs ${i + 3} boxes. ${"It was measured twice and written down. ".repeat(8)}`,
        i,
      );
    const working = await findNodes(memory.db, {
      ...{ query: parseQuery("tag:tier:working"), projects: inProject(projectId), limit: 100 },
    });
    const summaries = working.filter(({ type }) => type === "summary");
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.content).toContain("Room 5 needs 8 boxes.");
    expect(working.filter(({ type }) => type === "decision")).toHaveLength(1);
    expect(working.length).toBeLessThan(16);
    expect(working.some(({ content }) => content.startsWith("Room 20 "))).toBe(true);
    const all = await findNodes(memory.db, {
      ...{ query: parseQuery("type:fact"), projects: inProject(projectId), limit: 100 },
    });
    expect(all).toHaveLength(20);
  });

  test("a view puts pinned nodes first, stays within its budget, and gives the same bytes each time", async () => {
    const memory = await open();
    const { db } = memory;
    const { projectId } = await aSession(db);
    for (let i = 0; i < 60; i++) {
      const content = `Number ${i} of many things to remember of this project, in a sentence of some length`;
      const tags = i === 0 ? ["tier:pinned", "area:a"] : ["area:a"];
      await remember(db, {
        type: "fact",
        content,
        tags,
        projectId,
        by: null,
        at: new Date(Date.parse(at) + i).toISOString(),
      });
    }
    const render = async (budget: number, template: "default" | "document" = "default") =>
      composeNodes(memory, await nodesToCompose(memory, "tag:area:a", inProject(projectId), budget), {
        heading: frame`View.`,
        budget,
        template,
      });
    const small = await render(300);
    expect(small.tokens).toBeLessThanOrEqual(300);
    expect(small.told.length).toBeGreaterThan(2);
    expect(small.text.split("\n").slice(2, 4)).toEqual([
      "Pinned",
      expect.stringContaining("Number 0 of many"),
    ]);
    expect((await render(300)).text).toBe(small.text);
    const all = await render(50_000, "document");
    expect(all.told).toHaveLength(60);
    expect(all.text).toMatch(/^## Facts\n\n- Number 0 of many/);
  });
});

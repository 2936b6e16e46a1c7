// Views on every store: what is pinned first, within the budget, the same bytes each time.

import { expect, test } from "vitest";
import { composeNodes, nodesToCompose } from "../../src/journeys/view.ts";
import { remember } from "../../src/rooms/semantic/room.ts";
import { forEachStore } from "../support/databases.ts";
import { aSession } from "./samples.ts";

const at = "2026-03-01T10:00:00.000Z";

forEachStore((open) => {
  test("a view gives what is pinned before all else, however old, and within its budget", async () => {
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
      composeNodes(memory, await nodesToCompose(memory, "tag:area:a", projectId, budget), {
        heading: "View.",
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

// The scope of a query on every store: everywhere, one project, or a folder that tellback has never seen.

import { expect, test } from "vitest";
import { operations as searchOperations } from "../../src/areas/search/contract.ts";
import { summariseByUser } from "../../src/journeys/graph/graph.ts";
import { projectKnowledge } from "../../src/journeys/graph/knowledge.ts";
import { reportOn } from "../../src/journeys/report/report.ts";
import { searchMemory } from "../../src/journeys/search/search.ts";
import { addLearning } from "../../src/memory/knowledge/learnings.ts";
import { remember } from "../../src/memory/knowledge/remember.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { queryNodes } from "../../src/memory/query-nodes.ts";
import { everywhere, inProject, type ProjectScope } from "../../src/protocol/scope.ts";
import { findNodes, graphFigures, listLearnings, listTags } from "../../src/rooms/knowledge/room.ts";
import { countMemories, projectScope } from "../../src/rooms/projects/room.ts";
import { listSessions } from "../../src/rooms/sessions/room.ts";
import { forEachStore } from "../support/databases.ts";
import { find } from "../support/search.ts";
import { aSession } from "./samples.ts";

const at = "2026-03-01T10:00:00.000Z";
const strange = "/nowhere/nobody-has-worked-here";

async function world(memory: Memory) {
  const { db } = memory;
  const { projectId } = await aSession(db);
  for (const [content, owner] of [
    ["The kettle of this project is red", projectId],
    ["The kettle of every project is blue", null],
  ] as const) {
    await remember(db, { type: "fact", content, tags: ["area:kettle"], projectId: owner, by: null, at });
    await addLearning(db, { projectId: owner, category: "pattern", content: `Remember: ${content}` }, at);
  }
  return projectId;
}

/** What each kind of query finds in a scope. */
async function seenIn(memory: Memory, projects: ProjectScope) {
  const { db } = memory;
  const words = await find(db, "kettle", { scope: { projects, kind: "node" }, limit: 10 });
  return {
    sessions: (await listSessions(db, { projects, limit: 10 })).length,
    counted: (await countMemories(db, projects)).sessions,
    nodes: (await findNodes(db, { query: null, projects, limit: 10 })).length,
    words: words.length,
    queried: (await queryNodes(memory, { query: "kettle", projects, limit: 10 })).length,
    learnings: (await listLearnings(db, { projects, states: ["active"] })).length,
    tags: (await listTags(db, { projects, limit: 10 })).find(({ tag }) => tag === "area:kettle")?.nodes,
    figures: (await graphFigures(db, projects)).nodes,
    known: (await projectKnowledge(memory, { projects })).facts.length,
  };
}

forEachStore((open) => {
  test("a folder becomes a scope: its project, or unknown; without one, everywhere", async () => {
    const { db } = await open();
    const { projectId } = await aSession(db, "/nowhere/a-project");
    expect(await projectScope(db, { folder: "/nowhere/a-project" })).toEqual(inProject(projectId));
    expect(await projectScope(db, { folder: strange })).toEqual({
      within: "unknown folder",
      folder: strange,
    });
    expect(await projectScope(db, {})).toEqual(everywhere);
    expect(await projectScope(db, { folder: strange, allProjects: true })).toEqual(everywhere);
  });

  test("an unknown folder has no sessions, and sees of the graph what is valid everywhere", async () => {
    const memory = await open();
    const projectId = await world(memory);
    const all = { nodes: 4, words: 2, queried: 4, learnings: 2, tags: 2, figures: 4, known: 2 };
    expect(await seenIn(memory, everywhere)).toEqual({ sessions: 1, counted: 1, ...all });
    expect(await seenIn(memory, inProject(projectId))).toEqual({ sessions: 1, counted: 1, ...all });
    expect(await seenIn(memory, { within: "unknown folder", folder: strange })).toEqual({
      ...{ sessions: 0, counted: 0 },
      ...{ nodes: 2, words: 1, queried: 2, learnings: 1, tags: 1, figures: 2, known: 1 },
    });
    expect(await seenIn(memory, inProject("prj_other"))).toMatchObject({ sessions: 0, nodes: 2, words: 1 });
  });

  test("a search in an unknown folder finds what is valid everywhere", async () => {
    const memory = await open();
    await world(memory);
    const asked = { query: "kettle", folder: strange, kind: "node", minRelevance: 0 };
    const { results, note } = await searchMemory(memory, searchOperations.search.input.parse(asked));
    expect(results.map(({ title }) => title)).toEqual(["The kettle of every project is blue"]);
    expect(note).toContain("nothing is remembered of this folder");
  });

  test("the report of an unknown folder is empty and has the folder's name", async () => {
    const memory = await open();
    await world(memory);
    const asked = { folder: strange, since: "2026-01-01", allProjects: false, eval: false };
    const report = await reportOn(memory, asked);
    expect(report).toMatchObject({ project: "nobody-has-worked-here", sessions: 0, latest: null });
    expect((await reportOn(memory, { ...asked, allProjects: true })).project).toBeNull();
  });

  test("a summary that is asked for in an unknown folder takes nothing of other projects", async () => {
    const memory = await open();
    await world(memory);
    const said = { content: "Kettles", nodes: "type:fact", archive: false, tags: "" };
    expect((await summariseByUser(memory, { ...said, folder: strange })).sources).toBe(1);
    expect((await summariseByUser(memory, { ...said, folder: undefined })).sources).toBe(2);
  });
});

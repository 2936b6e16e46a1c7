// The graph on every store: repeated nodes, tags and tiers, queries, walks, superseded nodes, queries about an earlier
// time, and what waits for a session.

import { expect, test } from "vitest";
import { endTask, startTask } from "../../src/memory/knowledge/current-tasks.ts";
import { remember, summarise, supersede } from "../../src/memory/knowledge/remember.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { WrittenType } from "../../src/protocol/knowledge.ts";
import { parseQuery } from "../../src/protocol/node-query/parse.ts";
import { everywhere, inProject, type ProjectScope } from "../../src/protocol/scope.ts";
import { anchorsOf, checkAnchors, putAnchor } from "../../src/rooms/anchors/room.ts";
import {
  addPending,
  markDone,
  markGiven,
  noteReply,
  pendingOf,
  waitingReplies,
} from "../../src/rooms/commands/room.ts";
import {
  addTags,
  changeNode,
  findNodes,
  getNode,
  graphFigures,
  linkNodes,
  linksOf,
  listTags,
  nodeOf,
  noteChange,
  unlinkNodes,
  walk,
} from "../../src/rooms/knowledge/room.ts";
import { putView } from "../../src/rooms/views/room.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { aSession, seen } from "./samples.ts";

const at = "2026-03-01T10:00:00.000Z";
const later = "2026-03-05T10:00:00.000Z";
const now = new Date("2026-03-05T12:00:00.000Z");

async function world(memory: Memory) {
  const { db } = memory;
  const { projectId, sessionId } = await aSession(db);
  const say = async (type: WrittenType, content: string, tags: string[] = [], when = at) =>
    (
      await remember(db, {
        type,
        content,
        tags,
        projectId,
        by: { sessionId, observationId: null, messageId: null },
        at: when,
      })
    ).row.id;
  const find = async (query: string, more: { asOf?: string; projects?: ProjectScope } = {}) =>
    (
      await findNodes(db, {
        query: parseQuery(query),
        projects: inProject(projectId),
        limit: 100,
        now,
        ...more,
      })
    ).map(({ content }) => content);
  return { db, projectId, sessionId, say, find };
}

forEachStore((open) => {
  test("the same text of the same type is one node, and another session raises its confidence", async () => {
    const { db, projectId, say } = await world(await open());
    const id = await say("fact", "Tests need Docker", ["area:ci"]);
    expect(await say("fact", "Tests need Docker", ["tier:pinned"])).toBe(id);
    expect((await nodeOf(db, id)).tags).toEqual(["area:ci", "tier:pinned"]);
    expect(await getNode(db, id)).toMatchObject({ confidence: 0.5, times_seen: 1 });

    const other = await aSession(db, "ses-other");
    const said = { type: "fact" as const, content: "Tests need Docker", tags: [], projectId, at: later };
    const by = { sessionId: other.sessionId, observationId: null, messageId: null };
    expect((await remember(db, { ...said, by })).isNew).toBe(false);
    expect(await getNode(db, id)).toMatchObject({ confidence: 0.7, times_seen: 2 });
    expect(await say("decision", "Tests need Docker")).not.toBe(id);
    await remember(db, { ...said, by: null });
    expect(await getNode(db, id)).toMatchObject({ confidence: 1, is_manual: 1 });
  });

  test("a node has one tier, and an unknown tier is refused", async () => {
    const { db, say } = await world(await open());
    const id = await say("fact", "A", ["tier:working"]);
    await addTags(db, id, ["tier:reference", "tier:reference"], at);
    expect((await nodeOf(db, id)).tags).toEqual(["tier:reference"]);
    await expect(addTags(db, id, ["tier:pined"], at)).rejects.toThrow("did you mean `pinned`?");
    expect(await listTags(db, { projects: everywhere, limit: 10 })).toEqual([
      { tag: "tier:reference", nodes: 1 },
    ]);
  });

  test("a query by any key finds exactly the matching nodes", async () => {
    const { db, projectId, say, find } = await world(await open());
    const a = await say("decision", "Use JWT", ["area:auth", "tier:pinned"]);
    const b = await say("fact", "Tokens live 15 minutes in src/auth/jwt.ts", ["area:auth", "project:x"]);
    const c = await say("fact", "Port is 8080", ["area:ops"], later);
    await linkNodes(db, b, a, "DEPENDS_ON", at);
    await linkNodes(db, b, c, "RELATES_TO", at);
    const global = {
      type: "pattern" as const,
      content: "Everywhere",
      tags: [],
      projectId: null,
      by: null,
      at,
    };
    await remember(db, global);
    const [jwt, tokens, port, all] = [
      "Use JWT",
      "Tokens live 15 minutes in src/auth/jwt.ts",
      "Port is 8080",
      "Everywhere",
    ];

    expect((await find("")).toSorted()).toEqual([all, port, tokens, jwt].toSorted());
    expect(await find("type:decision")).toEqual([jwt]);
    expect(await find("tag:area:auth AND NOT type:decision")).toEqual([tokens]);
    expect((await find("tag:area:*")).length).toBe(3);
    expect(await find("tag:project:x")).toEqual([tokens]);
    expect(await find("created:>24h")).toEqual([port]);
    expect(await find("created:2026-03-05 OR type:decision")).toEqual([port, jwt]);
    expect(await find("tokens:>5 type:fact")).toEqual([tokens]);
    expect((await find("has:edges")).toSorted()).toEqual([port, tokens, jwt].toSorted());
    expect(await find(`from:${b} kind:DEPENDS_ON`)).toEqual([jwt]);
    expect((await find(`from:${b}`)).toSorted()).toEqual([port, jwt].toSorted());
    expect(await find(`to:${a}`)).toEqual([tokens]);
    expect((await find("kind:RELATES_TO")).toSorted()).toEqual([port, tokens].toSorted());
    expect(await find("is:manual")).toEqual([all]);
    expect(await find("confidence:<1 AND tag:tier:pinned")).toEqual([jwt]);
    expect(await find("type:pattern", { projects: inProject("prj_other") })).toEqual([all]);
    expect(await find("type:fact", { projects: inProject("prj_other") })).toEqual([]);
    await expect(find("from:nod_nothing")).rejects.toThrow("no node");
    expect(await find("tag:x'; drop table nodes; --")).toEqual([]);
    expect((await graphFigures(db, inProject(projectId))).nodes).toBe(4);
  });

  test("walks find the nearest nodes first, in either direction, and end in cycles", async () => {
    const { db, say } = await world(await open());
    const [a, b, c, d] = [
      await say("fact", "A"),
      await say("fact", "B"),
      await say("fact", "C"),
      await say("fact", "D"),
    ];
    for (const [from, to] of [
      [a, b],
      [b, c],
      [c, a],
      [c, d],
    ] as const)
      await linkNodes(db, from, to, "DERIVED_FROM", at);
    await linkNodes(db, d, d, "RELATES_TO", at);
    const from = async (
      id: string,
      direction: "out" | "in" | "both",
      depth: number,
      types?: ["RELATES_TO"],
    ) =>
      (await walk(db, { from: [id], direction, depth, types, limit: 50 })).map(({ node, depth: far }) => [
        node.content,
        far,
      ]);
    expect(await from(a, "out", 9)).toEqual([
      ["B", 1],
      ["C", 2],
      ["D", 3],
    ]);
    expect(await from(d, "in", 2)).toEqual([
      ["C", 1],
      ["B", 2],
    ]);
    expect(await from(d, "both", 1)).toEqual([["C", 1]]);
    expect((await from(b, "both", 3)).length).toBe(3);
    expect(await from(a, "both", 3, ["RELATES_TO"])).toEqual([]);
    expect(await unlinkNodes(db, c, a)).toBe(true);
    expect(await unlinkNodes(db, c, a)).toBe(false);
  });

  test("queries leave out superseded nodes, and can show the nodes of an earlier time", async () => {
    const { db, say, find } = await world(await open());
    const old = await say("decision", "Sessions in Redis");
    const edited = await say("fact", "The port is 80");
    const fresh = await say("decision", "Sessions in Postgres", [], later);
    await supersede(db, old, fresh, later);
    await noteChange(db, "changed by the user", [edited], later, async () => {
      await changeNode(db, edited, { content: "The port is 8080" }, later);
      return { ids: [edited] };
    });
    expect(await find("type:decision")).toEqual(["Sessions in Postgres"]);
    expect(await find("is:superseded")).toEqual(["Sessions in Redis"]);
    const then = "2026-03-02T00:00:00.000Z";
    expect((await find("", { asOf: then })).toSorted()).toEqual(["Sessions in Redis", "The port is 80"]);
    expect((await find("", { asOf: "2026-03-06T00:00:00.000Z" })).toSorted()).toEqual([
      "Sessions in Postgres",
      "The port is 8080",
    ]);
    expect(await find("", { asOf: "2026-02-01T00:00:00.000Z" })).toEqual([]);
    expect(await linksOf(db, fresh)).toMatchObject([{ type: "SUPERSEDES", direction: "from", id: old }]);
    await expect(supersede(db, fresh, old, later)).rejects.toThrow("already supersedes");
    await expect(supersede(db, old, old, later)).rejects.toThrow("itself");
  });

  test("a summary is linked to its sources and can move them off context", async () => {
    const { db, projectId, say } = await world(await open());
    const sources = [await say("fact", "A", ["tier:working"]), await say("fact", "B")];
    const summary = {
      type: "summary" as const,
      content: "A and B",
      tags: ["tier:reference"],
      projectId,
      by: null,
      at,
    };
    const { id } = await summarise(db, summary, sources, true);
    expect((await linksOf(db, id)).map(({ type, id: to }) => [type, to]).toSorted()).toEqual(
      sources.map((to) => ["DERIVED_FROM", to]).toSorted(),
    );
    for (const source of sources) expect((await nodeOf(db, source)).tags).toEqual(["tier:off-context"]);
  });

  test("when the current task ends, its decisions stay and its other nodes leave the context", async () => {
    const { db, projectId, sessionId, say } = await world(await open());
    const by = { sessionId, observationId: null, messageId: null };
    const task = { type: "task" as const, content: "Login page", tags: [], projectId, by, at };
    await startTask(db, task);
    const other = await aSession(db, "ses-other");
    await startTask(db, {
      ...task,
      content: "Billing",
      by: { ...by, sessionId: other.sessionId },
      at: later,
    });
    const decision = await say("decision", "OAuth", ["tier:working", "task:Login-page"]);
    const note = await say("observation", "Slow", ["tier:working", "task:Login-page"]);
    const elsewhere = await say("observation", "Else", ["tier:working", "task:Billing"]);
    expect(await endTask(db, "Login page", projectId, later)).toMatchObject({ reference: 1, offContext: 1 });
    expect((await nodeOf(db, decision)).tags).toContain("tier:reference");
    expect((await nodeOf(db, note)).tags).toContain("tier:off-context");
    expect((await nodeOf(db, elsewhere)).tags).toContain("tier:working");
    await expect(endTask(db, "Login page", projectId, later)).rejects.toThrow("no current task is called");
  });

  test("pending items are given once, in order, and only to their session", async () => {
    const { db, sessionId } = await world(await open());
    const other = await aSession(db, "ses-other");
    const result = (about: string) => ({
      kind: "result" as const,
      about,
      items: [{ id: "x", text: "one", from: "" }],
    });
    await addPending(db, sessionId, result("first"), at);
    await addPending(db, other.sessionId, result("of another"), at);
    await addPending(db, sessionId, result("second"), at);
    const waiting = await pendingOf(db, sessionId);
    expect(waiting.map(({ about }) => about)).toEqual(["first", "second"]);
    await markGiven(
      db,
      waiting.map(({ seq }) => seq),
      later,
    );
    expect(await pendingOf(db, sessionId)).toEqual([]);
    expect(await pendingOf(db, other.sessionId)).toMatchObject([{ items: [{ text: "one" }] }]);
  });

  test("a reply is identified by its message id, and by its text until the id is known", async () => {
    const { db, sessionId } = await world(await open());
    const reply = {
      messageId: "m1",
      hostKey: null,
      sessionId,
      agent: "claude-code",
      within: "p1",
      text: "x",
      at,
      commands: [1, 2],
    };
    expect(await noteReply(db, reply)).toBe(true);
    expect(await noteReply(db, reply)).toBe(false);
    expect(await noteReply(db, { ...reply, messageId: null })).toBe(false);
    expect(await noteReply(db, { ...reply, messageId: "m2" })).toBe(true);
    const early = { ...reply, within: "p2" };
    expect(await noteReply(db, { ...early, messageId: null })).toBe(true);
    expect(await noteReply(db, { ...early, messageId: null })).toBe(false);
    expect(await noteReply(db, { ...early, messageId: "m3" })).toBe(false);
    expect(await noteReply(db, { ...early, messageId: "m3" })).toBe(false);
    const [first] = await waitingReplies(db, sessionId);
    expect(await markDone(db, Number(first?.seq), 0)).toBe(true);
    expect(await markDone(db, Number(first?.seq), 0)).toBe(false);
    expect(await markDone(db, Number(first?.seq), 1)).toBe(true);
    expect((await waitingReplies(db, sessionId)).map((row) => row.message_id)).toEqual(["m2", "m3"]);
  });

  test("a change that was found before its edit was reported is the edit's; an older one is not", async () => {
    const { db, projectId, sessionId, say } = await world(await open());
    const node = await say("fact", "`total` counts items");
    await putAnchor(db, node, { file: "bill.ts", symbol: "total", hash: "1", isManual: false }, at);
    const edited = await record(db, seen({ projectId, sessionId, root: "" }));
    const edit = edited.status === "stored" ? edited.id : null;
    const look = (when: string) =>
      checkAnchors(db, { projectId, file: "bill.ts" }, () => "2", { observationId: null, at: when });
    const report = (when: string) =>
      checkAnchors(db, { projectId, file: "bill.ts" }, () => "2", { observationId: edit, at: when });
    expect(await look("2026-03-05T10:00:00.000Z")).toEqual([node]);
    expect(await report("2026-03-05T11:00:00.000Z")).toEqual([]);
    expect(await anchorsOf(db, node)).toMatchObject([{ observationId: null }]);
    expect(await report("2026-03-05T10:00:01.000Z")).toEqual([node]);
    expect(await anchorsOf(db, node)).toMatchObject([
      { observationId: edit, brokenAt: "2026-03-05T10:00:01.000Z" },
    ]);
  });

  test("a view stores its query in normalised form", async () => {
    const { db } = await world(await open());
    const view = {
      name: "auth",
      query: "tag:area:auth (type:fact or type:decision)",
      budget: 500,
      template: "default" as const,
    };
    expect((await putView(db, view, at)).query).toBe("tag:area:auth AND (type:fact OR type:decision)");
    await expect(putView(db, { ...view, query: "tpye:x" }, at)).rejects.toThrow("did you mean `type`?");
  });
});

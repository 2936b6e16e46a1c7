// What the page reads, on every store: stable pages of the time line, positions in a session, the feed, projects, and a
// neighbourhood as it was.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { ask } from "../../src/sdk.ts";
import { forEachStore } from "../support/databases.ts";
import { git, gitProject, tempDir } from "../support/temp.ts";
import { at } from "./samples.ts";

const project = "/nowhere/paged";

function said(sessionId: string, minute: number, type: "prompt" | "reply", text: string): HookEvent {
  const seen = { host: "claude-code", sessionId, projectDir: project, cwd: project, at: at(minute) };
  return type === "prompt"
    ? { ...seen, type, text, promptId: `p${minute}` }
    : { ...seen, type, text, messageId: `m${minute}`, promptId: `p${minute - 1}` };
}

const conversation = [
  said("paged", 1, "prompt", "First question?"),
  said("paged", 2, "reply", "First answer."),
  said("paged", 3, "prompt", "Second question?"),
  said("paged", 4, "reply", "Second answer."),
];

const titles = async (memory: Memory, input: object) =>
  (await ask(memory, "timeline", { allProjects: true, ...input })).rows.map(({ title }) =>
    title.replace(/^\w+: /, ""),
  );

forEachStore((open) => {
  test("later arrivals do not move the pages of a time line", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const { upTo, total } = await ask(memory, "timeline", { allProjects: true, limit: 2 });
    expect(total).toBe(4);
    await capture(memory, [said("other", 9, "prompt", "Something new?")]);
    expect(await titles(memory, { upTo, offset: 2, limit: 2 })).toEqual(["First answer.", "First question?"]);
    expect(await titles(memory, { limit: 1 })).toEqual(["Something new?"]);
    expect(await titles(memory, { session: "paged", order: "oldest", kind: "prompt" })).toEqual([
      "First question?",
      "Second question?",
    ]);
  });

  test("an outline has the position of each prompt, and of what was asked for", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const { rows } = await ask(memory, "timeline", { session: "paged", order: "oldest" });
    const outline = await ask(memory, "session.outline", { id: "paged", at: rows[3]?.id });
    expect(outline.prompts.map(({ position }) => position)).toEqual([0, 2]);
    expect(outline).toMatchObject({ total: 4, at: 3 });
  });

  test("the feed waits for something new, and returns it", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const { cursor } = await ask(memory, "feed", {});
    expect(await ask(memory, "feed", { after: cursor })).toEqual({ cursor, changed: false, items: [] });
    const waiting = ask(memory, "feed", { after: cursor, waitMs: 20_000 });
    await capture(memory, [said("paged", 5, "prompt", "Third request")]);
    const { changed, items } = await waiting;
    expect(changed).toBe(true);
    expect(items.map(({ title }) => title).join()).toContain("Third request");
    await expect(ask(memory, "feed", { after: "x" })).rejects.toThrow("invalid cursor");
  });

  test("projects are listed, and a project whose folder is gone is still found by it", async () => {
    const memory = await open();
    await capture(memory, conversation);
    const { projects } = await ask(memory, "projects", {});
    expect(projects).toMatchObject([{ name: "paged", sessions: 1, lastSeenAt: at(4) }]);
    const { total } = await ask(memory, "timeline", { folder: projects[0]?.root });
    expect(total).toBe(4);
  });

  test("a neighbourhood has its nodes and edges, now and as it was", async () => {
    const memory = await open();
    const say = async (content: string) => (await ask(memory, "remember", { content, global: true })).node.id;
    const [first, second] = [await say("One thing"), await say("Another thing")];
    await ask(memory, "link", { from: first, to: second, type: "DEPENDS_ON" });
    const near = await ask(memory, "graph.near", { id: first });
    expect(near.nodes.map(({ node, depth }) => [node.id, depth])).toEqual([
      [first, 0],
      [second, 1],
    ]);
    expect(near.edges).toMatchObject([{ from: first, to: second, type: "DEPENDS_ON" }]);
    const before = await ask(memory, "graph.near", { id: first, asOf: "2020-01-01" });
    expect(before).toMatchObject({ nodes: [{ depth: 0 }], edges: [] });
  });

  test("sessions, learnings and nodes come page by page, with their number", async () => {
    const memory = await open();
    await capture(
      memory,
      [conversation[0], said("later", 8, "prompt", "A later session?")].flatMap((one) => one ?? []),
    );
    const sessions = await ask(memory, "session.list", { allProjects: true, offset: 1, limit: 1 });
    expect(sessions).toMatchObject({ total: 2, sessions: [{ id: "paged" }] });

    const say = (content: string) => ask(memory, "remember", { content, type: "decision", global: true });
    for (const content of [
      "The parser is written by hand",
      "The lexer is generated",
      "The printer is shared",
    ])
      await say(content);
    const nodes = await ask(memory, "node.list", {
      type: "decision",
      allProjects: true,
      offset: 1,
      limit: 1,
    });
    expect(nodes).toMatchObject({ total: 3, nodes: [{ content: "The lexer is generated" }] });
    const queried = await ask(memory, "query", { query: "type:decision", allProjects: true, offset: 2 });
    expect(queried).toMatchObject({ total: 3, nodes: [{ content: "The parser is written by hand" }] });

    const learn = (content: string) => ask(memory, "learnings.add", { content, global: true });
    const [first, second] = [await learn("Never round twice"), await learn("Always test a new country")];
    await ask(memory, "learnings.reject", { id: first.learning.id });
    const asked = { allProjects: true, order: "doubtful", confirmed: true } as const;
    const learnings = await ask(memory, "learnings", asked);
    expect(learnings).toMatchObject({ total: 1, learnings: [{ id: second.learning.id }] });
    expect(await ask(memory, "learnings", { ...asked, confirmed: false })).toMatchObject({ total: 0 });
    expect(await ask(memory, "learnings", { ...asked, offset: 1 })).toMatchObject({
      total: 1,
      learnings: [],
    });
  });

  test("a stale node is shown with its code as it was committed and as it is now", async () => {
    const memory = await open();
    await using folder = await tempDir("stale");
    const file = (rate: string) => `export function rate() {\n  return ${rate};\n}\n`;
    const root = await gitProject(folder.path, { "src/tax.ts": file("19") });
    const { node } = await ask(memory, "remember", { content: "The tax is 19 %", folder: root });
    await ask(memory, "node.anchor", { id: node.id, place: "src/tax.ts#rate" });
    expect(await ask(memory, "stale.code", { id: node.id })).toEqual({ changes: [] });
    await writeFile(join(root, "src/tax.ts"), file("21"));
    await git(root, "commit", "--quiet", "--all", "--message", "A new rate");
    await writeFile(join(root, "src/tax.ts"), file("22"));
    await ask(memory, "stale", { folder: root });
    const { changes } = await ask(memory, "stale.code", { id: node.id });
    expect(changes).toMatchObject([
      { file: "src/tax.ts", symbol: "rate", before: file("19"), after: file("22") },
    ]);
    expect(changes[0]?.commit).toMatch(/^[0-9a-f]{9}$/);
  });
});

// What recall injects, when, only once; and what the ledger records. On every store.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "../../src/areas/contracts.ts";
import { recall as recallWithin } from "../../src/journeys/followers.ts";
import { contextFor, whyShown } from "../../src/journeys/recall/preview.ts";
import { isWorthAnswering } from "../../src/journeys/recall/recall.ts";
import { noteAsked } from "../../src/journeys/recall/usage.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { scrub } from "../../src/memory/forgetting/scrub.ts";
import { startTask } from "../../src/memory/knowledge/current-tasks.ts";
import { addLearning } from "../../src/memory/knowledge/learnings.ts";
import { remember as rememberNode } from "../../src/memory/knowledge/remember.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { deleteObservation } from "../../src/memory/observations.ts";
import { startOrReopen } from "../../src/memory/tasks/current-task.ts";
import { rebuildTurns } from "../../src/memory/turns.ts";
import type { HookEvent, HookEventOf } from "../../src/protocol/hook.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { checkAnchors, putAnchor } from "../../src/rooms/anchors/room.ts";
import { addNode, nodeOf } from "../../src/rooms/knowledge/room.ts";
import { countUsage, noteInjections } from "../../src/rooms/ledger/room.ts";
import { turnsOf } from "../../src/rooms/turns/room.ts";
import { forEachStore } from "../support/databases.ts";
import { record } from "../support/record.ts";
import { until } from "../support/tellback.ts";
import { aSession, at, seen, sessionStart } from "./samples.ts";

const project = "/nowhere/a-project";
const host = { host: "claude-code", projectDir: project, cwd: project };

const start = (sessionId: string, source: HookEventOf<"session-start">["source"] = "startup"): HookEvent =>
  sessionStart({ sessionId, source, at: at(30) });
const prompt = (sessionId: string, text: string): HookEvent => ({
  ...host,
  type: "prompt",
  sessionId,
  text,
  at: at(31),
});
const opens = (sessionId: string, path: string, agent?: { id: string; type: string }): HookEvent => ({
  ...host,
  type: "tool",
  toolUseId: "t0",
  status: "ok",
  output: null,
  sessionId,
  tool: "Read",
  input: { file_path: `${project}/${path}` },
  at: at(32),
  ...(agent ? { agent } : {}),
});

/** Whatever else the machine does: how long it takes is measured elsewhere. */
const patientMs = 60_000;
const recall = (memory: Memory, event: HookEvent) => recallWithin(memory, event, patientMs);

/** The injected lines. */
async function injected(memory: Memory, event: HookEvent): Promise<string[]> {
  const answer = await recall(memory, event);
  return answer === null ? [] : answer.context.split("\n").filter((line) => line.startsWith("| "));
}

async function remember(
  memory: Memory,
): Promise<{ turn: string; session: string; parser: string; learning: string }> {
  const earlier = await aSession(memory.db);
  const ids: string[] = [];
  for (const [minute, over] of [
    {
      kind: "prompt" as const,
      tool: null,
      title: "Asked: Fix the parser",
      summary: "Fix the parser of dates",
      detail: "Fix the parser of dates",
    },
    {
      title: "Rewrote parseDate in src/dates.ts",
      summary: "parseDate in src/dates.ts now takes ISO week dates such as 2026-W10",
      detail: "The week number is resolved by weekStart; the old regular expression is gone.",
      files: ["src/dates.ts"],
      symbols: ["parseDate"],
    },
    {
      tool: "Bash",
      status: "failed" as const,
      title: "npm test failed: parseDate week 53",
      summary: "npm test failed in src/dates.ts: expected 2020-W53 to be valid",
      files: ["src/dates.ts"],
    },
    {
      tool: "Read",
      title: "Read src/invoices.ts",
      summary: "Looked at invoices",
      files: ["src/invoices.ts"],
    },
    {
      kind: "reply" as const,
      tool: null,
      title: "Replied: parseDate takes week dates",
      summary: "parseDate takes ISO week dates such as 2026-W10",
      detail: "parseDate takes ISO week dates such as 2026-W10; the 53rd week is rejected by weekStart.",
    },
  ].entries()) {
    const recorded = await record(memory.db, seen(earlier, { happenedAt: at(minute + 1), ...over }));
    ids.push(recorded.status === "stored" ? recorded.id : "");
  }
  await rebuildTurns(memory.db, earlier.sessionId, null);
  const [turn] = await turnsOf(memory.db, earlier.sessionId);
  const learning = await addLearning(
    memory.db,
    { projectId: earlier.projectId, category: "convention", content: "Dates are kept in UTC everywhere" },
    at(9),
  );
  return { turn: turn?.id ?? "", session: earlier.sessionId, parser: ids[1] ?? "", learning: learning.id };
}

forEachStore((open) => {
  describe("at session start", () => {
    test("recall injects what came of the last session, and learnings, without ids and lists of files", async () => {
      const memory = await open();
      await remember(memory);
      const lines = await injected(memory, start("now"));
      expect(lines).toEqual([
        "| 2026-03-01: parseDate takes ISO week dates such as 2026-W10; the 53rd week is rejected by weekStart.",
        "| Dates are kept in UTC everywhere",
      ]);
    });

    test("pinned nodes come first, then the current task, each marked if its code has changed", async () => {
      const memory = await open();
      await remember(memory);
      const { projectId, sessionId } = await aSession(memory.db);
      const by = { sessionId, observationId: null, messageId: null };
      const said = { projectId, by, at: at(10) };
      const say = async (content: string, tags: string[]) =>
        (await rememberNode(memory.db, { ...said, type: "decision", content, tags })).row.id;
      await say("Other work is at rest", ["tier:working", "task:Another"]);
      await say("Weeks begin on Monday", ["tier:working", "task:Calendar"]);
      const pinned = await say("Never change weekStart without the accountants", ["tier:pinned"]);
      await startTask(memory.db, { ...said, type: "task", content: "Calendar", tags: [] });
      await startOrReopen(memory.db, { projectId, name: "Calendar", sessionId: null, at: at(10) });
      const anchor = { file: "src/dates.ts", symbol: "weekStart", hash: "1", isManual: true };
      await putAnchor(memory.db, pinned, anchor, at(10));
      const place = { projectId, file: "src/dates.ts" };
      await checkAnchors(memory.db, place, () => "2", { observationId: null, at: at(11) });
      const lines = await injected(memory, start("now"));
      expect(lines[0]).toMatch(
        /decision · Never change weekStart .* \(stale: weekStart in src\/dates.ts has changed since 2026-03-01\)/,
      );
      expect(lines.slice(1, 3).join("\n")).toMatch(/Weeks begin on Monday/);
      expect(lines.slice(1, 3).join("\n")).toMatch(/task · Calendar/);
      expect(lines.join("\n")).not.toMatch(/Other work/);
      const [first] = await injected(memory, opens("other", "src/dates.ts"));
      expect(first).toMatch(/Never change weekStart .*stale/);
    });

    test("two equal stores give equal bytes, on any day", async () => {
      const memory = await open();
      await remember(memory);
      const one = await recall(memory, start("one"));
      const two = await recall(memory, { ...start("two"), at: "2031-12-24T00:00:00.000Z" });
      expect(two).toEqual(one);
    });

    test("a hundred resumes inject nothing again, a compaction injects everything again", async () => {
      const memory = await open();
      await remember(memory);
      const first = await injected(memory, start("now"));
      for (let i = 0; i < 100; i++) expect(await recall(memory, start("now", "resume"))).toBeNull();
      expect(await recall(memory, start("now", "fork"))).toBeNull();
      expect(await injected(memory, start("now", "startup"))).toEqual([]);
      expect(await injected(memory, start("now", "compact"))).toEqual(first);
    });

    test("recall injects nothing into an unknown project", async () => {
      const memory = await open();
      await remember(memory);
      expect(await recall(memory, sessionStart({ projectDir: "/nowhere/else" }))).toBeNull();
    });
  });

  describe("at a prompt", () => {
    test("recall injects what answers it once, and nothing for other prompts", async () => {
      const memory = await open();
      await remember(memory);
      const asked = "How does parseDate treat ISO week dates?";
      const lines = await injected(memory, prompt("now", asked));
      expect(lines[0]).toMatch(/parseDate takes ISO week dates/);
      expect(await injected(memory, prompt("now", asked))).toEqual([]);
      expect(await injected(memory, prompt("now", "Paint the login button green, please"))).toEqual([]);
    });

    test("recall does not inject a session's own observations", async () => {
      const memory = await open();
      await remember(memory);
      const { id } = await memory.db.selectFrom("sessions").select("id").executeTakeFirstOrThrow();
      const lines = await injected(memory, prompt(id, "Does parseDate keep dates in UTC everywhere?"));
      expect(lines).toEqual(["| Dates are kept in UTC everywhere"]);
    });
  });

  describe("when a file is opened", () => {
    /** A turn that edits files and ends with a reply; each a minute later than the one before. */
    async function works(
      memory: Memory,
      sessionId: string,
      hour: number,
      asked: string,
      files: string[],
      said: string,
    ) {
      const time = (minute: number) => `2026-03-0${hour}T10:0${minute}:00.000Z`;
      const edit = { type: "tool", tool: "Edit", status: "ok", output: null } as const;
      await capture(memory, [
        { ...host, sessionId, type: "prompt", text: asked, at: time(0), promptId: `${sessionId}-${hour}` },
        ...files.map((path, i) => ({
          ...{ ...host, ...edit, sessionId, at: time(1 + i), toolUseId: `${sessionId}-${hour}-${i}` },
          input: { file_path: `${project}/${path}`, old_string: "a", new_string: "b" },
        })),
        { ...host, sessionId, type: "reply", messageId: `${sessionId}-${hour}`, text: said, at: time(8) },
      ]);
    }

    const cause =
      "The import lost a day because `parseDate` in dates.ts read the time in the zone of the machine. Passed 12 tests.";

    test("recall injects the cause, the decision and the open point about it, once per conversation and sub-agent", async () => {
      const memory = await open();
      await remember(memory);
      await works(memory, "first", 2, "Find the lost day.", ["src/dates.ts", "src/import.ts"], cause);
      await works(
        memory,
        "second",
        3,
        "Is something left?",
        ["src/dates.ts"],
        "Renamed a variable.\n\nOpen: the leap second is not handled in dates.ts yet.",
      );
      const lines = await injected(memory, opens("now", "src/dates.ts"));
      expect(lines).toEqual([
        expect.stringMatching(/^\| Open since 2026-03-03: .*the leap second is not handled in dates\.ts/),
        "| 2026-03-02: The import lost a day because `parseDate` in dates.ts read the time in the zone of the machine.",
      ]);
      expect(await injected(memory, opens("now", "src/dates.ts"))).toEqual([]);
      const agent = { id: "a1", type: "explore" };
      expect(await injected(memory, opens("now", "src/dates.ts", agent))).toEqual(lines);
      expect(await injected(memory, opens("now", "src/unknown.ts"))).toEqual([]);
    });

    test("recall injects no diff, no failure and no outcome that only mentions the file", async () => {
      const memory = await open();
      await remember(memory);
      await works(
        memory,
        "first",
        2,
        "Add the week.",
        ["src/dates.ts"],
        "Added the week to dates.ts and ran the tests.",
      );
      expect(await injected(memory, opens("now", "src/dates.ts"))).toEqual([]);
      expect(await injected(memory, opens("now", "src/invoices.ts"))).toEqual([]);
    });

    test("recall injects nothing of a turn that the user rejected, or that a later turn replaced", async () => {
      const memory = await open();
      await works(memory, "first", 2, "Find the lost day.", ["src/dates.ts"], cause);
      await works(memory, "first", 3, "No, that is wrong, I don't want that. Revert it.", [], "Reverted.");
      expect(await injected(memory, opens("now", "src/dates.ts"))).toEqual([]);
      await works(memory, "second", 4, "Find the lost day.", ["src/dates.ts"], cause);
      expect(await injected(memory, opens("now", "src/dates.ts"))).toHaveLength(1);
      const [first] = await turnsOf(memory.db, "first");
      const later = { superseded_by: first?.id ?? "", superseded_at: at(40) };
      await memory.db.updateTable("turns").set(later).where("session_id", "=", "second").execute();
      expect(await injected(memory, opens("other", "src/dates.ts"))).toEqual([]);
    });

    test("recall does not repeat what it injected at a prompt or at session start", async () => {
      const memory = await open();
      await remember(memory);
      await injected(memory, start("now"));
      const answered = await injected(memory, prompt("now", "Does parseDate take ISO week dates?"));
      expect(answered.join("\n")).not.toMatch(/parseDate/);
      const opened = await injected(memory, opens("now", "src/dates.ts"));
      expect(opened.join("\n")).not.toMatch(/Replied: parseDate/);
    });
  });

  test("hooks can see which files have something to inject as soon as their turn is stored, however late", async () => {
    const memory = await open();
    const list = join(memory.paths.openings, project, "@");
    await recall(memory, start("now"));
    await until("the folder is awaited", () => memory.openings.awaited.has(project));
    expect(existsSync(list)).toBe(false);
    const edit = { tool: "Edit", toolUseId: "t1", status: "ok", output: null } as const;
    const inFile = (name: string) => ({
      file_path: `${project}/src/${name}`,
      old_string: "a",
      new_string: "b",
    });
    const text = "Weeks began on Sunday because `weekStart` in dates.ts took the zone of the machine.";
    await capture(memory, [
      { ...host, type: "tool", sessionId: "now", ...edit, input: inFile("dates.ts"), at: at(33) },
      { ...host, type: "reply", sessionId: "now", messageId: "m1", text, at: at(34) },
    ]);
    expect(existsSync(join(list, "src/dates.ts@"))).toBe(true);
    expect(memory.openings.awaited.size).toBe(0);
    const late = { ...host, sessionId: "late" };
    await capture(memory, [
      { ...late, type: "tool", ...edit, toolUseId: "t2", input: inFile("weeks.ts"), at: at(31) },
      { ...late, type: "reply", messageId: "m2", text: "Weeks in weeks.ts begin on Monday.", at: at(32) },
    ]);
    expect(existsSync(join(list, "src/weeks.ts@"))).toBe(true);
  });

  test("a sub-agent gets what answers its own prompt", async () => {
    const memory = await open();
    await remember(memory);
    const order = (text: string): HookEvent => ({
      ...host,
      type: "tool-start",
      sessionId: "now",
      tool: "Agent",
      input: { prompt: text, subagent_type: "explore" },
      at: at(33),
    });
    const begins = (id: string): HookEvent => ({
      ...host,
      type: "agent-start",
      sessionId: "now",
      agent: { id, type: "explore" },
      at: at(34),
    });
    await recall(memory, order("Find out how parseDate treats ISO week dates"));
    await recall(memory, order("Paint the login button green, please"));
    expect((await injected(memory, begins("a1")))[0]).toMatch(/parseDate/);
    expect(await injected(memory, begins("a2"))).toEqual([]);
    expect(await injected(memory, begins("a3"))).toEqual([]);
  });

  describe("the ledger", () => {
    test("records what was injected, when, why, and its use: by file, by name, by query", async () => {
      const memory = await open();
      const { session, turn, learning } = await remember(memory);
      await injected(memory, start("now"));
      await injected(memory, prompt("other", "Does parseDate take ISO week dates?"));
      expect((await whyShown(memory, session)).injections).toMatchObject([
        {
          sessionId: "now",
          moment: "start",
          used: null,
          why: { reason: "came of the last sessions" },
        },
      ]);
      await capture(memory, [
        {
          ...host,
          type: "tool",
          sessionId: "now",
          tool: "Edit",
          toolUseId: "t1",
          input: { file_path: `${project}/src/dates.ts`, old_string: "a", new_string: "b" },
          output: {},
          status: "ok",
          at: at(40),
        },
      ]);
      await noteAsked(memory, learning);
      const used = async (id: string) => (await whyShown(memory, id)).injections.map((one) => one.used?.how);
      expect(await used(session)).toEqual(["file"]);
      expect(await used(turn)).toEqual([undefined]);
      expect(await used(learning)).toEqual(["asked"]);
      const node = await memory.db
        .selectFrom("nodes")
        .select(["times_shown", "times_used"])
        .where("id", "=", learning)
        .executeTakeFirstOrThrow();
      expect([Number(node.times_shown), Number(node.times_used)]).toEqual([1, 1]);
    });

    test("counts a reply that names it as use, but not a tool's output", async () => {
      const memory = await open();
      const { turn } = await remember(memory);
      await injected(memory, prompt("now", "How does parseDate treat ISO week dates?"));
      const shared = { ...host, sessionId: "now", at: at(40) };
      const readOther = { file_path: `${project}/x.ts` };
      await capture(memory, [
        {
          ...shared,
          type: "tool",
          tool: "Read",
          toolUseId: "t1",
          input: readOther,
          output: "parseDate",
          status: "ok",
        },
      ]);
      expect((await whyShown(memory, turn)).injections[0]?.used).toBeNull();
      await capture(memory, [
        { ...shared, type: "reply", messageId: "m1", text: "parseDate handles weeks." },
      ]);
      expect((await whyShown(memory, turn)).injections[0]?.used?.how).toBe("name");
    });

    test("a command that keeps to a statement is told apart from one that breaks it, and silence from both", async () => {
      const memory = await open();
      const place = await aSession(memory.db);
      const stated = async (content: string, saidBy: "agent" | "user", atSeq: number) => {
        const { id } = await addNode(memory.db, {
          projectId: place.projectId,
          type: "learning",
          category: "convention",
          content,
          confidence: 0.7,
          isManual: false,
          state: "active",
          saidBy,
          sessionId: place.sessionId,
          observationId: null,
          at: at(atSeq),
        });
        const why = { reason: "a learning of the project" };
        const item = { kind: "learning", id, length: "title", tokens: 9, why, cues: [] };
        await noteInjections(memory.db, { sessionId: place.sessionId, agentId: "" }, "start", [item], at(30));
        return id;
      };
      const rule = await stated("Use pnpm, never npm.", "agent", 1);
      const usersRule = await stated("Never use docker here.", "user", 2);
      const check = await stated("After a change run `go test ./...`.", "agent", 3);
      const other = await stated("Prices are in cents.", "agent", 4);
      const ran = (command: string, n: number, status: "ok" | "failed" = "ok"): HookEvent => ({
        ...{ ...host, type: "tool", sessionId: place.sessionId, tool: "Bash", toolUseId: `run${n}` },
        ...{ input: { command }, output: { stdout: "", stderr: "" }, status, at: at(40 + n) },
      });
      await capture(memory, [ran("npm install left-pad", 1, "failed"), ran("ls", 2)]);
      const how = async (id: string) => (await whyShown(memory, id)).injections.at(-1)?.used?.how ?? null;
      expect(await how(rule)).toBeNull();
      await capture(memory, [
        ran("cd web && npm install left-pad", 3),
        ran("docker compose up -d", 4),
        ran("go test ./... -count=1", 5),
      ]);
      expect(await Promise.all([rule, usersRule, check, other].map(how))).toEqual([
        "contradicted",
        "contradicted",
        "followed",
        null,
      ]);
      const confidence = async (id: string) => (await nodeOf(memory.db, id))?.confidence;
      expect(await confidence(rule)).toBeCloseTo(0.4);
      // An agent that breaks the user's rule proves nothing against the rule, and silence proves nothing at all.
      expect(await confidence(usersRule)).toBe(0.7);
      expect(await confidence(other)).toBe(0.7);
      const { items, used } = await countUsage(memory.db, {
        from: "2000",
        to: "2100",
        sessionId: place.sessionId,
      });
      expect([items, used]).toEqual([4, 1]);
    });

    test("raises used items and lowers ignored ones", async () => {
      const memory = await open();
      const place = await aSession(memory.db);
      const about = async (word: string) => {
        const summary = `The deploy script restarts the ${word} server`;
        const recorded = await record(memory.db, seen(place, { title: summary, summary, detail: "" }));
        return recorded.status === "stored" ? recorded.id : "";
      };
      const [first, second] = [await about("alpha"), await about("omega")];
      const order = async () =>
        (
          await memory.search.find("what does the deploy script restart", {
            scope: { projects: everywhere },
            limit: 2,
          })
        ).map((one) => one.document.owner_id);
      const [above, below] = (await order()) as [string, string];
      expect(new Set([above, below])).toEqual(new Set([first, second]));
      for (let i = 0; i < 4; i++) {
        await injected(memory, prompt(`later-${i}`, "What does the deploy script restart on the server?"));
        await noteAsked(memory, below);
      }
      expect(await order()).toEqual([below, above]);
    });

    test("drops deleted items", async () => {
      const memory = await open();
      const { parser } = await remember(memory);
      const item = {
        kind: "observation",
        id: parser,
        length: "title",
        tokens: 9,
        why: { reason: "" },
        cues: [],
      };
      await noteInjections(
        memory.db,
        { sessionId: (await aSession(memory.db)).sessionId, agentId: "" },
        "prompt",
        [item],
        at(30),
      );
      await memory.db.transaction().execute((tx) => deleteObservation(tx, parser));
      await scrub(memory);
      const rows = await memory.db
        .selectFrom("injections")
        .select("seq")
        .where("owner_id", "=", parser)
        .execute();
      expect(rows).toEqual([]);
    });
  });

  test("a preview shows what recall would inject, why, and what is left out, and changes nothing", async () => {
    const memory = await open();
    const { session } = await remember(memory);
    const ask = (input: object) =>
      contextFor(memory, operations.context.input.parse({ folder: project, ...input }));
    const before = await ask({});
    expect(before.items.map(({ id }) => id)).toContain(session);
    expect(before.text).toBe((await recall(memory, start("now")))?.context);
    expect((await ask({ session: "now" })).left.map(({ because }) => because)).toContain("already injected");
    const asked = await ask({ for: "How does parseDate treat ISO week dates?" });
    expect(asked.items[0]?.why).toMatchObject({
      reason: expect.stringMatching(/^shares .*parsedate/),
      text: { rank: 1 },
    });
    expect((await ask({ file: "src/dates.ts" })).text).toBeNull();
    expect((await ask({ for: "Paint the login button green" })).text).toBeNull();
  });
});

test.each([
  ["/compact now please do it", false],
  ["yes", false],
  ["go on", false],
  ["why did the tests fail?", true],
  ["parseDate?", true],
  ["src/dates.ts", true],
  ["为什么测试失败了", true],
])("isWorthAnswering judges %j", (text, is) => {
  expect(isWorthAnswering(text)).toBe(is);
});

// What is injected when a command fails as it did before: what ended that failure, as far as it still holds. On every store.

import { expect, test } from "vitest";
import { recall } from "../../src/journeys/followers.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { deleteObservation } from "../../src/memory/observations.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { forEachStore } from "../support/databases.ts";

const project = "/nowhere/a-project";
const host = { host: "claude-code", projectDir: project, cwd: project };

/** Each event a minute after the one before. */
function inSession(sessionId: string, hour: number) {
  let minute = 0;
  const next = () => ({
    ...{ ...host, sessionId },
    at: `2026-03-01T${String(hour).padStart(2, "0")}:${String(minute++).padStart(2, "0")}:00.000Z`,
  });
  let uses = 0;
  const use = (tool: string, input: object, output: string, status: "ok" | "failed" = "ok"): HookEvent => ({
    ...next(),
    ...{ type: "tool", tool, toolUseId: `${sessionId}-${uses++}`, input, output, status },
  });
  return {
    asks: (text: string): HookEvent => ({
      ...next(),
      type: "prompt",
      text,
      promptId: `${sessionId}-${minute}`,
    }),
    fails: (command: string, error: string) => use("Bash", { command }, `Exit code 1\n${error}`, "failed"),
    passes: (command: string, output = "ok") => use("Bash", { command }, output),
    edits: (path: string) =>
      use("Edit", { file_path: `${project}/${path}`, old_string: "a", new_string: "b" }, "done"),
    says: (text: string): HookEvent => ({
      ...next(),
      type: "reply",
      messageId: `${sessionId}-m${minute}`,
      text,
    }),
  };
}

const error = (line: number) =>
  `at ${project}/src/pool.ts:${line}:7\nError: Connection pool exhausted after 10 clients`;

/** A failure, and the turn that ends it. */
function ended(sessionId: string, hour: number): HookEvent[] {
  const { asks, fails, edits, passes, says } = inSession(sessionId, hour);
  return [
    asks("The tests are red, find out why."),
    fails("npm test", error(12)),
    edits("src/pool.ts"),
    passes("npm test", "Tests  9 passed (9)"),
    says(
      "The tests ran out of connections because `release` was never called in src/pool.ts; it is called in `finally` now.",
    ),
  ];
}

async function told(memory: Memory, event: HookEvent): Promise<string[]> {
  const answer = await recall(memory, event, 60_000);
  return answer === null ? [] : answer.context.split("\n").filter((line) => line.startsWith("| "));
}

const fix =
  "| 2026-03-01: passed after the agent changed src/pool.ts. The tests ran out of connections because `release` was never called in src/pool.ts; it is called in `finally` now.";

forEachStore((open) => {
  test("a failure that was ended before gets the turn that ended it, once a session", async () => {
    await using memory = await open();
    await capture(memory, ended("one", 1));
    const { fails } = inSession("two", 2);
    expect(await told(memory, fails("npm test -- --silent", error(30)))).toEqual([fix]);
    expect(await told(memory, fails("npm test", error(31)))).toEqual([]);
  });

  test("a first failure, another error and another command get nothing", async () => {
    await using memory = await open();
    const { fails } = inSession("two", 2);
    expect(await told(memory, fails("npm test", error(3)))).toEqual([]);
    await capture(memory, ended("one", 1));
    expect(await told(memory, fails("npm test", "Error: Connection refused by the pool"))).toEqual([]);
    expect(await told(memory, fails("npm run bench", error(3)))).toEqual([]);
  });

  test("the session that ended it already has it", async () => {
    await using memory = await open();
    await capture(memory, ended("one", 1));
    const { asks, fails } = inSession("one", 3);
    await capture(memory, [asks("And again?")]);
    expect(await told(memory, fails("npm test", error(12)))).toEqual([]);
  });

  test("nothing is told that was never ended, or that ended without anything being done", async () => {
    await using memory = await open();
    const one = inSession("one", 1);
    await capture(memory, [
      one.asks("Run the tests."),
      one.fails("npm test", error(1)),
      one.passes("npm test", "Tests  9 passed (9)"),
      one.fails("npm run lint", "Error: rule no-console is broken"),
      one.says("The tests pass, the linter complains about the console."),
    ]);
    const { fails } = inSession("two", 2);
    expect(await told(memory, fails("npm test", error(1)))).toEqual([]);
    expect(await told(memory, fails("npm run lint", "Error: rule no-console is broken"))).toEqual([]);
  });

  test("nothing is told that the user rejected, or that a later turn replaced", async () => {
    await using memory = await open();
    const { fails } = inSession("three", 5);
    const { asks, says } = inSession("one", 3);
    await capture(memory, [
      ...ended("one", 1),
      asks("No, not like that, I don't want that. Revert it."),
      says("Reverted."),
    ]);
    expect(await told(memory, fails("npm test", error(1)))).toEqual([]);
    await capture(memory, ended("two", 4));
    const [turn] = await memory.db.selectFrom("turns").select("id").where("session_id", "=", "two").execute();
    const later = { superseded_by: turn?.id ?? "", superseded_at: "2026-03-01T05:00:00.000Z" };
    await memory.db.updateTable("turns").set(later).where("session_id", "=", "two").execute();
    expect(await told(memory, fails("npm test", error(1)))).toEqual([]);
  });

  test("what was deleted is not told", async () => {
    await using memory = await open();
    await capture(memory, ended("one", 1));
    const failed = await memory.db
      .selectFrom("observations")
      .select("id")
      .where("status", "=", "failed")
      .execute();
    for (const { id } of failed) await deleteObservation(memory.db, id);
    expect(await memory.db.selectFrom("command_runs").selectAll().execute()).toHaveLength(1);
    expect(await told(memory, inSession("two", 2).fails("npm test", error(1)))).toEqual([]);
  });
});

// Decisions of sessions in the graph: found by type, tied to the turn in which they were said, to the code that they are
// about, and to what they replaced.

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectKnowledge } from "../../src/journeys/graph/knowledge.ts";
import { reflect } from "../../src/journeys/reflect/reflect.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { queryPage } from "../../src/memory/query-nodes.ts";
import type { HookEvent } from "../../src/protocol/hook.ts";
import { everywhere } from "../../src/protocol/scope.ts";
import { forEachStore, type Open } from "../support/databases.ts";
import { runDueJobs } from "../support/due-jobs.ts";
import { gitProject, tempDir } from "../support/temp.ts";

async function opened(open: Open): Promise<{ memory: Memory; folder: string }> {
  const place = await tempDir("ties");
  const folder = await gitProject(join(place.path, "shop"), {
    "src/tax.ts": "export function taxOf(net: number): number {\n  return net;\n}\n",
  });
  const memory = await open();
  onTestFinished(() => place[Symbol.asyncDispose]());
  return { memory, folder };
}

let minutes = 0;

async function session(memory: Memory, folder: string, user: string, agent?: string): Promise<void> {
  const sessionId = `s${minutes}`;
  const at = () => new Date(Date.parse("2026-03-01T10:00:00Z") + minutes++ * 60_000).toISOString();
  const seen = {
    host: "claude-code",
    sessionId,
    projectDir: folder,
    cwd: folder,
    promptId: `${sessionId}-p`,
  };
  const events: HookEvent[] = [{ ...seen, type: "prompt", text: user, at: at() }];
  if (agent) events.push({ ...seen, type: "reply", text: agent, messageId: `${sessionId}-m`, at: at() });
  await capture(memory, [...events, { ...seen, type: "session-end", reason: "other", at: at() }]);
  await reflect(memory, sessionId);
}

const decided = (memory: Memory) =>
  queryPage(memory, { query: "type:decision", projects: everywhere, limit: 50 });

forEachStore((open) => {
  test("decisions that were made in sessions are found by their type, with the turn they come from", async () => {
    const { memory, folder } = await opened(open);
    for (let n = 0; n < 4; n++) await session(memory, folder, `Please rename the button ${n}`);
    await session(
      memory,
      folder,
      "We decided to use Redis for the sessions, because they must survive a restart.",
    );
    await session(memory, folder, "Decision: prices are integers in cents.");
    await session(
      memory,
      folder,
      "Page the list.",
      "I chose cursor pagination over offsets because rows are inserted all the time.",
    );
    const { nodes, total } = await decided(memory);
    expect(total).toBe(3);
    expect(nodes.map(({ ties }) => ties.map(({ type, text }) => [type, text]))).toEqual([
      [["SAID_IN", "Page the list."]],
      [["SAID_IN", expect.stringContaining("prices are integers in cents")]],
      [["SAID_IN", expect.stringContaining("Redis for the sessions")]],
    ]);
  });

  test("a decision is tied to the code that it names, and to what it replaced", async () => {
    const { memory, folder } = await opened(open);
    await session(
      memory,
      folder,
      "Decision: `taxOf` in src/tax.ts rounds once, because display rounding hid an error.",
    );
    await runDueJobs(memory);
    const { nodes } = await decided(memory);
    expect(nodes[0]?.ties).toMatchObject([
      { type: "ABOUT", direction: "from", id: "src/tax.ts#taxOf" },
      { type: "SAID_IN", direction: "from" },
    ]);
    await session(memory, folder, "Always use npm, never yarn.");
    await session(memory, folder, "We decided to use pnpm, not npm.");
    const known = await projectKnowledge(memory, { topic: "pnpm", projects: everywhere });
    const [pnpm] = [...known.decisions, ...known.dependencies];
    expect(pnpm?.ties).toMatchObject([
      { type: "SUPERSEDES", direction: "from", text: "Always use npm, never yarn" },
      { type: "SAID_IN" },
    ]);
  });

  test("a statement that is repeated as a choice becomes a decision", async () => {
    const { memory, folder } = await opened(open);
    await session(memory, folder, "Always store dates in UTC.");
    expect(await decided(memory)).toMatchObject({ total: 0 });
    await session(memory, folder, "We decided to always store dates in UTC.");
    expect(await decided(memory)).toMatchObject({ total: 1 });
  });
});

// One session of any length, written as fast as the store takes it: for lists that must not slow down with their length.

import { randomUUID } from "node:crypto";
import type { Memory } from "../../src/memory/memory.ts";
import { recordAll } from "../../src/memory/observations.ts";
import { openSession } from "../../src/memory/open-session.ts";
import { type NewObservation, prepareObservation } from "../../src/rooms/observations/room.ts";
import { dialectOf } from "../../src/store/dialect.ts";

const topics = ["parser", "login", "invoice", "deploy", "index", "cache", "queue"];
const atOnce = 2_000;
/** A prompt and its reply frame what was done for it. */
const turnRows = 50;

export const longSession = "5eed0100-0000-4000-8000-00000000000a";

export async function fillLongSession(memory: Memory, folder: string, rows: number): Promise<void> {
  const began = Date.parse("2026-01-01T00:00:00.000Z");
  const at = (row: number) => new Date(began + row * 10_000).toISOString();
  const where = { host: "claude-code", sessionId: longSession, projectDir: folder, cwd: folder };
  const { projectId } = await openSession(memory.db, {
    ...{ ...where, type: "session-start", source: "startup", at: at(0) },
  });
  const dialect = dialectOf(memory.db);
  const rowAt = (i: number) => {
    const topic = topics[i % topics.length] ?? "";
    const kind: NewObservation["kind"] =
      i % turnRows === 0 ? "prompt" : i % turnRows === turnRows - 1 ? "reply" : "tool";
    const seen: Omit<NewObservation, "projectId"> = {
      ...{
        sessionId: longSession,
        hostKey: randomUUID(),
        kind,
        status: "ok" as const,
        symbols: [],
        agent: null,
      },
      ...{ tool: kind === "tool" ? "Bash" : null, promptId: null, branch: null, happenedAt: at(i) },
      ...{ title: `Ran the ${topic} tests, number ${i}`, summary: `The ${topic} works.` },
      ...{ detail: `${topic} ${i} passed`, files: [`src/${topic}.ts`], provider: "offline" },
      ...{ rawBytes: 200, tokens: 20, durationMs: 5 },
    };
    return { ...prepareObservation(seen, dialect), projectId };
  };
  for (let start = 0; start < rows; start += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, rows - start) }, (_, i) => rowAt(start + i));
    await memory.db.transaction().execute((tx) => recordAll(tx, some));
  }
}

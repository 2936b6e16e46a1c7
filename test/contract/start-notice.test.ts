// The line that the user sees when a session starts.

import { expect, test } from "vitest";
import { answerTo } from "../../src/journeys/followers.ts";
import { capture } from "../../src/memory/capture/capture.ts";
import { addNode } from "../../src/rooms/knowledge/room.ts";
import { openProjectAt } from "../../src/rooms/projects/room.ts";
import { forEachStore } from "../support/databases.ts";
import { at, sessionStart } from "./samples.ts";

const projectDir = "/nowhere/harbour";

forEachStore((open) => {
  test("counts a statement that was told before anything has happened in the project", async () => {
    const memory = await open();
    const start = sessionStart({ projectDir, cwd: projectDir, sessionId: "first", at: at(10) });
    const empty = await answerTo(memory, start, 5_000);
    expect(empty?.notice).toMatch(/^tellback: nothing remembered here yet; it begins now · /);
    await addNode(memory.db, {
      ...{ projectId: await openProjectAt(memory.db, projectDir, at(1)), type: "decision", category: null },
      ...{ content: "Prices are integer cents", confidence: 1, isManual: true },
      ...{ sessionId: null, observationId: null, at: at(2) },
    });
    const second = { ...start, sessionId: "second", at: at(20) };
    await capture(memory, [second]);
    const answer = await answerTo(memory, second, 5_000);
    expect(answer?.context).toContain("Prices are integer cents");
    expect(answer?.notice).toMatch(/^tellback: 1 note told · /);
  });
});

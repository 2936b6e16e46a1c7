// The list of open points: closed or corrected by a person or a model, and open again when the point is said again.

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { changePoint, listPoints } from "../../src/journeys/recall/open-points.ts";
import type { Memory } from "../../src/memory/memory.ts";
import { openProjectAt } from "../../src/rooms/projects/room.ts";
import { markPoint } from "../../src/rooms/turns/room.ts";
import { forEachStore } from "../support/databases.ts";
import { tempDir } from "../support/temp.ts";

const day = (n: number) => `2026-05-0${n}T10:00:00.000Z`;

forEachStore((open) => {
  async function project(): Promise<{ memory: Memory; folder: string; projectId: string }> {
    const memory = await open();
    const temp = await tempDir("points");
    onTestFinished(() => temp[Symbol.asyncDispose]());
    const folder = join(temp.path, "shop");
    execFileSync("git", ["init", "-q", "-b", "main", folder]);
    const projectId = await openProjectAt(memory.db, folder, day(1));
    return { memory, folder, projectId };
  }

  async function said(
    { db }: Memory,
    projectId: string,
    n: number,
    points: readonly string[],
  ): Promise<void> {
    const times = { started_at: day(n), last_seen_at: day(n), ended_at: null };
    await db
      .insertInto("sessions")
      .values({
        id: `ses_${n}`,
        host: "claude-code",
        project_id: projectId,
        name: null,
        status: "closed",
        ...times,
      })
      .execute();
    await db
      .insertInto("turns")
      .values({
        ...{ id: `trn_${n}`, project_id: projectId, session_id: `ses_${n}`, prompt_id: "", up_to_seq: n },
        ...{ branch: "main", started_at: day(n), ended_at: day(n), request: "", outcome: "", detail: "" },
        ...{ decisions: "[]", open: JSON.stringify(points), files: "[]", looked: "[]", symbols: "[]" },
        ...{ commands: "[]", commit_hash: null, tests_before: null, tests_after: null, provider: "agent" },
        ...{ superseded_by: null, superseded_at: null, rejected_at: null },
      })
      .execute();
  }

  const texts = async (memory: Memory, folder: string) =>
    (await listPoints(memory, folder)).map(({ text }) => text);

  test("a person closes a point and says another in better words", async () => {
    const { memory, folder, projectId } = await project();
    await said(memory, projectId, 1, ["The voucher export has no test.", "The price list needs a date."]);
    const [first, second] = await listPoints(memory, folder);
    await changePoint(memory, folder, first?.id ?? "", null);
    await changePoint(memory, folder, second?.id ?? "", "Date the price list before Friday.");
    expect(await texts(memory, folder)).toEqual(["Date the price list before Friday."]);
    await expect(changePoint(memory, folder, "ffffffff", null)).rejects.toThrow("no open point");
  });

  test("a point that is said again after it was closed is open again", async () => {
    const { memory, folder, projectId } = await project();
    await said(memory, projectId, 1, ["The voucher export has no test."]);
    const mark = { projectId, sessionId: "ses_1", point: "The voucher export has no test.", words: null };
    await markPoint(memory.db, { ...mark, saidBy: "model", at: day(2) });
    expect(await texts(memory, folder)).toEqual([]);
    await said(memory, projectId, 3, ["The voucher export still has no test."]);
    expect(await texts(memory, folder)).toEqual(["The voucher export still has no test."]);
  });
});

import { expect, test } from "vitest";
import type { TurnObservation } from "./evidence.ts";
import { makeTurn } from "./make.ts";

const reply = (said: string, seq: number) =>
  ({
    ...{ id: `obs_${seq}`, projectId: "prj_1", sessionId: "ses_1", kind: "reply", agentId: null, seq, said },
    ...{ title: "Replied", summary: "", detail: said, files: [], symbols: [], branch: "main", tool: null },
    ...{ status: "ok", happenedAt: `2026-05-01T10:00:0${seq}.000Z` },
  }) as unknown as TurnObservation;

test("the agent's closing line is the turn, word for word, and no sentence is mixed in", () => {
  const { outcome, decisions, open } = makeTurn({
    prompt: null,
    rest: [
      reply("The pool was empty because nobody returned its connections. We will use a queue instead.", 1),
      reply(
        "I've rewritten `pool.ts`. The metrics are still missing.\n\nOutcome: pool.ts returns each connection in a finally block, because a thrown error kept it. Decided: no queue, because the pool is enough. Open: a test under load; the changelog.",
        2,
      ),
    ],
  });
  expect(outcome).toBe("pool.ts returns each connection in a finally block, because a thrown error kept it.");
  expect(decisions).toEqual(["no queue, because the pool is enough."]);
  expect(open).toEqual(["a test under load", "the changelog."]);
});

test("a closing line without an open part leaves nothing open", () => {
  const rest = [reply("The docs are still missing.\n\nOutcome: the export writes UTF-8.", 1)];
  expect(makeTurn({ prompt: null, rest }).open).toEqual([]);
});

test("a closing line that is far longer than was asked for is read by rules, and no part of it is cut", () => {
  const outcome = `The feed is read in batches. ${"It waited for the disk at each row. ".repeat(20)}`;
  const rest = [reply(`Faster now.\n\nOutcome: ${outcome}Open: ${"measure ".repeat(60)}; push.`, 1)];
  const turn = makeTurn({ prompt: null, rest });
  expect(turn.provider).toBe("offline");
  expect(turn.outcome).not.toMatch(/Outcome:|…/);
  expect(turn.open).toEqual(["push."]);
});

// What a question gets, on small turns.

import { expect, test } from "vitest";
import type { Turn } from "../../protocol/turns.ts";
import { spansFor } from "./spans.ts";
import { subjectOf } from "./subject.ts";

const turn = (over: Partial<Turn>): Turn =>
  ({
    ...{ id: "t", request: "", outcome: "", detail: "", decisions: [], open: [], files: [] },
    ...{ provider: "offline", endedAt: "2026-03-01T10:00:00.000Z" },
    ...over,
  }) as unknown as Turn;

const ask = (prompt: string, turns: readonly Turn[]) =>
  spansFor(
    turns.map((one, rank) => ({ turn: one, rank })),
    { subject: subjectOf(prompt), intent: null, rarity: () => 1 },
    100,
  ).map(({ text }) => text);

test("a question gets what was decided", () => {
  const decided = turn({
    outcome: "I noted the search in docs/search.md for everybody.",
    decisions: ["Meilisearch is the search engine, because nobody can operate a cluster."],
  });
  expect(ask("which search engine do we use", [decided]).join()).toContain(
    "Meilisearch is the search engine",
  );
});

test("what an agent wrote as its outcome is told whole, and no other sentence with it", () => {
  const written = turn({
    provider: "agent",
    outcome: "Exports are UTF-8 now. The bank refuses Latin-1. The queue is unchanged.",
    detail: "The exports of the bank were read in `export.ts` first.",
  });
  expect(ask("why are exports UTF-8", [written])).toEqual([written.outcome]);
});

test("the sentence beside the one that fits comes with it; code and scraps do not", () => {
  const reported = turn({
    outcome: "The export queue writes to a log of its own.",
    detail:
      "const queue = {\nThe export queue is drained at night.\nEverything there is kept for 9 days in the bucket.",
  });
  const [line = ""] = ask("how long is the log of the export queue kept", [reported]);
  expect(line).toContain("9 days");
  expect(line).not.toContain("const");
});

test("a reason that the user gave is told as the user's", () => {
  const stated = turn({
    request: "Keep the mirror, because the vendor sleeps on Sundays.",
    outcome: "The mirror of the vendor stays as it is in the settings.",
  });
  expect(ask("why do we keep the mirror", [stated]).join()).toContain("The user: Keep the mirror, because");
});

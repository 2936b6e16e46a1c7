// What a turn says, short enough for a line.

import { expect, test } from "vitest";
import { answerOf, gistOf } from "./answer.ts";
import { subjectOf } from "./subject.ts";

test("of a long outcome the sentence is said that names what was done", () => {
  const outcome =
    "Both parts are done and all checks pass. `parseRate()` in rates.ts now rounds half to even. Thanks for the report that led to this.";
  expect(gistOf(outcome, 80)).toBe("`parseRate()` in rates.ts now rounds half to even.");
  expect(gistOf(outcome, 500)).toBe(outcome);
});

test("what was true before the work is not its outcome", () => {
  const outcome =
    "Done with the header. Before: `rates.ts` read `RATE_LIMIT` and `rateWindow` from config.ts. It now counts in Redis.";
  expect(gistOf(outcome, 60)).not.toContain("RATE_LIMIT");
});

test("a question is answered also with what was decided", () => {
  const turn = {
    request: "We go with Meilisearch because nobody can operate a cluster",
    outcome: "I noted the search decision in docs/search.md.",
    detail: "",
    decisions: ["We go with Meilisearch because nobody can operate a cluster."],
    open: [],
  } as unknown as Parameters<typeof answerOf>[0];
  const subject = subjectOf("which search engine do we use");
  expect(answerOf(turn, subject, () => 1, true).title).toContain("Meilisearch");
  expect(answerOf(turn, subject, () => 1, false).title).not.toContain("Meilisearch");
});

test("items of a list do not run into each other", () => {
  const turn = {
    request: "Where does the export run?",
    outcome: "The export runs on the worker host.",
    detail: "Export queue: redis on port 6380\nExport log: /var/log/export.log\nThe export is retried twice.",
    decisions: [],
    open: [],
  };
  const said = answerOf(
    turn as unknown as Parameters<typeof answerOf>[0],
    subjectOf("export queue log"),
    () => 1,
  );
  expect(said.detail).toContain("redis on port 6380; Export log: /var/log/export.log");
});

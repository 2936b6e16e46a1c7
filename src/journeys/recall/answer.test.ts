// What a turn says, short enough for a line.

import { expect, test } from "vitest";
import { answerOf } from "./answer.ts";
import { subjectOf } from "./subject.ts";

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

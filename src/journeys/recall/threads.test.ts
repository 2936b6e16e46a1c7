// The turns of what a prompt names.

import { expect, test } from "vitest";
import { threadsNamedIn } from "../../../libs/language/index.ts";
import type { Turn } from "../../protocol/turns.ts";
import { subjectOf } from "./subject.ts";
import { byName, byTerms, threadOf } from "./threads.ts";

let count = 0;
const turn = (request: string, over: Partial<Turn> = {}): Turn =>
  ({
    ...{ id: `t${count++}`, sessionId: "one", branch: "main", request, outcome: "" },
    ...{ decisions: [], open: [], files: [], commands: [] },
    ...over,
  }) as unknown as Turn;

/** As the store gives them: the newest first. */
const newestFirst = (...turns: Turn[]) => turns.toReversed();

test("a thread is named by number, in any spelling, and goes on until another is named", () => {
  const first = turn("Fix #266, the fds run out");
  const next = turn("also for the other watcher");
  const other = turn("now PR 221");
  const after = turn("answer its comments");
  const elsewhere = turn("hello", { sessionId: "two", outcome: "Linked issue 266 in the changelog." });
  const turns = newestFirst(first, next, other, after, elsewhere);
  const of = (prompt: string) => threadOf(turns, byName(threadsNamedIn(prompt)));
  expect(of("continue with issue 266")).toEqual([elsewhere, next, first]);
  expect(of("what about PR #221?")).toEqual([after, other]);
  expect(of("Wie ist der Stand bei Ticket 266?")).toEqual([elsewhere, next, first]);
  expect(of("#99")).toEqual([]);
});

test("a number with zeros names a task, also in a path; a version, a date and a port name none", () => {
  const spec = turn("implement specs/003-vouchers/plan.md");
  expect(threadOf([spec], byName(threadsNamedIn("what is the status of 003")))).toEqual([spec]);
  expect(threadOf([spec], byName(threadsNamedIn("继续任务 003")))).toEqual([spec]);
  expect(threadsNamedIn("v2.5.0 of 2026-03-01 on port 3333, 12:05")).toEqual([]);
});

test("a branch and a feature are threads too", () => {
  const work = turn("the vouchers need a limit", { branch: "feat/vouchers" });
  const more = turn("and a test", { branch: "feat/vouchers" });
  const other = turn("the invoices", { branch: "main" });
  const turns = newestFirst(work, more, other);
  const { terms } = subjectOf("continue with the vouchers");
  expect(
    threadOf(
      turns,
      byTerms([...terms.keys()], () => 1),
    ),
  ).toEqual([more, work]);
  expect(threadOf(turns, byName(threadsNamedIn("merge feat/vouchers", ["feat/vouchers", "main"])))).toEqual([
    more,
    work,
  ]);
});

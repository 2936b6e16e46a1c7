// What a prompt is about, on small texts.

import { expect, test } from "vitest";
import { isSmallTalk, questionsIn, subjectOf, topicOf } from "./subject.ts";

test.each([
  "yes",
  "commit",
  "Great!!",
  "run the tests",
  "continue",
  "commit and push",
  "thanks, commit this",
  "ok great, go ahead and push it",
  "perfect, thank you! yes please do it",
  "super, danke, mach weiter",
  "好的，谢谢，继续",
  "weiter",
  "はい",
  "да, спасибо",
])("%j is about nothing", (prompt) => {
  expect(isSmallTalk(subjectOf(prompt))).toBe(true);
});

test.each([
  "parseDate?",
  "fix the parallel tests",
  "why does the sync hang",
  "src/dates.ts",
  "为什么同步挂起",
])("%j is about something", (prompt) => {
  expect(isSmallTalk(subjectOf(prompt))).toBe(false);
});

test("what a host adds to a prompt is not its subject", () => {
  const { terms } = subjectOf("<system-reminder>the zebra</system-reminder>Check the gateway");
  expect([...terms.keys()]).toContain("gatewai");
  expect([...terms.keys()]).not.toContain("zebra");
});

test.each([
  ["what did we decide about kestrels without a workspace?", "kestrels without a workspace"],
  ["Haben wir je Redis benutzt?", "Redis"],
])("the topic of %j is %j", (prompt, topic) => {
  expect(topicOf(prompt)).toContain(topic);
});

test("a topic of several parts, or of many words, is not repeated as if it were a name", () => {
  expect(topicOf("When we tried to cut the evaluation cost, what came of it?")).toBe("that");
  expect(topicOf("Why did we move invoices of last year out of the nightly export job?")).toBe("that");
  expect(topicOf("Did we ever use Kafka?")).toBe("Kafka");
});

test("a long prompt with several questions is asked each of them, a short one once", () => {
  const long =
    "I read the invoices again and wondered about two things. Which month do they fall into? And who sends the reminders?";
  expect(questionsIn(long)).toEqual([long, "Which month do they fall into?", "And who sends the reminders?"]);
  expect(questionsIn("Why? And how?")).toHaveLength(1);
});

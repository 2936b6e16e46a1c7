// What a text is about, in terms that two spellings of one subject share.

import { expect, test } from "vitest";
import { subjectTerms, topicTerms } from "./subject-terms.ts";

test.each([
  ["authentication", "Use JWT tokens for auth"],
  ["auth", "Every authenticated request has a user"],
  ["deployment", "Deploy with make deploy after ops approved it"],
  ["database migrations", "Migrations live in db/migrations"],
  ["configuration", "The config is read once"],
  ["error handling", "Every error answer carries a JSON body"],
  ["our conventions for error handling?", "Throw AppError from services, never plain Error"],
  ["How do we handle errors?", "Do not swallow exceptions"],
  ["logging", "Log with pino, one JSON line each"],
  ["Fehlerbehandlung", "Jede Fehlerbehandlung steht in src/errors"],
  ["manejo de errores", "Los errores llevan un código"],
])("%s is a topic of: %s", (topic, statement) => {
  const named = new Set(subjectTerms(statement));
  expect(topicTerms(topic).every((term) => named.has(term))).toBe(true);
});

test.each([
  ["error handling", "Handle webhooks in the queue"],
  ["authentication", "The author of a commit is its committer"],
  ["payments", "Migrations live in db/migrations"],
])("%s is no topic of: %s", (topic, statement) => {
  const named = new Set(subjectTerms(statement));
  expect(topicTerms(topic).some((term) => named.has(term))).toBe(false);
});

test("a topic that is only a word of questions is looked up as it is", () => {
  expect(topicTerms("conventions")).toEqual(["convent"]);
});

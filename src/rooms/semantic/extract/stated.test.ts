import { describe, expect, test } from "vitest";
import { sentencesOf } from "./sentences.ts";
import { statedRule } from "./stated.ts";

const rulesIn = (text: string) => sentencesOf(text).flatMap((sentence) => statedRule(sentence) ?? []);

describe("a stated rule is extracted", () => {
  test.each([
    ["Always use pnpm, never npm.", "Always use pnpm, never npm"],
    ["Please always run the linter before committing", "Always run the linter before committing"],
    ["No, never commit directly to main!", "Never commit directly to main"],
    ["You must never edit generated files by hand.", "Never edit generated files by hand"],
    ["We always squash merge pull requests.", "Always squash merge pull requests"],
    ["I want you to always write tests first", "Always write tests first"],
    ["don't ever log user emails", "Never log user emails"],
    ["We use vitest for tests.", "We use vitest for tests"],
    ["This project uses PostgreSQL 17", "This project uses PostgreSQL 17"],
    ["our tests run against a real database", "Our tests run against a real database"],
    ["We don't use ORMs.", "We don't use ORMs"],
    ["Prefer named exports over default exports.", "Prefer named exports over default exports"],
    ["I prefer small functions", "Prefer small functions"],
    ["We prefer composition to inheritance", "We prefer composition to inheritance"],
    ["Please don't use default exports", "Don't use default exports"],
    ["Don't mock databases in tests.", "Don't mock databases in tests"],
    ["Remember that the API returns snake_case keys.", "The API returns snake_case keys"],
    ["Keep in mind: staging has no Redis", "Staging has no Redis"],
    ["From now on, write commit messages in English.", "Write commit messages in English"],
    ["In this project, migrations live in src/store/migrations", "Migrations live in src/store/migrations"],
    [
      "Commit messages must never mention ticket numbers",
      "Commit messages must never mention ticket numbers",
    ],
    ["Controllers must not access repositories", "Controllers must not access repositories"],
    ["Fix the login. Oh, and always use pnpm. Thanks!", "Always use pnpm"],
    ["- always sign commits\n- fix the parser", "Always sign commits"],
  ])("%s", (text, rule) => {
    expect(rulesIn(text)).toEqual([rule]);
  });
});

describe("a sentence that only sounds like a rule is ignored", () => {
  test.each([
    ["a task", "Fix the login bug and add a test"],
    ["a fault", "It always fails with ECONNREFUSED"],
    ["another fault", "The build never works on my machine"],
    ["what happened to us", "We never had this problem before"],
    ["what happens to us", "we always get an error when we log in"],
    ["a question", "Do we always use pnpm?"],
    ["a question without its mark", "should we use vitest or jest"],
    ["a plan", "We should use vitest for the new tests"],
    ["this time", "Don't use pnpm this time"],
    ["for now", "For now, never run the migrations"],
    ["this file", "Never return null in this function"],
    ["not yet", "Don't commit yet"],
    ["one thing", "Don't use the old parser"],
    ["one of two", "I prefer the second option"],
    ["a change of plan", "Never mind, use npm"],
    ["worry", "Don't worry about the linter"],
    ["doubt", "I think we use pnpm somewhere"],
    ["maybe", "Maybe we use tabs"],
    ["history", "We used npm until last year"],
    ["code", "// always use pnpm"],
    ["more code", "const always = never(use);"],
    ["a quotation", "> Always use pnpm"],
    ["a command of the client", "/compact always keep the plan"],
    ["nothing", ""],
    ["a cut sentence", "Always use the thing that…"],
    ["a log", "ERROR: always_run failed: exit 1;"],
    ["what to remember to do", "Remember to push"],
    ["how it was used", "How do we use Redis here"],
    ["how it is", "We use a map to cache results but it leaks memory"],
    ["what to change", "We use npm here and I want to move to pnpm"],
    ["what should not be", "The button should not be disabled when the form is valid"],
    ["a state", "Always crashing after login"],
    ["when we use it", "When we use pnpm the lockfile changes"],
  ])("%s", (_, text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});

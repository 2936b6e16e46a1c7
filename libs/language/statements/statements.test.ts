import { describe, expect, test } from "vitest";
import { decisionsSaid, statementsIn } from "./statements.ts";

const rulesIn = (text: string) =>
  statementsIn(text, "user")
    .filter(({ isSure }) => isSure)
    .map(({ content }) => content);

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
    ["a report", "The webhook worker eats all memory after a few hours. Please look into it."],
    ["a report with its time", "Uploads over 5 MB fail on staging since Monday."],
  ])("%s", (_, text) => {
    expect(rulesIn(text)).toEqual([]);
  });
});

test('"no" at the beginning is an answer only before a comma', () => {
  const [rule] = statementsIn("no prod releases on fridays, nobody is on call", "user");
  expect(rule?.content).toBe("No prod releases on fridays, nobody is on call");
});

describe("a statement stands alone, with its reason and its kind", () => {
  test.each([
    [
      "We decided to use PostgreSQL instead of MongoDB because we need transactions",
      "decision",
      "We decided to use PostgreSQL instead of MongoDB because we need transactions",
    ],
    [
      "The tests need Redis on port 6380, otherwise they hang",
      "warning",
      "The tests need Redis on port 6380, otherwise they hang",
    ],
    [
      "Don't touch the legacy folder, it will be deleted in Q1",
      "rule",
      "Don't touch the legacy folder, it will be deleted in Q1",
    ],
    ["No, please use pnpm here, not npm!", "rule", "Use pnpm in this project, not npm"],
    ["Note: API v1 is deprecated since March.", "fact", "API v1 is deprecated since March"],
    ["Watch out: the staging database is shared.", "warning", "The staging database is shared"],
    [
      "We rejected GraphQL because the CDN cannot cache it.",
      "rejected",
      "We rejected GraphQL because the CDN cannot cache it",
    ],
    ["Benutze hier pnpm, nicht npm.", "rule", "Benutze hier pnpm, nicht npm"],
    ["Hinweis: API v1 ist seit März veraltet.", "fact", "API v1 ist seit März veraltet"],
    ["Die Tests brauchen Redis, sonst hängen sie.", "warning", "Die Tests brauchen Redis, sonst hängen sie"],
    [
      "On a décidé d'utiliser PostgreSQL parce qu'on a besoin de transactions.",
      "decision",
      "On a décidé d'utiliser PostgreSQL parce qu'on a besoin de transactions",
    ],
    ["Usa pnpm aquí, no npm.", "rule", "Usa pnpm en este proyecto, no npm"],
    ["Nunca faça commit direto na main.", "rule", "Nunca faça commit direto na main"],
    ["Никогда не коммить напрямую в main.", "rule", "Никогда не коммить напрямую в main"],
    [
      "コミットメッセージは必ず英語で書いてください。",
      "rule",
      "コミットメッセージは必ず英語で書いてください",
    ],
    ["我们决定用PostgreSQL,因为需要事务。", "decision", "我们决定用PostgreSQL,因为需要事务"],
    ["커밋 메시지는 항상 영어로 작성하세요.", "rule", "커밋 메시지는 항상 영어로 작성하세요"],
  ])("%s", (text, kind, content) => {
    expect(statementsIn(text, "user")).toMatchObject([{ kind, content }]);
  });
});

describe("what an agent says is kept only if it is a decision or a warning in so many words", () => {
  test.each([
    "I chose optimistic locking over a row lock because the table is mostly read.",
    "Important: the worker must be restarted after a change, otherwise it keeps the old settings.",
  ])("kept: %s", (text) => {
    expect(statementsIn(text, "agent")).toHaveLength(1);
  });

  test.each([
    "I'll use the Read tool to look at the file.",
    "Every caller passes the same two arguments.",
    "The parser never sees the trailing comma because the lexer drops it.",
    "Note that I haven't run the tests yet.",
    "We use the same pattern in `orders.ts`.",
    "The config is stored in src/config.ts and must be reloaded.",
  ])("not kept: %s", (text) => {
    expect(statementsIn(text, "agent")).toEqual([]);
  });
});

test("what says that it decides is a decision of the session, in any reply", () => {
  const decided = ["I decided to keep the fees in a table of their own.", "We rejected GraphQL."];
  const others = ["Let me decide which file to read.", "Should we decide on Redis?", "It returns null now."];
  const reply = [...decided, ...others].join(" ");
  expect(decisionsSaid(reply, "agent")).toEqual(decided);
});

test("a request and a rule are no decisions, a choice between two things is one", () => {
  expect(decisionsSaid("Keep the exchange rates", "user")).toEqual([]);
  expect(decisionsSaid("Always store times in UTC.", "user")).toEqual([]);
  expect(decisionsSaid("We use pnpm instead of npm.", "user")).toEqual(["We use pnpm instead of npm."]);
});

test.each([
  ["You're editing the main workspace, not the session", "Edit the session, not the main workspace"],
  ["You are using npm instead of pnpm.", "Use pnpm, not npm"],
  ["You keep committing to main, not to a branch", "Commit to a branch, not main"],
  [
    "You are running the tests against production, not staging",
    "Run the tests against staging, not production",
  ],
])("a correction is kept as the rule that it means: %s", (text, rule) => {
  expect(statementsIn(text, "user").map(({ content }) => content)).toEqual([rule]);
});

test.each([
  [
    "Use pnpm, not npm, and never commit the lockfile of npm.",
    "Use pnpm, not npm",
    "Never commit the lockfile of npm",
  ],
  [
    "From now on use kebab-case for file names, and put tests beside the code.",
    "Use kebab-case for file names",
    "Put tests beside the code",
  ],
  [
    "A few ground rules: we use pnpm, never npm; tests are written with vitest; commits follow conventional commits.",
    "We use pnpm, never npm",
    "Tests are written with vitest",
    "Commits follow conventional commits",
  ],
])("several rules of one sentence are several statements: %s", (text, ...rules) => {
  expect(rulesIn(text)).toEqual(rules);
});

test("one rule with two objects stays one", () => {
  const text = "Always use tabs and never spaces, because the formatter needs it.";
  expect(rulesIn(text)).toEqual(["Always use tabs and never spaces, because the formatter needs it"]);
});

describe("a rule beside a request is kept", () => {
  test.each([
    [
      "Prices are integers in cents everywhere, never floats: accounting had rounding differences. Please check price.ts",
      "Prices are integers in cents everywhere, never floats: accounting had rounding differences",
    ],
    [
      "The import takes 40 minutes with INSERT, so we now use COPY. Keep it that way.",
      "The import takes 40 minutes with INSERT, so we now use COPY",
    ],
    [
      "Add the migration. Migrations on production: ops must approve it.",
      "Migrations on production: ops must approve it",
    ],
    ["No Kafka, please", "No Kafka"],
  ])("%s", (text, rule) => {
    expect(rulesIn(text)).toEqual([rule]);
  });
});

test.each(["our tests run against a real database"])(
  "what only says how something is, once, is not kept at once: %s",
  (text) => {
    expect(rulesIn(text)).toEqual([]);
  },
);

test.each([
  "Based on the rename, ids are used as they are, so this comment should be updated.",
  "That message should say that it failed.",
  "now, the type of the hook, should that not be moved",
])("what points at something said before, or asks, is not kept at once: %s", (text) => {
  expect(rulesIn(text)).toEqual([]);
});

test.each([
  ["All commands should run directly in the terminal instead of through node", true],
  ["The sessions view should only load the sessions of the selected checkpoint", true],
  ["The handicap may change during the season", false],
])("the form of a norm makes it sure: %s", (text, isSure) => {
  expect(rulesIn(text).length > 0).toBe(isSure);
});

test.each([
  "Lets get back to main",
  "Theres a comment from coderabbit on pr 175",
  "Thats malformatted at the end",
  "The result row worker is done",
  "The e2e test is also sitll failing",
  "We never dealt with such patterns.",
  "I only wanted you to create a task",
])("progress and reports are no knowledge: %s", (text) => {
  expect(rulesIn(text)).toEqual([]);
});

test("what was pasted into a prompt waits, the own line around it does not", () => {
  const rows = Array.from({ length: 6 }, (_, i) => `Part ${i} must never be shared. ${"x ".repeat(90)}`);
  const found = statementsIn(
    ["Look at the page.", ...rows, "Never edit generated files by hand."].join("\n"),
    "user",
  );
  expect(found.filter(({ isSure }) => isSure).map(({ content }) => content)).toEqual([
    "Never edit generated files by hand",
  ]);
});

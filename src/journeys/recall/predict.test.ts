import { expect, test } from "vitest";
import { lineOf, type Past, predict, reasonOf, usualChecks } from "./predict.ts";

const none = { before: null, after: null };
const turn = (
  sessionId: string,
  files: string[],
  commands: string[] = [],
  tests: Past["tests"] = none,
): Past => ({
  ...{ sessionId, files, commands, tests },
});

test("says what went with a file in most sessions, how it was checked and what broke", () => {
  const failed = { before: "failed", after: "passed" } as const;
  const past = [
    turn("c", ["src/pay.ts", "src/tax.ts", "test/pay.test.ts"], ["npm test", "npm run lint"], failed),
    turn(
      "b",
      ["src/pay.ts", "src/tax.ts", "test/pay.test.ts", "README.md"],
      ["npm run lint -- --fix"],
      failed,
    ),
    turn("a", ["src/pay.ts", "src/tax.ts"]),
    turn("a", ["docs/other.md"], ["npm test"]),
  ];
  const found = predict(past, ["src/pay.ts"]);
  expect(found && lineOf(found)).toBe(
    "src/pay.ts, the last 3 times: with src/tax.ts, test/pay.test.ts; run `npm run lint`, `npm test`; broke: test/pay.test.ts",
  );
  expect(found && reasonOf(found)).toContain("src/tax.ts 3 of 3, test/pay.test.ts 2 of 3");
});

test("says nothing of a file that was changed once, or that nothing went with", () => {
  expect(predict([turn("a", ["a.ts", "b.ts"])], ["a.ts"])).toBeNull();
  expect(predict([turn("b", ["a.ts", "c.ts"]), turn("a", ["a.ts", "b.ts"])], ["a.ts"])).toBeNull();
  expect(predict([], ["a.ts"])).toBeNull();
});

test("the usual checks are those of most sessions that changed something", () => {
  const past = [
    turn("c", ["a.ts"], ["make lint && make test"]),
    turn("b", ["b.ts"], ["make test"]),
    turn("x", [], ["make docs-build"]),
    turn("a", ["c.ts"], []),
  ];
  expect(usualChecks(past)).toEqual({ times: 3, checks: [{ what: "make test", times: 2 }] });
});

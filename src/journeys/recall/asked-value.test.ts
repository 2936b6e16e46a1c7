import { expect, test } from "vitest";
import { changesSetting } from "../../../libs/language/index.ts";
import { statesValueOf } from "./asked-value.ts";
import { subjectOf } from "./subject.ts";

test.each(["bump the pool again", "add another retry", "the timeout is too short", "verdopple den Pool"])(
  "%s changes a setting",
  (prompt) => {
    expect(changesSetting(prompt)).toBe(true);
  },
);

test("a turn that states the value of what the prompt names", () => {
  const prompt = subjectOf("bump the pool again, I see waits in the graphs");
  expect(statesValueOf("Doubled the pool to 40 per replica.", prompt)).toBe(true);
  expect(statesValueOf("The pool was mentioned in the review.", prompt)).toBe(false);
});

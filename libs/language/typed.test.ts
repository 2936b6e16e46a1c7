// What of a prompt a person has typed.

import { expect, test } from "vitest";
import { statementsIn } from "./statement-model.ts";
import { withoutHost } from "./typed.ts";

const built =
  "Implement the plan as specified, it is attached for your reference. Do NOT edit the plan file itself.\n\nTo-do's from the plan have already been created. Do not create them again. Mark them as in_progress as you work, starting with the first one. Don't stop until you have completed all the to-dos.";

test("a prompt that the editor wrote in the user's place says nothing", () => {
  expect(withoutHost(built)).toBe("");
  expect(statementsIn(built, "user")).toEqual([]);
});

test("what the user adds to it stays", () => {
  expect(withoutHost(`${built}\nNever touch the old rates.`)).toBe("Never touch the old rates.");
});

test("what a host puts around a prompt goes", () => {
  expect(withoutHost("<ide_opened_file>a.ts</ide_opened_file>Fix the tax [Image #1]")).toBe("Fix the tax");
});

import { expect, test } from "vitest";
import { z } from "zod";
import { readAnswer } from "./answer.ts";

const schema = z.object({ title: z.string() });

test.each([
  '{"title":"a"}',
  ' \n{"title":"a"}\n',
  '```json\n{"title":"a"}\n```',
  'Here it is:\n```\n{"title":"a"}\n```\nAnything else?',
  'Here it is: {"title":"a"} as you wished',
])("reads %j", (text) => {
  expect(readAnswer(text, schema)).toEqual({ ok: true, value: { title: "a" } });
});

test.each([
  ["", "it is not JSON"],
  ["no", "it is not JSON"],
  ['{"title":', "it is not JSON"],
  ["} and {", "it is not JSON"],
  ['{"title":1}', "title must be text"],
  ['"title"', "the answer must be an object"],
  ["null", "the answer must be an object"],
])("refuses %j: %s", (text, why) => {
  expect(readAnswer(text, schema)).toEqual({ ok: false, why: expect.stringContaining(why) });
});

test("lists are answers too", () => {
  expect(readAnswer("[1,2]", z.array(z.number()))).toEqual({ ok: true, value: [1, 2] });
});

import { expect, test } from "vitest";
import { z } from "zod";
import { describeIssues } from "./complaint.ts";

const schema = z
  .object({
    limit: z.number().int().min(1).max(9).optional(),
    query: z.string().min(1).max(5),
    on: z.boolean().optional(),
    kind: z.enum(["a", "b"]).optional(),
    tags: z.array(z.string()).max(1).optional(),
  })
  .strict();

test.each([
  [{ query: "x", limit: 0 }, "limit must be at least 1"],
  [{ query: "x", limit: 99 }, "limit must be at most 9"],
  [{ query: "x", limit: 1.5 }, "limit must be a whole number"],
  [{ query: "x", limit: "many" }, "limit must be a number"],
  [{ query: "" }, "query must not be empty"],
  [{ query: "too long" }, "query must have at most 5 characters"],
  [{}, "query is missing"],
  [{ query: "x", on: 1 }, "on must be true or false"],
  [{ query: "x", kind: "c" }, "kind must be one of a, b"],
  [{ query: "x", tags: ["a", "b"] }, "tags must have at most 1 entry"],
  [{ query: "x", foo: 1 }, 'the input has "foo", which tellback does not know'],
  [{ query: "", limit: 0 }, "limit must be at least 1; query must not be empty"],
])("%j", (input, words) => {
  const parsed = schema.safeParse(input);
  expect(parsed.error && describeIssues(parsed.error, "the input")).toBe(words);
});

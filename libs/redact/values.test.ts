// What is random in an id or a name: ids of hosts and names of tools are not.

import { expect, test } from "vitest";
import { hasRandomRun } from "./values.ts";

test.each([
  "toolu_01A09q90qw90lq917835lq9X",
  "call_9rXq2LmPz4TfWb7KdYs3HnVc",
  "msg_01XFDUDYJgAACzvnptvVoYEL",
  "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  "2026-11-18T08:00:00.000Z a1b2c3d4e5f6",
])("%s is an id of a host", (id) => expect(hasRandomRun(id, 30)).toBe(false));

test.each([
  "mcp__claude_ai_Linear__get_issue_by_identifier",
  "mcp__3fa85f64-5717-4562-b3fc-2c963f66afa6__search",
  "NotebookEdit",
  "memory-keeper:codeReviewAndSecurityAuditor2",
])("%s is a name", (name) => expect(hasRandomRun(name, 20)).toBe(false));

test("a token is neither", () => {
  const token = "Xk29fQmZ8vLr3TsWb6YhNc4PdJg7Ae1UoRi5q7k";
  expect(hasRandomRun(token, 30)).toBe(true);
  expect(hasRandomRun(`reviewer-${token}`, 20)).toBe(true);
});

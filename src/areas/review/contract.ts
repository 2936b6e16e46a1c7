// Operations on what a person is asked to decide.

import { z } from "zod";
import { learning } from "../../protocol/knowledge.ts";
import { reviewCounts, reviewItem } from "../../protocol/review.ts";
import { allProjects, folder, id, limit, offset, operation, total } from "../operation.ts";

const kept = z.object({
  learning,
  replaced: z.array(z.string()).describe("ids of statements that no longer hold"),
  beside: z.array(z.string()).describe("ids of statements that it seemed to contradict, and that hold too"),
});

export const operations = {
  review: operation(
    "List learned statements that wait for your decision, and those that contradict each other",
    "nothing",
    z.object({ limit: limit(50), offset, folder, allProjects }),
    z.object({ items: z.array(reviewItem), total, ...reviewCounts.shape }),
    [],
    { cli: { within: "review" } },
  ),
  "review.keep": operation(
    "Keep a statement, and what it seems to contradict",
    "memory",
    z.object({
      id,
      only: z.boolean().default(false).describe("what it seems to contradict no longer holds"),
    }),
    kept,
    ["id"],
  ),
  "review.edit": operation(
    "Correct a statement and keep it",
    "memory",
    z.object({ id, content: z.string().min(3).max(1000).describe("new text, one sentence") }),
    kept,
    ["id", "content"],
  ),
  "review.drop": operation(
    "Drop a statement: it is not learned again",
    "memory",
    z.object({ id }),
    z.object({ learning }),
    ["id"],
  ),
} as const;

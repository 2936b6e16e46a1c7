// Operations on what was learned.

import { z } from "zod";
import { change, learning, learningCategory, nodeState } from "../semantic.ts";
import { shownForms } from "../shown.ts";
import { allProjects, folder, id, limit, operation } from "./operation.ts";

export const semanticOperations = {
  learnings: operation(
    "List what was learned, the surest first",
    "nothing",
    z.object({
      limit: limit(50),
      folder,
      allProjects,
      category: learningCategory.optional().describe("only this category"),
      state: nodeState.default("active").describe("also what was put away or rejected"),
      minConfidence: z.number().min(0).max(1).default(0).describe("leave out what is less sure, 0 to 1"),
    }),
    z.object({ learnings: z.array(learning) }),
  ),
  "learnings.show": operation(
    "Show one learning with what speaks for and against it",
    "nothing",
    z.object({ id }),
    shownForms.learning,
    ["id"],
  ),
  "learnings.add": operation(
    "Add something that agents should know",
    "memory",
    z.object({
      content: z.string().min(3).max(1000).describe("one sentence"),
      category: learningCategory.optional().describe("which kind it is (default: by its words)"),
      folder,
      global: z.boolean().default(false).describe("holds in every project"),
    }),
    z.object({ learning }),
    ["content"],
  ),
  "learnings.confirm": operation(
    "Confirm a learning: it is sure from now on, whatever sessions bring",
    "memory",
    z.object({ id }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.reject": operation(
    "Reject a learning: it does not come back",
    "memory",
    z.object({ id }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.edit": operation(
    "Correct a learning, which also confirms it",
    "memory",
    z.object({
      id,
      content: z.string().min(3).max(1000).optional().describe("new sentence"),
      category: learningCategory.optional().describe("new category"),
    }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.log": operation(
    "List what you and the consolidation changed, the newest first",
    "nothing",
    z.object({ limit: limit(20) }),
    z.object({ changes: z.array(change) }),
  ),
  "learnings.undo": operation(
    "Undo the newest change to learnings, or the one with this id",
    "memory",
    z.object({ id: id.optional() }),
    z.object({ change, learnings: z.array(learning) }),
    ["id"],
  ),
} as const;

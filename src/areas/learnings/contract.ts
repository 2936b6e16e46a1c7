// Operations on learnings.

import { z } from "zod";
import { change, learning, learningCategory, nodeState } from "../../protocol/knowledge.ts";
import { shownForms } from "../../protocol/shown.ts";
import { allProjects, folder, id, limit, offset, operation, total } from "../operation.ts";

export const operations = {
  learnings: operation(
    "List learnings, highest confidence first",
    "nothing",
    z.object({
      limit: limit(50),
      folder,
      allProjects,
      category: learningCategory.optional().describe("only this category"),
      state: nodeState.default("active").describe("show learnings in this state"),
      minConfidence: z.number().min(0).max(1).default(0).describe("minimum confidence, 0 to 1"),
      confirmed: z.boolean().optional().describe("only what the user confirmed, or only the rest"),
      order: z.enum(["surest", "doubtful"]).default("surest").describe("which come first"),
      offset,
    }),
    z.object({ learnings: z.array(learning), total }),
    [],
    { cli: { path: "learnings list", isDefault: true } },
  ),
  "learnings.show": operation(
    "Show one learning with the evidence for and against it",
    "nothing",
    z.object({ id }),
    shownForms.learning,
    ["id"],
  ),
  "learnings.add": operation(
    "Add a learning by hand",
    "memory",
    z.object({
      content: z.string().min(3).max(1000).describe("one sentence"),
      category: learningCategory.optional().describe("its category (default: derived from the text)"),
      folder,
      global: z.boolean().default(false).describe("valid in every project"),
    }),
    z.object({ learning }),
    ["content"],
  ),
  "learnings.confirm": operation(
    "Confirm a learning: full confidence, and no session changes it any more",
    "memory",
    z.object({ id }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.reject": operation(
    "Reject a learning: it is not learned again",
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
      content: z.string().min(3).max(1000).optional().describe("new text"),
      category: learningCategory.optional().describe("new category"),
    }),
    z.object({ learning }),
    ["id"],
  ),
  "learnings.log": operation(
    "List changes by you and by consolidation, newest first",
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

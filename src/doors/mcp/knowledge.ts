// The tool `get_project_knowledge`: what is known of the project, the surest first.

import { z } from "zod";
import { cut, pageOf } from "./page.ts";
import { rounded, tool } from "./tool.ts";

const groups = [
  ...(["decisions", "conventions", "gotchas", "architecture", "patterns", "dependencies"] as const),
  ...(["facts", "openQuestions"] as const),
] as const;

export const getProjectKnowledge = tool({
  name: "get_project_knowledge",
  operation: "get_project_knowledge",
  description: "What is known of this project: decisions with reasons, conventions, gotchas, architecture.",
  effect: "reads",
  input: z.object({
    topic: z.string().max(500).optional().describe("only what is about this"),
    limit: z.number().int().min(1).max(200).default(30),
    cursor: z.string().optional().describe("next_cursor of the page before"),
  }),
  output: z.object({
    known: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        statement: z.string(),
        rationale: z.string().optional(),
        confidence: z.number(),
        stale: z.string().optional(),
      }),
    ),
    next_cursor: z.string().optional(),
  }),
  ask: ({ topic }, { folder }) => ({ ...(topic && { topic }), ...(folder && { folder }) }),
  tell(answer, { limit, cursor }) {
    const all = groups.flatMap((kind) =>
      answer[kind].map(({ id, statement, rationale, confidence, stale }) => ({
        id,
        kind,
        statement,
        ...(rationale !== null && { rationale }),
        confidence: rounded(confidence),
        ...(stale !== null && { stale }),
      })),
    );
    const { items, ...rest } = cut(all, pageOf(limit, cursor));
    return { known: items, ...rest };
  },
  heading: "Known of this project:",
  lines: ({ known }) =>
    known.map(
      ({ id, kind, statement, rationale, confidence, stale }) =>
        `${id} · ${kind} · ${confidence} · ${statement}${rationale ? ` (${rationale})` : ""}${stale ? ` · stale: ${stale}` : ""}`,
    ),
});

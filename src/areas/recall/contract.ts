// Operations on recall: what tellback would inject, and what it has injected.

import { z } from "zod";
import { injection, why } from "../../protocol/recall.ts";
import { origin } from "../knowledge/contract.ts";
import { folder, id, operation } from "../operation.ts";

export const operations = {
  context: operation(
    "Show exactly what would be injected now, and why",
    "nothing",
    z.object({
      folder,
      for: z.string().min(1).max(10_000).optional().describe("at this prompt (default: at session start)"),
      file: z.string().min(1).optional().describe("when it opens this file"),
      session: z.string().optional().describe("leave out what this session has received already"),
      explain: z.boolean().optional().describe("print every reason in full, also of predictions"),
    }),
    z.object({
      text: z.string().nullable().describe("null: nothing would be injected"),
      tokens: z.number().int(),
      budget: z.number().int(),
      items: z.array(
        z.object({
          id: z.string(),
          kind: z.string(),
          section: z.string(),
          title: z.string(),
          length: z.enum(["title", "summary", "detail"]),
          tokens: z.number().int(),
          why,
        }),
      ),
      left: z
        .array(z.object({ id: z.string(), title: z.string(), because: z.string() }))
        .describe("candidates that were left out"),
      isExplained: z.boolean(),
    }),
  ),
  why: operation(
    "Show where something comes from, when and why it was injected, and whether the agent used it",
    "nothing",
    z.object({ id }),
    z.object({
      id: z.string(),
      title: z.string(),
      origin: origin.nullable().describe("of what is known: whose words, where and why"),
      injections: z.array(injection),
    }),
    ["id"],
  ),
} as const;

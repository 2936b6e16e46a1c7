// Operations on recall: what tellback would inject, and what it has injected.

import { z } from "zod";
import { injection, why } from "../../protocol/recall.ts";
import { origin } from "../knowledge/contract.ts";
import { folder, id, operation } from "../operation.ts";

const openPoint = z.object({
  id: z.string(),
  text: z.string(),
  source: z
    .enum(["agent", "model", "rules"])
    .describe("whose words: the agent's closing line, a model's record of the session, rules"),
  sessionId: z.string(),
  turnId: z.string(),
  branch: z.string().nullable(),
  since: z.string().describe("when it was said last"),
});

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
  "open-points": operation(
    "List the open points of a project, newest first",
    "nothing",
    z.object({ folder }),
    z.object({ points: z.array(openPoint) }),
    [],
    { cli: { path: "open-points list", isDefault: true } },
  ),
  "open-points.close": operation(
    "Close an open point; one that is said again later is open again",
    "memory",
    z.object({ id, folder }),
    z.object({ point: openPoint }),
    ["id"],
  ),
  "open-points.edit": operation(
    "Say an open point in other words",
    "memory",
    z.object({ id, text: z.string().min(3).max(300).describe("new text, one sentence"), folder }),
    z.object({ point: openPoint }),
    ["id", "text"],
  ),
} as const;

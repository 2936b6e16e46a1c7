// The knowledge about a project as a whole: decisions, patterns, conventions, gotchas.

import { z } from "zod";
import { authorship, saidBy, shareScope } from "../../protocol/knowledge.ts";
import { cut, pageOf } from "../../protocol/paging.ts";
import { ties } from "../graph/contract.ts";
import {
  allProjects,
  folder,
  force,
  nextCursor,
  operation,
  pageInputs,
  path,
  rounded,
} from "../operation.ts";

const entry = z.object({
  id: z.string(),
  statement: z.string(),
  rationale: z.string().nullable(),
  topics: z.array(z.string()),
  files: z.array(z.string()),
  confidence: z.number(),
  sessions: z.number().int().describe("number of sessions it was seen in"),
  since: z.string(),
  source: z.object({
    saidBy: saidBy.nullable().describe("whose words it is; null if it was written or observed"),
    sessionId: z.string().nullable(),
    observationId: z.string().nullable().describe("the prompt or the reply"),
  }),
  stale: z.string().nullable().describe("why it may be outdated"),
  ties,
});
/** Where a statement comes from. */
export const origin = z.object({
  saidBy: saidBy.nullable().describe("whose words it is; null if it was written or observed"),
  words: z.string().nullable().describe("how it was said first"),
  reason: z.string().nullable().describe("why it holds, if that was said"),
  confidence: z.number(),
  since: z.string(),
  sessionId: z.string().nullable(),
  observationId: z.string().nullable(),
  supersededBy: z.string().nullable(),
  ...authorship,
  scope: shareScope.describe("who else may have it"),
});
export type Origin = z.infer<typeof origin>;
export type KnowledgeEntry = z.infer<typeof entry>;

const knowledge = z.object({
  project: z.string(),
  topic: z.string().nullable(),
  topics: z.array(z.object({ topic: z.string(), entries: z.number().int() })),
  decisions: z.array(entry),
  patterns: z.array(entry),
  conventions: z.array(entry),
  gotchas: z.array(entry),
  architecture: z.array(entry),
  dependencies: z.array(entry),
  facts: z.array(entry),
  openQuestions: z.array(entry),
});
export type Knowledge = z.infer<typeof knowledge>;
const topic = z.string().max(500).optional().describe("only knowledge about this topic");

/** The order in which an agent reads them. */
const kindsForAgents = [
  ...(["decisions", "conventions", "gotchas", "architecture", "patterns", "dependencies"] as const),
  ...(["facts", "openQuestions"] as const),
] as const;

export const operations = {
  knowledge: operation(
    "Show the knowledge about a project: decisions, patterns, conventions, gotchas",
    "nothing",
    z.object({ topic, folder }),
    knowledge,
    [],
    {
      cli: { path: "knowledge show", isDefault: true },
      forAgents: {
        tool: "get_project_knowledge",
        description: "Decisions, conventions, gotchas and architecture of this project.",
        input: z.strictObject({ topic: z.string().max(500).optional(), ...pageInputs(30) }),
        output: z.object({
          known: z.array(
            z.object({
              id: z.string(),
              kind: z.string(),
              statement: z.string(),
              rationale: z.string().optional(),
              confidence: z.number(),
              stale: z.string().optional().describe("why it may no longer hold"),
            }),
          ),
          ...nextCursor,
        }),
        asks: ({ topic }, { folder }) => ({ topic, folder }),
        answers(answer, { limit, cursor }) {
          const all = kindsForAgents.flatMap((kind) => answer[kind].map((entry) => ({ kind, ...entry })));
          const { items, ...rest } = cut(all, pageOf(limit, cursor));
          return {
            known: items.map(({ id, kind, statement, rationale, confidence, stale }) => ({
              ...{ id, kind, statement },
              ...(rationale !== null && { rationale }),
              confidence: rounded(confidence),
              ...(stale !== null && { stale }),
            })),
            ...rest,
          };
        },
      },
    },
  ),
  "knowledge.export": operation(
    "Export the knowledge to knowledge_graph.json, patterns.json and conventions.json",
    "nothing",
    z.object({ path: path(z.string().describe("folder to write to")), force, folder, allProjects }),
    z.object({ files: z.array(z.string()), nodes: z.number().int(), edges: z.number().int() }),
    ["path"],
  ),
  "knowledge.import": operation(
    "Import knowledge that another tellback exported",
    "memory",
    z.object({ path: path(z.string().describe("folder to read")), folder }),
    z.object({ added: z.number().int(), merged: z.number().int(), edges: z.number().int() }),
    ["path"],
  ),
} as const;

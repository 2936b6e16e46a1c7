// Knowledge, as every door shows it: nodes and edges of the graph, and learnings, which are nodes with a confidence.

import { z } from "zod";

export const nodeType = z.enum([
  "fact",
  "decision",
  "pattern",
  "observation",
  "hypothesis",
  "task",
  "summary",
  "source",
  "open-question",
  "learning",
]);
export type NodeType = z.infer<typeof nodeType>;

/** A hypothesis is not proven; a dead end was tried and failed. */
export type StatementKind = "claim" | "hypothesis" | "dead end";
export const statementKindOfType: Readonly<Record<NodeType, StatementKind>> = {
  fact: "claim",
  decision: "claim",
  pattern: "claim",
  observation: "dead end",
  hypothesis: "hypothesis",
  task: "claim",
  summary: "claim",
  source: "claim",
  "open-question": "claim",
  learning: "claim",
};

/** Types that an agent or a person may write; learnings are derived from evidence. */
export const writtenType = nodeType.exclude(["learning"]);
export type WrittenType = z.infer<typeof writtenType>;

export const edgeType = z.enum([
  "DERIVED_FROM",
  "DEPENDS_ON",
  "SUPERSEDES",
  "RELATES_TO",
  "CHILD_OF",
  "CONTRADICTS",
  "SUPPORTED_BY",
]);
export type EdgeType = z.infer<typeof edgeType>;

/** Tags that say when the composer includes a node: always, by relevance, while its task is current, never. */
export const tiers = ["pinned", "reference", "working", "off-context"] as const;

export const learningCategory = z.enum(["architecture", "convention", "gotcha", "dependency", "pattern"]);
export type LearningCategory = z.infer<typeof learningCategory>;

/** Whose words something is. What a user states counts more than what an agent does. */
export const saidBy = z.enum(["user", "agent"]);
export type SaidBy = z.infer<typeof saidBy>;

/** `waiting`: learned, and without any effect until a person keeps it. */
export const nodeState = z.enum(["active", "waiting", "archived", "rejected"]);
export type NodeState = z.infer<typeof nodeState>;

/** Who else may have it: nobody, those who work on its project, everybody of the team. */
export const shareScope = z.enum(["private", "project", "team"]);
export type ShareScope = z.infer<typeof shareScope>;

/** Who made something, and where. */
export const authorship = {
  author: z.string().nullable().describe("who stated it; null: from before names were kept"),
  machine: z.string().nullable().describe("where: a machine's id, or the repository or file that brought it"),
};

/** Which learned statements wait for a person: none, what is unsure, all. */
export const reviewMode = z.enum(["off", "unsure", "all"]);
export type ReviewMode = z.infer<typeof reviewMode>;

export const learning = z.object({
  id: z.string(),
  projectId: z.string().nullable().describe("null: valid in every project"),
  type: nodeType.describe("a hypothesis is not proven; an observation is a dead end: tried, and failed"),
  category: learningCategory,
  content: z.string(),
  confidence: z.number().describe("0 to 1; 1 is confirmed by the user"),
  timesSeen: z.number().int().describe("sessions it was seen in"),
  isManual: z.boolean().describe("added, changed or confirmed by the user: nothing else changes it"),
  state: nodeState,
  supersededBy: z.string().nullable(),
  staleSince: z.string().nullable(),
  sessionId: z.string().nullable().describe("where it was first seen"),
  observationId: z.string().nullable(),
  saidBy: saidBy.nullable().describe("whose words it is, if somebody said it in a session"),
  ...authorship,
  scope: shareScope.describe("who else may have it"),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Learning = z.infer<typeof learning>;

export const evidence = z.object({
  kind: z.enum(["supports", "contradicts"]),
  sessionId: z.string().nullable(),
  observationId: z.string().nullable(),
  claim: z.string().describe("the words in which it was seen"),
  at: z.string(),
});
export type Evidence = z.infer<typeof evidence>;

export const link = z.object({
  type: edgeType,
  direction: z.enum(["from", "to"]).describe("whether the learning is the beginning or the end of it"),
  id: z.string(),
  content: z.string(),
});
export type Link = z.infer<typeof link>;

/** An edge of a node as it is shown: to another node, to the code that it is about, to the turn in which it was said. */
export const tie = z.object({
  type: z.enum([...edgeType.options, "ABOUT", "SAID_IN"]),
  direction: z.enum(["from", "to"]).describe("whether the node is the beginning or the end of it"),
  id: z.string().describe("id of a node or a turn, or a file with the name of a definition: src/a.ts#name"),
  text: z.string().describe("what the node says, or what was asked in the turn"),
});
export type Tie = z.infer<typeof tie>;

export const change = z.object({
  id: z.string(),
  at: z.string(),
  why: z.string(),
  undoneAt: z.string().nullable(),
  nodes: z
    .array(
      z.object({
        id: z.string(),
        content: z.string().describe("as it is after the change"),
        changed: z.array(z.object({ what: z.string(), from: z.string(), to: z.string() })),
        isNew: z.boolean(),
      }),
    )
    .describe("what the change did to each node"),
});
export type Change = z.infer<typeof change>;

export const verdict = z.object({
  verdict: z.enum(["new", "reinforces", "contradicts", "proven"]),
  learning,
  against: z.array(z.string()).describe("ids of the nodes that it contradicts"),
});

export const anchor = z.object({
  file: z.string().describe("relative to the project"),
  symbol: z.string().nullable().describe("a definition in it; null is all of the file"),
  isManual: z.boolean(),
  brokenAt: z.string().nullable(),
  how: z.enum(["changed", "gone"]).nullable(),
  observationId: z.string().nullable().describe("what changed it"),
});
export type Anchor = z.infer<typeof anchor>;

export const changedCode = z.object({
  file: z.string().describe("relative to the project"),
  symbol: z.string().nullable().describe("a definition in it; null is all of the file"),
  commit: z.string().nullable().describe("that has the earlier code; null if git does not have it"),
  before: z.string().nullable().describe("the file as the node knows it"),
  after: z.string().nullable().describe("the file now; null if it is gone"),
});
export type ChangedCode = z.infer<typeof changedCode>;

export const node = z.object({
  id: z.string(),
  projectId: z.string().nullable().describe("null: valid in every project"),
  type: nodeType,
  category: learningCategory.nullable().describe("of a learning"),
  content: z.string(),
  summary: z.string().nullable(),
  tags: z.array(z.string()),
  confidence: z.number(),
  timesSeen: z.number().int().describe("sessions it was seen in"),
  isManual: z.boolean(),
  state: nodeState,
  supersededBy: z.string().nullable(),
  staleSince: z.string().nullable().describe("when its anchored code changed"),
  tokens: z.number().int(),
  sessionId: z.string().nullable(),
  observationId: z.string().nullable(),
  messageId: z.string().nullable(),
  saidBy: saidBy.nullable().describe("whose words it is, if somebody said it in a session"),
  ...authorship,
  scope: shareScope.describe("who else may have it"),
  createdAt: z.string(),
  updatedAt: z.string(),
  validFrom: z.string(),
  validUntil: z.string().nullable(),
});
export type Node = z.infer<typeof node>;

export const edge = z.object({ from: z.string(), to: z.string(), type: edgeType, createdAt: z.string() });
export type Edge = z.infer<typeof edge>;

export const viewTemplate = z.enum(["default", "document"]);
export type ViewTemplate = z.infer<typeof viewTemplate>;

export const view = z.object({
  name: z.string(),
  query: z.string(),
  budget: z.number().int().describe("tokens"),
  template: viewTemplate,
  updatedAt: z.string(),
});
export type View = z.infer<typeof view>;

// The output of `show` for each kind of owner, and the card: a few fields that every kind has.

import { z } from "zod";
import { codeSymbol } from "./codemap.ts";
import { compaction, tiers } from "./compaction.ts";
import { functionTest, functionVersion, libraryFunction, metrics } from "./functions.ts";
import { anchor, evidence, learning, link, node } from "./knowledge.ts";
import { observation } from "./observations.ts";
import { type OwnerKind, ownerKinds } from "./owners.ts";
import { session, sessionSummary } from "./sessions.ts";
import { taskInFull } from "./tasks.ts";
import { turn } from "./turns.ts";

/** What an import brought it in; empty for what tellback captured or was told. */
const source = z.object({
  tool: z.string().describe("the tool that knew it"),
  place: z.string().describe("the file or folder that was read"),
  at: z.string().describe("when it was imported"),
});
export type Source = z.infer<typeof source>;
const sources = z.array(source);

export const shownForms = {
  observation: z.object({ observation, sources }),
  session: z.object({
    session,
    summary: sessionSummary.nullable(),
    tiers,
    turns: z.array(turn).describe("the newest, in the order in which they happened"),
    observations: z.array(observation).describe("the newest, in the order in which they happened"),
    sources,
  }),
  turn: z.object({ turn, observations: z.array(observation).describe("its evidence, in order") }),
  compaction: z.object({ compaction }),
  learning: z.object({ learning, evidence: z.array(evidence), links: z.array(link), sources }),
  node: z.object({
    node,
    anchors: z.array(anchor),
    evidence: z.array(evidence),
    links: z.array(link),
    sources,
  }),
  symbol: z.object({
    symbol: codeSymbol,
    callers: z.array(
      z.object({ id: z.string().nullable(), name: z.string(), file: z.string(), line: z.number().int() }),
    ),
  }),
  task: taskInFull,
  function: z.object({
    function: libraryFunction,
    promoted: functionVersion,
    tests: z.array(functionTest),
    metrics: z.array(metrics),
  }),
} as const satisfies Record<OwnerKind, z.ZodObject>;

export type OwnerDetails<K extends OwnerKind> = z.output<(typeof shownForms)[K]>;
export type ShownOwner = { [K in OwnerKind]: { kind: K } & OwnerDetails<K> }[OwnerKind];

const forms = ownerKinds.map((kind) => z.object({ kind: z.literal(kind), ...shownForms[kind].shape }));
/** Any owner, distinguished by its kind. */
export const shownOwner = z.discriminatedUnion("kind", forms as never) as unknown as z.ZodType<ShownOwner>;

/** An owner for those who treat all kinds alike: agents, lists, pages. */
const card = z.object({
  at: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  detail: z.string().optional(),
  files: z.array(z.string()).optional(),
  items: z
    .array(z.object({ id: z.string(), title: z.string() }))
    .optional()
    .describe("what belongs to it"),
});
export type Card = z.output<typeof card>;

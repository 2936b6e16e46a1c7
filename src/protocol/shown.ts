// The output of `show` for each kind of owner, and the card: a few fields that every kind has.

import { z } from "zod";
import { compaction, tiers } from "./compaction.ts";
import { observation, session, sessionSummary } from "./episodic.ts";
import { type OwnerKind, ownerKinds } from "./owners.ts";
import { anchor, evidence, learning, link, node } from "./semantic.ts";

export const shownForms = {
  observation: z.object({ observation }),
  session: z.object({
    session,
    summary: sessionSummary.nullable(),
    tiers,
    observations: z.array(observation).describe("the newest, in the order in which they happened"),
  }),
  compaction: z.object({ compaction }),
  learning: z.object({ learning, evidence: z.array(evidence), links: z.array(link) }),
  node: z.object({
    node,
    anchors: z.array(anchor),
    evidence: z.array(evidence),
    links: z.array(link),
  }),
} as const satisfies Record<OwnerKind, z.ZodObject>;

export type Shown<K extends OwnerKind> = z.output<(typeof shownForms)[K]>;
export type ShownOwner = { [K in OwnerKind]: { kind: K } & Shown<K> }[OwnerKind];

const forms = ownerKinds.map((kind) => z.object({ kind: z.literal(kind), ...shownForms[kind].shape }));
/** Any owner, distinguished by its kind. */
export const shownOwner = z.discriminatedUnion("kind", forms as never) as unknown as z.ZodType<ShownOwner>;

/** An owner for those who treat all kinds alike: agents, lists, pages. */
export const card = z.object({
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

// Judges a candidate against what is known: new, known, or contradicting.
// Pure: the caller provides the similarities and applies the verdict.

import { type Clash, clashOf, oneCoversOther } from "../../../libs/language/statement-model.ts";
import type { LearningCategory, NodeState, StatementKind } from "../../protocol/knowledge.ts";

export interface Judged {
  content: string;
  category: LearningCategory;
  /** A dead end is compared with dead ends only, a hypothesis never with claims. */
  statementKind: StatementKind;
}

export interface Neighbour extends Judged {
  id: string;
  state: NodeState;
  /** How similar it is: a cosine, or the share of common words if there is no model. */
  similarity: number;
}

export type Verdict =
  | { verdict: "new" }
  /** Known; with what else it contradicts. */
  | { verdict: "reinforces"; id: string; against: Opposite[] }
  /** Added next to the learnings that it contradicts. */
  | { verdict: "contradicts"; against: Opposite[] }
  /** The user has rejected it before. */
  | { verdict: "rejected"; id: string };

export interface Opposite {
  id: string;
  because: Clash;
  /** Both speak of the same slot. Otherwise both stay, linked, until a person decides. */
  isSure: boolean;
}

/** From which similarity on two sentences mean the same; `bundled` has the measured ones. */
export interface Likeness {
  same: number;
  /** Enough if one of the two contains all terms of the other. */
  sameWords: number;
  /** Added to the limit for learnings of different categories. */
  otherCategory: number;
  /** Below this two sentences are about different topics. */
  about: number;
}

/**
 * Measured with the bundled model on 83 pairs (bench/learnings.ts): a cosine of 0.85 alone accepts 13 of 26 same pairs
 * and none of 37 different ones (the nearest is at 0.81); with the rule of shared words it accepts 19 and none; 0.74
 * alone would accept 23, but 5 wrong ones. Of 20 contradictions, 13 of them above 0.70, the rules find all.
 */
const bundled: Likeness = { same: 0.85, sameWords: 0.66, otherCategory: 0.05, about: 0.45 };
/** Not measured, so stricter. */
const anyModel: Likeness = { same: 0.88, sameWords: 0.8, otherCategory: 0.05, about: 0.5 };
/** Similarity is the share of common words; the rules of clash.ts decide what is about the same topic. */
const wordsOnly: Likeness = { same: 1, sameWords: 0.6, otherCategory: 0, about: 0 };

export function likenessOf(embedder: { id: string; dimensions: number }): Likeness {
  if (embedder.dimensions === 0) return wordsOnly;
  return isBundled(embedder) ? bundled : anyModel;
}

/** Only its vectors were measured and trained on. */
function isBundled({ id }: { id: string }): boolean {
  return id.startsWith("all-minilm-l6-v2");
}

export function judge(candidate: Judged, neighbours: readonly Neighbour[], likeness: Likeness): Verdict {
  const comparable = neighbours
    .filter((one) => one.statementKind === candidate.statementKind)
    .sort((a, b) => b.similarity - a.similarity);
  const against = comparable.flatMap((one) => {
    const isOpposed = one.state === "active" || one.state === "waiting";
    const found = isOpposed ? oppositeOf(candidate, one, likeness) : null;
    return found === null ? [] : [{ id: one.id, ...found }];
  });
  const same = comparable.find((one) => isSame(candidate, one, likeness));
  if (same?.state === "rejected") return { verdict: "rejected", id: same.id };
  if (same) return { verdict: "reinforces", id: same.id, against };
  return against.length > 0 ? { verdict: "contradicts", against } : { verdict: "new" };
}

function oppositeOf(candidate: Judged, known: Neighbour, likeness: Likeness): Omit<Opposite, "id"> | null {
  if (candidate.statementKind !== "claim" || known.similarity < likeness.about) return null;
  return clashOf(candidate.content, known.content);
}

function isSame(candidate: Judged, known: Neighbour, likeness: Likeness): boolean {
  if (plain(candidate.content) === plain(known.content)) return true;
  return meansSame(candidate, known, known.similarity, likeness);
}

export function meansSame(
  one: Omit<Judged, "statementKind">,
  other: Omit<Judged, "statementKind">,
  similarity: number,
  likeness: Likeness,
): boolean {
  const extra = one.category === other.category ? 0 : likeness.otherCategory;
  if (similarity < likeness.sameWords + extra || clashOf(one.content, other.content) !== null) return false;
  return similarity >= likeness.same + extra || oneCoversOther(one.content, other.content);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

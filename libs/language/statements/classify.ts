// Decides whether a sentence is a lasting statement: a linear model over its cues, its form and its wording. The weights
// come from bench/statements.ts --train. Pure.

import type { Language } from "../languages/all.ts";
import { featureNames } from "./features.ts";
import trained from "./weights.json" with { type: "json" };

export type Kind = "decision" | "rule" | "warning" | "fact" | "rejected";

export const kinds: readonly Kind[] = ["decision", "rule", "warning", "fact", "rejected"];
/** The kinds need fewer grams than the verdict. */
export const kindGramCount = 4_096;

export interface Weights {
  bias: number;
  cues: Record<string, number>;
  /** One signed byte a gram, as base64; a weight is its byte times `scale`. */
  grams: { scale: number; values: string };
  /** From `sure` on what an agent says is a statement, from `maybe` on it may be one. */
  agents: Thresholds;
  /** In languages whose forms are not known. */
  elsewhere: Thresholds;
  /** What a user types, in a language whose forms are known: by what a reader would keep (worth.ts). */
  worth: { bias: number; weights: Record<string, number> } & Limits;
  /** One model a kind, in the order of `kinds`; `values` is one signed byte a gram, as base64. */
  kinds: { scale: number; models: { bias: number; cues: number[]; values: string }[] };
}

export interface Thresholds {
  sure: number;
  maybe: number;
}

/** A sentence that says what must be needs a lower score than one that says what is. */
export interface Limits {
  norms: Thresholds;
  others: Thresholds;
}

const weights: Weights = trained;
const cueWeights = featureNames.map((name) => weights.cues[name] ?? 0);
const gramWeights = signedBytes(weights.grams.values);

const kindWeights = weights.kinds.models.map(({ bias, cues, values }, i) => ({
  kind: kinds[i] ?? "rule",
  bias,
  cues,
  wording: signedBytes(values),
}));

/** The log odds by cues and wording. */
export function scoreOf(features: Float64Array, grams: Uint16Array): number {
  let sum = weights.bias;
  for (let i = 0; i < features.length; i++) sum += (features[i] ?? 0) * (cueWeights[i] ?? 0);
  let wording = 0;
  for (const gram of grams) wording += gramWeights[gram] ?? 0;
  return sum + wording * weights.grams.scale * gramValue(grams.length);
}

/** A long sentence has more grams; each counts less. */
export function gramValue(count: number): number {
  return 4 / Math.sqrt(Math.max(1, count));
}

export interface Scored {
  score: number;
  worth: number | null;
  isNormative: boolean;
  standsAlone: boolean;
  language: Language;
}

export type Certainty = "sure" | "maybe";

/** How certain it is that a sentence is a statement; null if it is none. */
export function certaintyOf(sentence: Scored, { norms, others }: Limits = weights.worth): Certainty | null {
  const { score, worth, isNormative, standsAlone, language } = sentence;
  if (worth === null)
    return certaintyFrom(score, language === "en" ? weights.agents : weights.elsewhere, standsAlone);
  return certaintyFrom(worth, isNormative ? norms : others, standsAlone);
}

function certaintyFrom(score: number, { sure, maybe }: Thresholds, standsAlone: boolean): Certainty | null {
  if (score >= sure) return standsAlone ? "sure" : "maybe";
  return score >= maybe && standsAlone ? "maybe" : null;
}

export function isStatement(scored: Scored): boolean {
  return certaintyOf(scored) === "sure";
}

/** The kind of a statement: the one with the highest score. */
export function kindOf(features: Float64Array, grams: Uint16Array): Kind {
  const each = gramValue(grams.length);
  let [best, most]: [Kind, number] = ["rule", Number.NEGATIVE_INFINITY];
  for (const { kind, bias, cues, wording } of kindWeights) {
    let score = bias;
    for (let i = 0; i < features.length; i++) score += (features[i] ?? 0) * (cues[i] ?? 0);
    for (const gram of grams) score += (wording[gram % kindGramCount] ?? 0) * weights.kinds.scale * each;
    if (score > most) [best, most] = [kind, score];
  }
  return best;
}

function signedBytes(base64: string): Int8Array {
  return Int8Array.from(Buffer.from(base64, "base64"), (byte) => (byte << 24) >> 24);
}

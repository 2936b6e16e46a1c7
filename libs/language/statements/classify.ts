// Decides whether a sentence is a lasting statement: a linear model over its cues, and over its vector where the
// bundled embedder made one. The weights come from bench/statements.ts --train. Pure.

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
  /** From `sure` on a sentence is a statement, from `maybe` on a person may decide it. */
  alone: Thresholds;
  /** Of the sum with the vector's score. */
  withVector: Thresholds;
  /** In other languages than English. */
  elsewhere: Thresholds;
  /** One model a kind, in the order of `kinds`; `values` is one signed byte a gram, as base64. */
  kinds: { scale: number; models: { bias: number; cues: number[]; values: string }[] };
  vector: {
    bias: number;
    /** A weight is its byte times this. */
    scale: number;
    /** One signed byte a dimension, as base64. */
    values: string;
  };
}

interface Thresholds {
  sure: number;
  maybe: number;
}

const weights: Weights = trained;
const cueWeights = featureNames.map((name) => weights.cues[name] ?? 0);
const vectorWeights = signedBytes(weights.vector.values);

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
  language: Language;
}

/** So far from the thresholds a vector changes nothing. */
const reach = 1.5;

/** Whether a vector could change the verdict: only then is one worth its price. The embedder knows English only. */
export function isUndecided({ score, language }: Scored): boolean {
  return language === "en" && score > weights.alone.maybe - reach && score < weights.alone.sure + reach;
}

export type Certainty = "sure" | "maybe";

/** How certain it is that a sentence is a statement; null if it is none. */
export function certaintyOf(scored: Scored, vector: Float32Array | null): Certainty | null {
  const isSeen = isUndecided(scored) && vector !== null && vector.length === vectorWeights.length;
  const thresholds =
    scored.language !== "en" ? weights.elsewhere : isSeen ? weights.withVector : weights.alone;
  const total = scored.score + (isSeen ? vectorScore(vector) : 0);
  return total >= thresholds.sure ? "sure" : total >= thresholds.maybe ? "maybe" : null;
}

export function isStatement(scored: Scored, vector: Float32Array | null): boolean {
  return certaintyOf(scored, vector) === "sure";
}

function vectorScore(vector: Float32Array): number {
  let sum = weights.vector.bias;
  for (let i = 0; i < vectorWeights.length; i++)
    sum += (vector[i] ?? 0) * (vectorWeights[i] ?? 0) * weights.vector.scale;
  return sum;
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

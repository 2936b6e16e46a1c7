// The labelled sentences of bench/data and the training of the two linear models over them: logistic regression with
// an L2 penalty. For bench/statements.ts.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gramValue } from "../libs/language/statements/classify.ts";
import type { ReadSentence } from "../libs/language/statements/read.ts";
import type { SaidBy } from "../src/protocol/knowledge.ts";
import type { NaturalSentence } from "./labelled-histories.ts";

export interface Labelled {
  language: string;
  by: SaidBy;
  /** "some": a statement whose kind was not noted. */
  kind: "decision" | "rule" | "warning" | "fact" | "rejected" | "some" | "none";
  text: string;
  half: "training" | "test";
  /** Written by an author who had not seen the cues: only half of these may ever be looked at. */
  isBlind: boolean;
}

const kinds = {
  d: "decision",
  r: "rule",
  w: "warning",
  f: "fact",
  x: "rejected",
  "+": "some",
  "-": "none",
} as const;

export function labelledSentences(folder: string, prefix: string): Labelled[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${prefix}.`) && name.endsWith(".txt"))
    .flatMap((name) => {
      const language = name.split(".")[1] ?? "en";
      return readFileSync(join(folder, name), "utf8")
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line): Labelled => {
          const [, kind, by, text] = /^([drwfx+-]) ([ua]) (.+)$/.exec(line) ?? [];
          if (!kind || !text) throw new Error(`${name}: not a labelled sentence: ${line}`);
          return {
            language,
            by: by === "a" ? "agent" : "user",
            kind: kinds[kind as keyof typeof kinds],
            text,
            half: name.endsWith(".train.txt") ? "training" : halfOf(text),
            isBlind: name.endsWith(".blind.txt"),
          };
        });
    });
}

/** By a hash of the text, so that a sentence stays in its half whatever is added. */
function halfOf(text: string): Labelled["half"] {
  return (createHash("sha256").update(text).digest()[0] ?? 0) % 2 === 0 ? "training" : "test";
}

export interface Example {
  /** Dense values. */
  values: ArrayLike<number>;
  /** Indices of sparse values, each worth `each`. */
  grams: ArrayLike<number>;
  each: number;
  isPositive: boolean;
  /** Log odds known before. */
  offset: number;
  /** How much it counts; 1 for a labelled sentence. */
  weight: number;
  /** Never fitted together with examples of the same fold when it is measured. */
  fold: number;
}

export const penalty: Penalty = { values: 0.0004, grams: 0.0005 };
const folds = 5;

/** Written to be classified, half of them statements. */
export function writtenExamples(read: readonly { label: Labelled; sentence: ReadSentence }[]) {
  return read
    .filter(({ sentence }) => Number.isFinite(sentence.score))
    .map(({ label, sentence }, i) => ({
      ...ofSentence(sentence),
      isPositive: label.kind !== "none",
      weight: 1,
      fold: i % folds,
      isNatural: false,
      ...{ by: label.by, language: label.language },
    }));
}

/** Typed in real work, where few are: a history is in one fold as a whole. */
export function naturalExamples(natural: readonly NaturalSentence[], foldOf = foldOfHistory) {
  return natural
    .filter(({ sentence }) => Number.isFinite(sentence.score))
    .map(({ history, by, sentence, isWorthKeeping }) => ({
      ...ofSentence(sentence),
      isPositive: isWorthKeeping,
      weight: 1,
      fold: foldOf(history),
      isNatural: true,
      ...{ by, language: sentence.language as string },
    }));
}

function foldOfHistory(history: string): number {
  return (createHash("sha256").update(history).digest()[0] ?? 0) % folds;
}

function ofSentence({ bare, features, grams }: ReadSentence) {
  return { bare, values: features, grams, each: gramValue(grams.length), offset: 0 };
}

export interface Linear {
  bias: number;
  weights: Float64Array;
  grams: Float64Array;
}

export interface Penalty {
  values: number;
  grams: number;
}

/** Full-batch gradient descent with one step size a weight (Adam): the same result in every run. */
export function fitLinear(
  examples: readonly Example[],
  penalty: Penalty,
  gramCount: number,
  steps = 200,
): Linear {
  const width = examples[0]?.values.length ?? 0;
  const size = 1 + width + gramCount;
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const weights = new Float64Array(size);
  const [mean, square] = [new Float64Array(size), new Float64Array(size)];
  for (let step = 1; step <= steps; step++) {
    const slope = new Float64Array(size);
    const rate = 0.05 * (1 - (0.9 * step) / steps);
    for (const one of examples) {
      const miss =
        ((1 / (1 + Math.exp(-(one.offset + scored(weights, width, one)))) - Number(one.isPositive)) *
          one.weight) /
        total;
      slope[0] = (slope[0] ?? 0) + miss;
      for (let i = 0; i < width; i++) slope[1 + i] = (slope[1 + i] ?? 0) + miss * (one.values[i] ?? 0);
      for (let i = 0; i < one.grams.length; i++) {
        const at = 1 + width + (one.grams[i] ?? 0);
        slope[at] = (slope[at] ?? 0) + miss * one.each;
      }
    }
    for (let i = 0; i < size; i++) {
      const of = weights[i] ?? 0;
      const down = (slope[i] ?? 0) + (i === 0 ? 0 : i <= width ? penalty.values : penalty.grams) * of;
      if (down === 0 && mean[i] === 0) continue;
      mean[i] = 0.9 * (mean[i] ?? 0) + 0.1 * down;
      square[i] = 0.99 * (square[i] ?? 0) + 0.01 * down * down;
      const [m, v] = [(mean[i] ?? 0) / (1 - 0.9 ** step), (square[i] ?? 0) / (1 - 0.99 ** step)];
      weights[i] = of - (rate * m) / (Math.sqrt(v) + 1e-6);
    }
  }
  return { bias: weights[0] ?? 0, weights: weights.slice(1, 1 + width), grams: weights.slice(1 + width) };
}

function scored(weights: Float64Array, width: number, { values, grams, each }: Example): number {
  let sum = weights[0] ?? 0;
  for (let i = 0; i < width; i++) sum += (weights[1 + i] ?? 0) * (values[i] ?? 0);
  let wording = 0;
  for (let i = 0; i < grams.length; i++) wording += weights[1 + width + (grams[i] ?? 0)] ?? 0;
  return sum + wording * each;
}

function apply(model: Linear, { values, grams, each }: Example): number {
  let sum = model.bias;
  for (let i = 0; i < model.weights.length; i++) sum += (model.weights[i] ?? 0) * (values[i] ?? 0);
  let wording = 0;
  for (let i = 0; i < grams.length; i++) wording += model.grams[grams[i] ?? 0] ?? 0;
  return sum + wording * each;
}

/** The score of each example by a model that was fitted without its fold. */
export function crossScores(examples: readonly Example[], penalty: Penalty, gramCount: number): number[] {
  const scores = new Array<number>(examples.length).fill(0);
  for (const fold of new Set(examples.map((one) => one.fold))) {
    const model = fitLinear(
      examples.filter((one) => one.fold !== fold),
      penalty,
      gramCount,
    );
    for (const [i, one] of examples.entries())
      if (one.fold === fold) scores[i] = one.offset + apply(model, one);
  }
  return scores;
}

/** The lowest threshold from which on the precision holds. */
export function thresholdFor(
  examples: readonly { score: number; isPositive: boolean }[],
  precision: number,
): number {
  const order = examples.toSorted((a, b) => b.score - a.score);
  let [taken, right, best] = [0, 0, Number.POSITIVE_INFINITY];
  for (const [i, { score, isPositive }] of order.entries()) {
    taken++;
    if (isPositive) right++;
    const next = order[i + 1]?.score ?? score - 0.2;
    if (right / taken >= precision) best = (score + next) / 2;
  }
  return best;
}

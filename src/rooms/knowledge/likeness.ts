// How similar two sentences are: by their vectors, or by common words if there is no model. Pure.

import { readStatement } from "../../../libs/language/statement-model.ts";
import { overlap } from "./clash.ts";

/** Of two unit vectors. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

export function sharedTerms(one: string, other: string): number {
  const [a, b] = [one, other].map(readStatement).map(({ terms, against }) => new Set([...terms, ...against]));
  return a && b ? overlap(a, b) : 0;
}

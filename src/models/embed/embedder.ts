// The contract of every embedder: text in, unit vectors out. For search (which stores and compares vectors) and for
// new kinds of embedders.

import { TellbackError } from "../../protocol/errors.ts";

/** A query, or the text to find. Some models treat them differently. */
export type Purpose = "query" | "document";

/** What a query looks for. Models that follow instructions receive it; the others ignore it. */
export type Subject = "observation" | "code" | "learning";

export interface Embedder {
  /** Model, quantisation and dimensions. Stored with each vector: only equal ids may be compared. */
  readonly id: string;
  readonly dimensions: number;
  /** False while a model must be loaded before it can answer; absent if there is nothing to load. */
  readonly isLoaded?: boolean;
  /** One L2-normalised vector per text, in the same order. Queries overtake waiting documents. */
  embed(texts: readonly string[], purpose: Purpose, subject?: Subject): Promise<Float32Array[]>;
  /** Frees everything; running calls are rejected. */
  close(): Promise<void>;
}

/** The prefix that a model expects before the text. */
export interface Prefixes {
  readonly document: string;
  readonly query: Readonly<Record<Subject, string>>;
}

export function addPrefix(
  prefixes: Prefixes | undefined,
  text: string,
  purpose: Purpose,
  subject: Subject = "observation",
): string {
  if (!prefixes) return text;
  return (purpose === "document" ? prefixes.document : prefixes.query[subject]) + text;
}

/** The first `dimensions` values, scaled to length 1 (Matryoshka models keep most meaning in the first ones). */
export function toUnitVector(values: ArrayLike<number>, dimensions: number): Float32Array {
  if (values.length < dimensions) {
    throw new TellbackError(
      "invalid_input",
      `the model returned ${values.length} dimensions instead of ${dimensions}`,
      {
        hint: `Run \`tellback config set embed.dimensions ${values.length}\`.`,
      },
    );
  }
  const vector = new Float32Array(dimensions);
  let squares = 0;
  for (let i = 0; i < dimensions; i++) {
    const value = values[i] ?? 0;
    vector[i] = value;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) {
    throw new TellbackError("unavailable", "the model returned an invalid vector (zero or not a number)");
  }
  for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] ?? 0) / length;
  return vector;
}

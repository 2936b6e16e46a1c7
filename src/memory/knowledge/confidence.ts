// How evidence changes the confidence of a node. Pure.

export const confidenceOf = {
  new: 0.5,
  ofAgent: 0.4,
  hypothesis: 0.3,
  confirmed: 1,
  floor: 0.1,
  ceiling: 0.95,
} as const;

const steps = [0.5, 0.7, 0.85, 0.9, 0.95] as const;

/** Seen in another session: 0.5 → 0.7 → 0.85 → 0.9 → 0.95, starting from wherever a contradiction left it. */
export function reinforced(confidence: number): number {
  if (confidence >= confidenceOf.ceiling) return confidence;
  const next = steps.find((step) => step > confidence + 0.001) ?? confidenceOf.ceiling;
  return rounded(Math.min(next, confidence + 0.2));
}

export function contradicted(confidence: number): number {
  return rounded(Math.max(confidenceOf.floor, confidence - 0.3));
}

function rounded(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

// Whether a run did what its test expects. Pure, but for a property, whose value the journey gets from the sandbox.

import type { Expectation, FunctionRun } from "../../protocol/functions.ts";

/** Null: the property has to be evaluated first. */
export function verdictOf(
  expects: Expectation,
  run: Pick<FunctionRun, "status" | "value" | "error">,
): boolean | null {
  if (expects.kind === "error") return run.status === "error" && run.error.includes(expects.contains);
  if (run.status !== "ok") return false;
  return expects.kind === "value" ? isSame(run.value, expects.value, expects.tolerance) : null;
}

function isSame(a: unknown, b: unknown, tolerance: number): boolean {
  if (typeof a === "number" && typeof b === "number") return Math.abs(a - b) <= tolerance || Object.is(a, b);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => isSame(one, b[i], tolerance));
  if (isRecord(a) && isRecord(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], tolerance))
    );
  }
  return a === b;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// A finding of the doctor: a state, a sentence, what to do, and a fix that the doctor can apply.

import { TellbackError } from "../../protocol/errors.ts";
import type { ProblemCode } from "../system/contract.ts";

/** What the doctor looks at. */
export type Check =
  | ("node" | "config" | "folder" | "disk" | "daemon" | "store" | "status" | "backup")
  | ("hook" | "capture" | "deletion")
  | ("model" | "summaries" | "spend" | "sandbox")
  | ("client" | "settings" | "hooks" | "firing" | "launcher" | "shell" | "mcp" | "peers")
  | ("entries" | "host");

export interface Finding {
  what: Check;
  /** Which problem the daemon's status reports. */
  code?: ProblemCode;
  /** `pending`: does not exist yet, and is not expected yet, such as before an installation or on the first day. */
  state: "ok" | "pending" | "degraded" | "failed";
  found: string;
  hint?: string | undefined;
  ms?: number;
  /** Fixes it without risk and describes what was done. */
  fix?: (() => Promise<string> | string) | undefined;
}

export type Outcome = Pick<Finding, "found"> & Partial<Finding>;

/** Runs one check; an error becomes a finding of the given state. */
export async function timed(
  what: Check,
  stateIfThrown: Finding["state"],
  check: () => Promise<Outcome> | Outcome,
): Promise<Finding> {
  const started = performance.now();
  const ms = () => performance.now() - started;
  try {
    return { what, state: "ok", ...(await check()), ms: ms() };
  } catch (thrown) {
    const { message, hint } = TellbackError.from(thrown);
    return { what, state: stateIfThrown, found: message, hint, ms: ms() };
  }
}

export function pending(found: string, hint: string): Outcome {
  return { state: "pending", found, hint };
}

export function degraded(found: string, hint: string, fix?: Finding["fix"]): Outcome {
  return { state: "degraded", found, hint, ...(fix && { fix }) };
}

// How sure an edge is, as evidence comes in: seen in a stack trace it gains, contradicted by the code it ends, and what
// nothing confirms for long fades. Pure, so that it can be applied to stored edges at any time.

import type { CallResolution } from "../kinds.ts";
import { plainFunctionName, type SeenCall } from "./stack-trace.ts";

export interface KnownEdge {
  confidence: number;
  resolution: CallResolution;
  /** What the analysis said when the code was last read; confidence never fades below half of it. */
  initial: number;
  /** When it was last seen at run time, in days before now; undefined: never. */
  seenDaysAgo?: number;
  /** How long the code around it has been as it is, in days. */
  ageDays: number;
}

export type Evidence =
  /** How many different traces show the call. */
  | { kind: "seen"; times: number }
  /** The file was read again and the call, or its target, is not there any more. */
  | { kind: "contradicted" }
  /** Time has passed. */
  | { kind: "elapsed" };

/** Nothing is certain: code is loaded and replaced at run time. */
const ceiling = 0.99;
/** A guess that nothing confirms loses half of its confidence in this time; what is written plainly does not fade. */
const halfLifeDays = 90;
const fadeAfterDays = 30;

/** The new confidence; 0 means that the edge goes. */
export function heal(edge: KnownEdge, evidence: Evidence): number {
  switch (evidence.kind) {
    case "contradicted":
      return 0;
    case "seen": {
      const doubt = (1 - edge.confidence) * 0.4 ** Math.max(0, evidence.times);
      return round(Math.min(ceiling, Math.max(edge.confidence, 1 - doubt)));
    }
    case "elapsed": {
      const isPlain =
        edge.resolution === "direct" || edge.resolution === "import" || edge.resolution === "self_method";
      const quietDays = Math.min(edge.seenDaysAgo ?? Number.POSITIVE_INFINITY, edge.ageDays) - fadeAfterDays;
      if (isPlain || quietDays <= 0) return edge.confidence;
      const faded = edge.confidence * 0.5 ** (quietDays / halfLifeDays);
      return round(Math.min(edge.confidence, Math.max(faded, edge.initial / 2)));
    }
  }
}

/** One function as the code map knows it. */
export interface KnownFunction {
  id: string;
  path: string;
  name: string;
  line: number;
  endLine: number;
}

export interface ConfirmedCall {
  callerId: string;
  calleeId: string;
  /** The plain name of what is called. */
  name: string;
  /** Where the caller was. */
  line: number;
}

/** Calls between functions of the project that traces show. */
export function confirmedCalls(
  seen: readonly SeenCall[],
  functions: readonly KnownFunction[],
): ConfirmedCall[] {
  const byFile = new Map<string, KnownFunction[]>();
  for (const one of functions) {
    const file = one.path.split("/").at(-1) ?? one.path;
    byFile.set(file, [...(byFile.get(file) ?? []), one]);
  }
  const find = (frame: SeenCall["caller"]): KnownFunction | undefined => {
    const written = frame.path.replaceAll("\\", "/");
    const inFile = (byFile.get(written.split("/").at(-1) ?? "") ?? []).filter(
      ({ path }) =>
        !written.includes("/") ||
        written === path ||
        written.endsWith(`/${path}`) ||
        path.endsWith(`/${written}`),
    );
    const around = inFile.filter(({ line, endLine }) => frame.line >= line && frame.line <= endLine);
    // The innermost; where the trace names a function, one of that name.
    const inner = around.sort((a, b) => a.endLine - a.line - (b.endLine - b.line));
    const name = frame.function === undefined ? "" : plainFunctionName(frame.function);
    return inner.find((one) => plainFunctionName(one.name) === name) ?? inner[0];
  };
  const pairs = new Map<string, ConfirmedCall>();
  for (const { caller, callee } of seen) {
    const from = find(caller);
    const to = find(callee);
    if (!from || !to) continue;
    const call = { callerId: from.id, calleeId: to.id, name: plainFunctionName(to.name), line: caller.line };
    pairs.set(`${from.id}\0${to.id}\0${caller.line}`, call);
  }
  return [...pairs.values()];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

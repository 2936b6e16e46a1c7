// The result: one edge for each target of a call, with how it was found and how sure that is.

import type { CallResolution } from "../kinds.ts";
import type { Solver } from "./solver.ts";
import { type Alloc, allocKind, callAt, callFlag, op } from "./summary.ts";

/** Lines and columns count from 1. */
interface Position {
  path: string;
  line: number;
  column: number;
}

export interface CallEdge {
  /** The function around the call; the module itself where there is none. */
  caller: string;
  callerAt: Position;
  /** The called expression as written. */
  written: string;
  at: Position;
  /** Qualified name of the target; undefined when it could not be resolved. */
  callee: string | undefined;
  /** Where the target begins, when it is inside the project. */
  calleeAt: Position | undefined;
  /** A class without a constructor of its own in the project. */
  isClass: boolean;
  resolution: CallResolution;
  confidence: number;
}

/** Of a call that could not be resolved. */
export const withoutTarget = {
  callee: undefined,
  calleeAt: undefined,
  isClass: false,
  resolution: "unresolved",
  confidence: 0,
} as const;

export interface Graph {
  edges: CallEdge[];
  /** Calls of which no target is known. */
  unresolved: number;
}

export interface Target {
  name: string;
  path?: string;
  alloc?: Alloc;
  /** Filled when first asked for. */
  at?: Position;
}

const sure = { direct: 0.98, import: 0.95, self_method: 0.93, inferred: 0.85, unresolved: 0 } as const;

/** Possible at run time, but not what the declared types say: an override, a method that is assigned over. */
const unlikelyConfidence = 0.35;

/** What is less sure than this is left out where only good answers count. */
export const likelyConfidence = 0.5;

/** Operations that may run a function: a call, and what properties, indexing and iteration call. */
const callsSomething: boolean[] = [];
for (const one of [op.call, op.load, op.store, op.loadKey, op.storeKey, op.element])
  callsSomething[one] = true;

export function edgesOf(
  solver: Solver,
  describe: (object: number) => Target | undefined,
  qualified: (path: string, name: string) => string,
  unlikely?: (site: number, targets: readonly number[]) => ReadonlySet<number>,
): Graph {
  const { program } = solver;
  const edges: CallEdge[] = [];
  const callers = new Map<number, Pick<CallEdge, "caller" | "callerAt">>();
  const described = new Map<number, Target | undefined>();
  let unresolved = 0;
  program.files.forEach((file, f) => {
    const until = program.starts[f + 1] as number;
    for (let site = program.starts[f] as number; site < until; site += solver.sizeAt(site)) {
      const operation = program.code[site] as number;
      if (!callsSomething[operation]) continue;
      const isCall = operation === op.call;
      const found = solver.targets.get(site);
      if (!found && !isCall) continue;
      const flags = solver.flags(site);
      const targets: { target: Target; isUnlikely: boolean }[] = [];
      const less = found && found.length > 1 ? unlikely?.(site, found) : undefined;
      for (const object of found ?? []) {
        let target = described.get(object);
        if (target === undefined && !described.has(object)) {
          target = describe(object);
          described.set(object, target);
        }
        if (target) targets.push({ target, isUnlikely: less?.has(object) ?? false });
      }
      const isImplicit =
        (flags & (callFlag.implicit | callFlag.operator | callFlag.raise | callFlag.decorator)) !== 0;
      if (targets.length === 0 && isImplicit) continue;
      const { owner, line, column } = solver.placeAt(site);
      let around = callers.get(owner);
      if (!around) {
        const alloc = program.allocs[owner]?.alloc;
        around = {
          caller: qualified(file.path, alloc?.name ?? ""),
          callerAt: { path: file.path, line: alloc?.line ?? 1, column: alloc?.column ?? 1 },
        };
        callers.set(owner, around);
      }
      const from = {
        caller: around.caller,
        callerAt: around.callerAt,
        written: isCall ? solver.text(program.code[site + callAt.written] as number) : "",
        at: { path: file.path, line, column },
      };
      if (targets.length === 0) {
        unresolved++;
        edges.push({ ...from, ...withoutTarget });
      }
      const functions = targets.filter(
        ({ target, isUnlikely }) => !isUnlikely && target.alloc?.kind === allocKind.function,
      ).length;
      for (const { target, isUnlikely } of targets) {
        const resolution = resolutionOf(flags, target, file.path);
        edges.push({
          ...from,
          callee: target.name,
          calleeAt: positionOf(target),
          isClass: target.alloc?.kind === allocKind.class,
          resolution,
          confidence: isUnlikely ? unlikelyConfidence : confidenceOf(resolution, Math.max(1, functions)),
        });
      }
    }
  });
  return { edges, unresolved };
}

function positionOf(target: Target): Position | undefined {
  if (target.path === undefined || !target.alloc) return undefined;
  target.at ??= { path: target.path, line: target.alloc.line, column: target.alloc.column };
  return target.at;
}

function resolutionOf(flags: number, target: Target, path: string): CallResolution {
  if ((flags & callFlag.self) !== 0) return "self_method";
  if ((flags & callFlag.imported) !== 0) return "import";
  if ((flags & callFlag.direct) !== 0)
    return target.path === undefined || target.path === path ? "direct" : "import";
  return "inferred";
}

/** One target among several is less sure than the only one. */
function confidenceOf(resolution: CallResolution, among: number): number {
  return Math.round(100 * sure[resolution] * (among === 1 ? 1 : 0.5 + 0.4 / among)) / 100;
}

// What becomes of a file's stored calls when they are resolved again. Pure. What a program was seen to call stays as long
// as the code contains the call; equal rows are not written again.

import { type CallResolution, heal } from "../../../libs/callgraph/without-parser.ts";

export interface NewCall {
  /** Ids of symbols; null where there is none. */
  callerId: string | null;
  targetId: string | null;
  /** What is called, if it is not a symbol of the project; of an unresolved call, the last name that is written. */
  targetName: string | null;
  written: string;
  resolution: CallResolution;
  confidence: number;
  line: number;
  column: number;
  /** When it was last seen at run time. */
  confirmedAt: string | null;
  /** Of a dangling call: `path#qualified` of the symbol that it called until that ended. */
  ledTo: string | null;
}

export interface StoredCall extends NewCall {
  id: number;
  /** Whether the target is in another file. */
  isElsewhere: boolean;
}

/** The last name of a called expression: `a.b::total` is a call of `total`. */
export function lastName(written: string): string | null {
  return /([\p{L}_$][\p{L}\p{N}_$]*)[^\p{L}\p{N}_$]*$/u.exec(written)?.[1] ?? null;
}

export interface Renewal {
  gone: number[];
  added: NewCall[];
  unresolved: number;
}

/**
 * `isPartial`: only the files near this one were read, so that a call which is unresolved now keeps the target in another
 * file that it had before.
 */
export function renewCalls(
  now: readonly NewCall[],
  before: readonly StoredCall[],
  { isPartial }: { isPartial: boolean },
): Renewal {
  const known = new Map<string, StoredCall[]>();
  for (const one of before) {
    if (one.targetId === null) continue;
    const key = siteKey(one);
    const others = known.get(key);
    if (others) others.push(one);
    else known.set(key, [one]);
  }
  const dangling = new Map(before.flatMap((one) => (one.ledTo === null ? [] : [[siteKey(one), one.ledTo]])));
  const wanted = now
    .flatMap((call) => withHistory(call, known.get(siteKey(call)) ?? [], isPartial))
    .map((call) =>
      call.resolution === "unresolved" ? { ...call, ledTo: dangling.get(siteKey(call)) ?? null } : call,
    );
  const left = new Map<string, number[]>();
  for (const one of before) {
    const key = rowKey(one);
    const ids = left.get(key);
    if (ids) ids.push(one.id);
    else left.set(key, [one.id]);
  }
  const added = wanted.filter((call) => left.get(rowKey(call))?.pop() === undefined);
  return {
    gone: [...left.values()].flat(),
    added,
    unresolved: wanted.filter(({ resolution }) => resolution === "unresolved").length,
  };
}

function withHistory(call: NewCall, earlier: readonly StoredCall[], isPartial: boolean): NewCall[] {
  if (call.targetId === null) {
    if (call.resolution !== "unresolved") return [call];
    const targets = earlier.filter((one) => one.confirmedAt !== null || (isPartial && one.isElsewhere));
    if (targets.length === 0) return [call];
    const unique = new Map(targets.map((one) => [one.targetId, one]));
    return Array.from(unique.values(), ({ targetId, resolution, confidence, confirmedAt }) => ({
      ...call,
      ...{ targetId, targetName: null, resolution, confidence, confirmedAt },
    }));
  }
  const others = earlier.filter(
    (one) => one.targetId !== call.targetId && one.confirmedAt !== null && one.line === call.line,
  );
  const more = Array.from(
    new Map(others.map((one) => [one.targetId, one])).values(),
    ({ targetId, resolution, confidence, confirmedAt }) => ({
      ...call,
      ...{ targetId, targetName: null, resolution, confidence, confirmedAt },
    }),
  );
  const seen = earlier.find((one) => one.targetId === call.targetId && one.confirmedAt !== null);
  if (!seen) return [call, ...more];
  const { resolution, confidence } = call;
  const healed = heal(
    { confidence, resolution, initial: confidence, ageDays: 0 },
    { kind: "seen", times: 1 },
  );
  return [{ ...call, confirmedAt: seen.confirmedAt, confidence: Math.max(healed, seen.confidence) }, ...more];
}

function siteKey({ callerId, written }: NewCall): string {
  return `${callerId}\0${written}`;
}

function rowKey(call: NewCall): string {
  const { callerId, targetId, targetName, written, resolution, confidence, line, column } = call;
  const { confirmedAt, ledTo } = call;
  const parts = [callerId, targetId, targetName, written, resolution, confidence, line, column];
  return [...parts, confirmedAt, ledTo].join("\0");
}

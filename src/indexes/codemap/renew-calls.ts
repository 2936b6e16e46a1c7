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

/** Only the files near this one were read: what the whole project says about code that is as it was is known better. */
export interface PartlyRead {
  /** Callers whose own code has changed. */
  changed: ReadonlySet<string>;
}

/**
 * `partial`: a call which is unresolved now keeps the target in another file that it had before, in unchanged code also one in
 * its own. If no symbol of the file has changed, calls keep all targets that the text alone does not decide.
 */
export function renewCalls(
  now: readonly NewCall[],
  before: readonly StoredCall[],
  partial: PartlyRead | null,
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
  const found = now
    .flatMap((call) => withHistory(call, known.get(siteKey(call)) ?? [], partial))
    .map((call) =>
      call.resolution === "unresolved" ? { ...call, ledTo: dangling.get(siteKey(call)) ?? null } : call,
    );
  const wanted = partial === null ? found : [...new Map(found.map((call) => [rowKey(call), call])).values()];
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

/** What the text of a call and its imports say needs no other files. */
const certain: ReadonlySet<CallResolution> = new Set(["direct", "import", "self_method"]);

function withHistory(call: NewCall, earlier: readonly StoredCall[], partial: PartlyRead | null): NewCall[] {
  const isAsBefore = partial !== null && !(call.callerId !== null && partial.changed.has(call.callerId));
  // What changed in the file may lead elsewhere also in code that is as it was.
  const isOpen = call.resolution === "unresolved" || (call.targetId !== null && partial?.changed.size === 0);
  if (isAsBefore && isOpen && earlier.length > 0 && !certain.has(call.resolution)) {
    const own = earlier.filter(({ line, column }) => line === call.line && column === call.column);
    return eachTarget(call, own.length > 0 ? own : earlier);
  }
  if (call.targetId === null) {
    if (call.resolution !== "unresolved") return [call];
    const targets = earlier.filter(
      (one) => one.confirmedAt !== null || (partial !== null && one.isElsewhere),
    );
    return targets.length === 0 ? [call] : eachTarget(call, targets);
  }
  const others = earlier.filter(
    (one) => one.targetId !== call.targetId && one.confirmedAt !== null && one.line === call.line,
  );
  const more = eachTarget(call, others);
  const seen = earlier.find((one) => one.targetId === call.targetId && one.confirmedAt !== null);
  if (!seen) return [call, ...more];
  const { resolution, confidence } = call;
  const healed = heal(
    { confidence, resolution, initial: confidence, ageDays: 0 },
    { kind: "seen", times: 1 },
  );
  return [{ ...call, confirmedAt: seen.confirmedAt, confidence: Math.max(healed, seen.confidence) }, ...more];
}

function eachTarget(call: NewCall, earlier: readonly StoredCall[]): NewCall[] {
  const unique = new Map(earlier.map((one) => [one.targetId, one]));
  return Array.from(unique.values(), ({ targetId, resolution, confidence, confirmedAt }) => ({
    ...call,
    ...{ targetId, targetName: null, resolution, confidence, confirmedAt },
  }));
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

// Two records of one session, observation or injection as one. Neither order nor grouping nor repetition matters, so
// that stores that exchange records in any order end up equal. Pure.

import { comparable } from "../../protocol/export.ts";
import type { Data } from "../../store/portable.ts";

/** It lasted from the earlier start; for the rest the later record counts, or the one that has a name. */
export function mergedSessions(a: Data, b: Data): Data {
  const later = greater(a, b, ["startedAt", "tokensInjected"], (one) => [
    one.lastSeenAt,
    one.endedAt ?? "",
    one.name === null ? "" : "named",
  ]);
  return {
    ...later,
    startedAt: least(a.startedAt, b.startedAt),
    tokensInjected: Math.max(Number(a.tokensInjected), Number(b.tokensInjected)),
  };
}

/** What the user wrote counts more than what a model wrote, and that more than what rules wrote. */
export function mergedObservations(a: Data, b: Data): Data {
  const better = greater(a, b, ["happenedAt"], (one) => [rankOf(one.provider), one.editedAt ?? ""]);
  return { ...better, happenedAt: least(a.happenedAt, b.happenedAt) };
}

function rankOf(provider: unknown): string {
  if (provider === "user") return "3";
  const by = String(provider);
  return by === "offline" ? "0" : by.startsWith("offline") ? "1" : "2";
}

/** Used once is used; gone from the window is gone. */
export function mergedInjections(a: Data, b: Data): Data {
  const {
    isPresent: _,
    usedAt: __,
    usedHow: ___,
    ...rest
  } = greater(a, b, ["isPresent", "usedAt", "usedHow"], () => []);
  const used = [a, b].filter(({ usedAt }) => usedAt !== null);
  const first = used.reduce<Data | null>((so, one) => (so && useOf(so) <= useOf(one) ? so : one), null);
  return {
    ...rest,
    isPresent: a.isPresent === true && b.isPresent === true,
    usedAt: first?.usedAt ?? null,
    usedHow: first?.usedHow ?? null,
  };
}

const useOf = ({ usedAt, usedHow }: Data) => `${usedAt} ${usedHow}`;

/** The greater one by these keys, then by its text without the fields that are merged on their own. */
function greater(a: Data, b: Data, merged: readonly string[], keys: (one: Data) => unknown[]): Data {
  const whole = (one: Data) =>
    Object.fromEntries(Object.entries(one).filter(([field]) => !merged.includes(field)));
  const [ofA, ofB] = [a, b].map((one) => keys(one).map(String));
  const i = ofA?.findIndex((key, at) => key !== ofB?.[at]) ?? -1;
  if (i >= 0) return (ofA?.[i] ?? "") > (ofB?.[i] ?? "") ? a : b;
  return comparable(whole(a)) >= comparable(whole(b)) ? a : b;
}

function least(a: unknown, b: unknown): unknown {
  return String(a) <= String(b) ? a : b;
}

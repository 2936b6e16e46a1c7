// How injections become portable records, and how records from elsewhere are merged into them.

import { type Data, greater, projectsThrough, type Records, through } from "../../store/portable.ts";

export const injectionRecords: Records<"injection"> = {
  injection: {
    table: "injections",
    key: ["session_id", "agent_id", "moment", "at", "owner_kind", "owner_id", "length"],
    json: ["why", "cues"],
    flags: ["is_present"],
    without: ["seq"],
    refs: { session_id: { kind: "session", is: "needed" }, owner_id: { kind: "observation", is: "loose" } },
    times: ["at", "used_at"],
    order: ["seq"],
    within: through("session_id", "sessions"),
    projectOf: projectsThrough("session_id", "sessions"),
    merge: mergedInjections,
  },
};

/** Used once is used; gone from the window is gone. */
function mergedInjections(a: Data, b: Data): Data {
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

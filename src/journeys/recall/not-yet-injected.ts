// What a conversation does not contain yet: by id and by content. Pure.

import type { Present } from "../../rooms/ledger/room.ts";
import { brokenSection, type Candidate } from "./candidates.ts";
import { hashesOf, saysTheSame } from "./same-content.ts";

export function notYetInjected(candidates: readonly Candidate[], present: Present): Candidate[] {
  return candidates.filter((one) => !isPresent(one, present));
}

function isPresent(one: Candidate, { ids, words }: Present): boolean {
  if (ids.has(one.id)) return true;
  // Two sentences about broken calls differ in a name.
  if (one.section === brokenSection) return false;
  const own = hashesOf(one.title);
  return words.some((said) => saysTheSame(own, said));
}

// What a conversation does not contain yet: by id, by content, and by file. Pure.

import type { Present } from "../../rooms/ledger/room.ts";
import { type Candidate, ofFiles } from "./candidates.ts";
import { hashesOf, saysTheSame } from "./same-content.ts";

export function notYetInjected(candidates: readonly Candidate[], present: Present): Candidate[] {
  return candidates.flatMap((one) => {
    if (one.kind === "files") return withoutFiles(one, present.files);
    return isPresent(one, present) ? [] : [one];
  });
}

function isPresent(one: Candidate, { ids, words }: Present): boolean {
  if (ids.has(one.id)) return true;
  const own = hashesOf(one.title);
  return words.some((said) => saysTheSame(own, said));
}

function withoutFiles(list: Candidate, known: ReadonlySet<string>): Candidate[] {
  const paths = list.cues.filter((path) => !known.has(path));
  return paths.length === list.cues.length ? [list] : ofFiles(paths, list.cues, list);
}

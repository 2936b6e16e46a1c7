// What the catalog knows of each document that may answer a question, in the form in which fuse.ts compares them.

import { nearDates } from "../../../libs/language/index.ts";
import type { Catalog } from "./catalog.ts";
import type { Coverage } from "./coverage.ts";
import type { Candidate } from "./fuse.ts";
import type { Question } from "./question.ts";

/** Two steps to each side: an answer may stand beside what matches, and is judged by its own neighbours. */
export function withNeighbours(catalog: Catalog, chosen: ReadonlySet<number>): Set<number> {
  const all = new Set(chosen);
  for (const seq of chosen) {
    for (const step of [catalog.before, catalog.after]) {
      const near = step(seq);
      if (near === 0) continue;
      all.add(near);
      const beyond = step(near);
      if (beyond > 0) all.add(beyond);
    }
  }
  return all;
}

/** Of a document that was deleted meanwhile. */
const unknown = { spoken: null, codeShare: 0, session: 0, before: 0, after: 0, coverage: 0, date: 0 };

export function candidatesOf(
  catalog: Catalog,
  { dates, names }: Question,
  { coverage, asking }: { coverage: Coverage; asking: ReadonlySet<number> },
): (seq: number, scores: Pick<Candidate, "text" | "cosine">) => Candidate {
  const isNamed = remembered(names);
  const neighbour = (near: number) => (asking.has(near) ? 0 : near);
  return (seq, scores) => {
    const entry = catalog.get(seq);
    if (!entry) return { ...scores, seq, ...unknown };
    const { author, words, isQuestion, codeShare, session, minute } = entry;
    const [before, after] = [neighbour(entry.before), neighbour(entry.after)];
    const spoken = author === null ? null : { words, isQuestion, authorIsNamed: isNamed(author) };
    const date = dates.length > 0 ? nearDates(dates, minute) : 0;
    return {
      ...scores,
      ...{ seq, spoken, codeShare, session, before, after, date },
      coverage: coverage.of(seq, before, after),
    };
  };
}

/** Hundreds of candidates have few authors. */
function remembered(answer: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const answered = known.get(name) ?? answer(name);
    known.set(name, answered);
    return answered;
  };
}

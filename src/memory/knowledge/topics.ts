// The topics of statements: their tags, the folders of the code that they speak of, and words that several of them share;
// and whether a statement is about a topic that somebody asks for. Pure.

import { isAspect, isWorkWord, subjectTerms, topicTerms, wordsOf } from "../../../libs/language/index.ts";
import type { Node } from "../../protocol/knowledge.ts";

export interface Subject extends Pick<Node, "id" | "content" | "tags"> {
  /** Files and definitions that it speaks of. */
  code: readonly string[];
}

/** Tags that tellback adds say nothing about the topic. */
const own = /^(?:agent|project|tier|task|session|status|source):/;

function tagTopics({ tags }: Pick<Node, "tags">): string[] {
  return tags.filter((tag) => !own.test(tag)).map((tag) => tag.replace(/^(?:area|topic):/, ""));
}

/** A topic of two words needs both, a longer one more than half; half is enough if nothing names more. */
const enough = 0.6;
const half = 0.5;
/** Of "what did we decide about payments": what was decided is not yet about payments. */
const workWordWeight = 0.5;

/** Ids of the statements that name the topic: in words, tags, files or definitions. `isWhole`: half of it is not enough. */
export function aboutTopic(all: readonly Subject[], asked: string, { isWhole = false } = {}): Set<string> {
  const wanted = topicTerms(asked);
  if (wanted.length === 0) return new Set();
  const weigh = (terms: readonly string[]) =>
    terms.reduce((sum, term) => sum + (isWorkWord(term) ? workWordWeight : 1), 0);
  const fits = all.map((one) => {
    const named = new Set(subjectTerms([one.content, ...tagTopics(one), ...one.code].join(" ")));
    return { id: one.id, fit: weigh(wanted.filter((term) => named.has(term))) / weigh(wanted) };
  });
  const best = fits.filter(({ fit }) => fit >= enough);
  return new Set(
    (best.length > 0 || isWhole ? best : fits.filter(({ fit }) => fit >= half)).map(({ id }) => id),
  );
}

const maxTopics = 6;
const minWordLength = 3;
/** Folders that every project has. */
const anyFolder = /^(?:src|lib|libs|app|apps|packages|test|tests|docs|dist|scripts|\.+|)$/;

/** The topics of each statement: its tags first, then the folders of its code, then words that others have too. */
export function topicsOf(all: readonly Subject[]): Map<string, string[]> {
  const words = all.map(wordsByTerm);
  const spellings = spellingsOf(words);
  return new Map(
    all.map((one, i) => {
      const shared = [...(words[i]?.keys() ?? [])].flatMap((term) => spellings.get(term) ?? []);
      const topics = [...tagTopics(one), ...one.code.flatMap(foldersOf), ...shared];
      return [one.id, [...new Set(topics)].slice(0, maxTopics)];
    }),
  );
}

function foldersOf(file: string): string[] {
  return file
    .split("/")
    .slice(0, -1)
    .filter((folder) => !anyFolder.test(folder));
}

function wordsByTerm({ content }: Subject): Map<string, string> {
  const terms = new Map<string, string>();
  for (const word of wordsOf(content)) {
    const [term, ...more] = subjectTerms(word);
    if (term === undefined || more.length > 0 || word.length < minWordLength || !/\p{L}{3}/u.test(word))
      continue;
    if (!isAspect(term) && !isWorkWord(term)) terms.set(term, word);
  }
  return terms;
}

/** The most frequent spelling of each term that at least two statements share. */
function spellingsOf(all: readonly ReadonlyMap<string, string>[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [term, word] of all.flatMap((words) => [...words])) {
    const spelled = counts.get(term) ?? new Map<string, number>();
    counts.set(term, spelled.set(word, (spelled.get(word) ?? 0) + 1));
  }
  const shared = [...counts].flatMap(([term, spelled]): [string, string][] => {
    const sorted = [...spelled].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
    const uses = sorted.reduce((sum, [, n]) => sum + n, 0);
    return uses < 2 ? [] : [[term, sorted[0]?.[0] ?? ""]];
  });
  return new Map(shared);
}

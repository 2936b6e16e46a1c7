// The gate: is there a memory that answers this prompt? Decided by what a memory shares with the prompt, weighted by
// how rare that is in the project, not by the share of the prompt's words: a long plan shares few of its words with the
// one turn that matters. Pure.

import { termsOf } from "../../../libs/language/index.ts";
import type { Subject } from "./subject.ts";

export interface MemoryEvidence<M> {
  memory: M;
  /** How much the memory shares with the prompt. */
  evidence: number;
  /** The same for memories of equal length. */
  score: number;
  shared: readonly string[];
  /** Names that both contain. */
  names: readonly string[];
  pairs: number;
  /** The share of the topics of a long prompt that the memory contains; 1 for a short prompt. */
  onTopic: number;
  /** The memory contains every term of the prompt. */
  isWhole: boolean;
  /** The share of the prompt's terms that the memory contains, by how rare they are. */
  coverage: number;
  /** How rare the rarest long word is that both contain: 1 if it occurs once in the project. */
  rarest: number;
}

/** How rare a term is in the project. */
export type Rarity = (term: string) => number;

/** What is compared with the prompt. */
export interface Text {
  terms: ReadonlySet<string>;
  /** The terms in order, as one string between spaces. */
  sequence: string;
  /** In lower case. */
  plain: string;
}

const maxTextLength = 6_000;

export function textOf(text: string): Text {
  const cut = text.slice(0, maxTextLength);
  const all = termsOf(cut);
  return { terms: new Set(all), sequence: ` ${all.join(" ")} `, plain: cut.toLowerCase() };
}

/** From a sample of the project's texts. */
export function rarityIn(sample: readonly Text[]): Rarity {
  const counts = new Map<string, number>();
  for (const { terms } of sample) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  // A small project has had no time for its common words to become common.
  const all = Math.max(sample.length, 20);
  return (term) => {
    const count = Math.max(1, counts.get(term) ?? 1);
    return Math.log(1 + (all - Math.min(count, all) + 0.5) / (count + 0.5));
  };
}

/** Of a long prompt, so many of its rarest known terms count. */
const maxTerms = 30;
/** Two neighbouring words weigh more than the same words apart; a copied name weighs more than its parts. */
const pairWeight = 1;
const nameWeight = 2;
/** A word of the prompt that no memory has makes it less likely that any is about it. */
const unknownWeight = 2;
/** How much a memory loses that has few of the prompt's words, however often. */
const coordination = 0.5;
const usualTerms = 150;
/** "Created a.md" shares all it says, and says little. */
const minLength = 0.75;

export function weigh<M>(
  subject: Subject,
  memories: readonly { memory: M; text: Text }[],
  rarity: Rarity,
): MemoryEvidence<M>[] {
  const occurs = (term: string) => memories.some(({ text }) => text.terms.has(term));
  const terms = [...subject.terms]
    .filter(([term]) => occurs(term))
    .map(([term, weight]) => ({ term, weight: weight * rarity(term) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxTerms);
  const own = [...subject.terms.keys()].filter((term) => !subject.joined.has(term));
  const weightOf = (some: readonly string[]) =>
    some.reduce((sum, term) => sum + rarity(term) * (occurs(term) ? 1 : unknownWeight), 0);
  const whole = weightOf(own);
  return memories
    .map(({ memory, text }) => {
      const shared = terms.filter(({ term }) => text.terms.has(term));
      const names = subject.names.filter((name) => text.plain.includes(name));
      const pairs = subject.pairs.filter(([a, b]) => text.sequence.includes(` ${a} ${b} `));
      const joined = shared.filter(({ term }) => subject.joined.has(term));
      const coverage = whole === 0 ? 0 : weightOf(own.filter((term) => text.terms.has(term))) / whole;
      const evidence =
        shared.reduce((sum, { weight }) => sum + weight, 0) +
        names.length * nameWeight +
        (pairs.length + joined.length) * pairWeight;
      const length = Math.max(minLength, Math.min(3, text.terms.size / usualTerms) ** 0.3);
      return {
        memory,
        evidence,
        score: (evidence * (1 - coordination + coordination * coverage)) / length,
        shared: shared.map(({ term }) => term),
        names,
        pairs: pairs.length + joined.length,
        onTopic: onTopicIn(subject, text),
        isWhole: [...subject.terms.keys()].every((term) => subject.joined.has(term) || text.terms.has(term)),
        coverage,
        rarest:
          Math.max(0, ...shared.map(({ term }) => (term.length >= longWord ? rarity(term) : 0))) / rarity(""),
      };
    })
    .sort((a, b) => b.score - a.score);
}

function onTopicIn({ topics }: Subject, { terms }: Text): number {
  if (topics.size === 0) return 1;
  return [...topics].filter((term) => terms.has(term)).length / topics.size;
}

/** Tuned with `node bench/value.ts`. */
const minEvidence = 2.5;
const minShared = 2;
/** A long plan shares words with everything: what it is about must occur too. */
const minOnTopic = 0.3;
/** A long word that hardly occurs in the project is the name of a thing. */
const longWord = 8;
/** Of the rarity of a word that the project has once. */
const minRarity = 0.75;

/** A long prompt that copies the name of a function or a test is about it if the memory shares much besides. */
const minWithName = 2 * minEvidence;
const identifier = /^\w{10,}$/;

/** Whether a memory is about the subject, and does not merely contain one of its words. */
export function isAbout({
  evidence,
  shared,
  names,
  pairs,
  onTopic,
  rarest,
}: MemoryEvidence<unknown>): boolean {
  const isOnTopic =
    onTopic >= minOnTopic || (evidence >= minWithName && names.some((name) => identifier.test(name)));
  if (evidence < minEvidence || !isOnTopic) return false;
  return shared.length >= minShared || names.length > 0 || pairs > 0 || rarest >= minRarity;
}

/** A rule is short, and somebody meant it to be known: one word that is not common here is enough. */
const minForRule = 1.5;

export function touchesRule(one: MemoryEvidence<unknown>): boolean {
  return one.evidence >= minForRule && one.onTopic >= minOnTopic && sharesWord(one);
}

/** A number alone is no subject. */
function sharesWord({ shared }: MemoryEvidence<unknown>): boolean {
  return shared.some((term) => !/^[\d_]+$/.test(term));
}

/** Somebody who asks memory expects an answer: one rare word is enough, or all words of the question. */
const minWhenAsked = { words: 1.8, allWords: 1 };

export function answersQuestion(one: MemoryEvidence<unknown>): boolean {
  const least = one.isWhole ? minWhenAsked.allWords : minWhenAsked.words;
  return one.evidence >= least && sharesWord(one);
}

/** Of the words of a short prompt, by how rare they are: a question about the world has words that no work here had. */
const minCoverage = 0.5;
const enoughShared = 3;

/** Who the prompt asks: about the world, about our work, or memory itself, which then had better say that it has nothing. */
export type Asked = "world" | "us" | "memory";

export function isCovered(
  { coverage, names, shared }: MemoryEvidence<unknown>,
  { topics }: Subject,
  asked: Asked,
): boolean {
  if (topics.size > 0 || names.length > 0 || coverage >= minCoverage) return true;
  return asked === "us" || (asked === "world" && shared.length >= enoughShared);
}

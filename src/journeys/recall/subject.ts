// The subject of a prompt: the terms by which a memory about the same thing is recognised. Pure. A prompt is text that
// a person wrote or pasted, never search syntax.

import {
  either,
  isEmptyWord,
  isWorkWord,
  oneLine,
  sentencesOf,
  termsOf,
  withoutAssent,
  withoutHost,
} from "../../../libs/language/index.ts";

export interface Subject {
  /** The prompt without what the host has added; neighbouring words also as one: "home page", "homepage". */
  text: string;
  /** The same without these. */
  plain: string;
  /** In the language in which it was typed: what it wants is seen there. */
  typed: string;
  /** Terms of the subject with their weight in the prompt: repeated ones and those near the beginning weigh more. */
  terms: ReadonlyMap<string, number>;
  /** Identifiers, paths and codes, in lower case. */
  names: readonly string[];
  /** Neighbouring words of the prompt, of which at least one belongs to the subject: "parallel test". */
  pairs: readonly (readonly [string, string])[];
  /** Neighbouring words as one term. */
  joined: ReadonlySet<string>;
  /** A plan, or a report that explains itself. */
  isLong: boolean;
}

const maxReadLength = 6_000;
/** The beginning of a long prompt says what it is about. */
const beginning = 40;
const maxPairs = 60;

/** `isAsked`: a question to memory, "how do we deploy", may be about work that every prompt speaks of. */
export function subjectOf(prompt: string, { isAsked = false, typed = prompt } = {}): Subject {
  const text = withoutAssent(withoutHost(prompt.slice(0, maxReadLength)));
  const joined = joinedIn(text);
  const all = termsOf([text, ...joined].join(" "));
  const counts = new Map<string, number>();
  for (const [at, term] of all.entries()) {
    if (isEmptyWord(term) || (isWorkWord(term) && !isAsked)) continue;
    counts.set(term, (counts.get(term) ?? 0) + (at < beginning ? 2 : 1));
  }
  const terms = new Map([...counts].map(([term, count]) => [term, 1 + Math.log2(Math.max(1, count / 2))]));
  return {
    text: [text, ...joined].join(" "),
    plain: text,
    typed,
    terms,
    names: namesIn(text),
    pairs: pairsIn(termsOf(text), counts),
    joined: new Set(termsOf(joined.join(" "))),
    isLong: terms.size > maxTermsOfShort,
  };
}

const maxTermsOfShort = 30;

const maxJoinedLength = 300;
const joinable = /^\p{L}{3,12}$/u;

/** Only of a short prompt: a long one has enough words. */
function joinedIn(text: string): string[] {
  if (text.length > maxJoinedLength) return [];
  const words = text.split(/\s+/).map((word) => word.replace(/[.,;:!?"'()]+$/g, ""));
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? "";
    const isJoinable = [word, next].every((one) => joinable.test(one) && !termsOf(one).every(isEmptyWord));
    return isJoinable ? [`${word}${next}`.toLowerCase()] : [];
  });
}

function pairsIn(all: readonly string[], subject: ReadonlyMap<string, number>): Subject["pairs"] {
  const words = all.filter((term) => !isEmptyWord(term));
  const pairs = new Map<string, readonly [string, string]>();
  for (const [at, first] of words.entries()) {
    const second = words[at + 1];
    if (second === undefined || first === second || pairs.size >= maxPairs) continue;
    if (subject.has(first) || subject.has(second)) pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}

/** What people copy rather than phrase: identifiers, paths, flags, codes. A version or a plain number is none. */
const name = either(
  {
    camelCase: /\b[a-z]+[A-Z]\w*\b|\b[A-Z][a-z0-9]+[A-Z]\w*\b/,
    snakeCase: /\b[A-Za-z]\w*_\w+\b/,
    call: /\b[A-Za-z_]\w*(?=\(\))/,
    file: /\b[\w-]+\.(?:[a-z]{2,5}|[ch])\b(?![\w(])/,
    path: /[\w.@-]+(?:\/[\w.@-]+)+/,
    ticket: /\b[A-Z]{2,}-\d+\b/,
    flag: /(?<![\w-])--[a-z][\w-]+/,
    errorCode: /\bE[A-Z]{4,}\b/,
  },
  "g",
);
const maxNames = 40;
const minName = 4;

function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const [found] of text.matchAll(name)) {
    if (found.length >= minName && names.size < maxNames) names.add(found.toLowerCase());
  }
  return [...names];
}

/** "yes", "commit", "run the tests": nothing that a memory could be about. */
export function isSmallTalk({ terms, names, pairs }: Subject): boolean {
  return terms.size === 0 && names.length === 0 && pairs.length === 0;
}

const QUESTION = /[?？]["')\s]*$/u;

/** It ends as a question. */
export const isQuestion = (text: string) => QUESTION.test(text);

const maxQuestions = 3;
/** A shorter prompt is one question. */
const minForSeveral = 80;

/** The prompt; of one with several questions, each of them. */
export function questionsIn(prompt: string): string[] {
  const text = withoutHost(prompt.slice(0, maxReadLength));
  if (text.length < minForSeveral) return [prompt];
  const asked = sentencesOf(text, { isTyped: true }).filter(isQuestion);
  return asked.length < 2 ? [prompt] : [prompt, ...asked.slice(0, maxQuestions - 1)];
}

const maxTopicLength = 100;

/** More words, or several parts, are a clause, which does not read as a name. */
const maxTopicWords = 6;

/** What a question is about, as it was typed: from its first word that says something to its last. */
export function topicOf(prompt: string): string {
  const words = withoutHost(prompt)
    .replace(/[?？!.。\s]+$/u, "")
    .split(/\s+/);
  const says = words.map((word) => termsOf(word).some((term) => !isEmptyWord(term) && !isWorkWord(term)));
  if (!says.includes(true)) return "";
  const topic = words.slice(says.indexOf(true), says.lastIndexOf(true) + 1);
  const isName = topic.length <= maxTopicWords && !topic.slice(0, -1).some((word) => /[,;:.]$/.test(word));
  return isName ? oneLine(topic.join(" "), maxTopicLength) : "that";
}

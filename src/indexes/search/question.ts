// A person's question as search terms: free words, "quoted phrases", and -words that must not be there.

import { termsOf } from "./analyse.ts";
import type { TermQuery } from "./words.ts";

export interface Question extends TermQuery {
  /** What a person means, without the marks: for the embedding model. */
  text: string;
  /** Terms of the identifiers, paths and codes it names: then letters count for more than meaning. */
  identifiers: readonly string[];
  /** Whether it speaks of somebody by name. */
  names(author: string): boolean;
}

const mostTerms = 64;
/** Identifiers, paths, file names, flags, error codes, versions: what people copy rather than say. */
const codeShape =
  /\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b|\w+\(\)|\b\w+\.(?:\w{1,4})\b|\/\w+\/|\b[A-Z]{2,}[_-]?\d+\b|--\w[\w-]*/g;

export function askedAs(typed: string): Question {
  const phrases: string[][] = [];
  const without: string[][] = [];
  const free = typed
    .toWellFormed()
    .replace(/(^|\s)-"([^"]+)"/g, (_, before: string, phrase: string) => exclude(phrase, before))
    .replace(/(^|\s)-([\p{L}_][^\s"]*)/gu, (_, before: string, word: string) => exclude(word, before))
    .replace(/"([^"]+)"/g, (_, phrase: string) => {
      const terms = termsOf(phrase);
      if (terms.length > 0) phrases.push(terms);
      return ` ${phrase} `;
    });
  function exclude(text: string, before: string): string {
    const terms = termsOf(text);
    if (terms.length > 0) without.push(terms);
    return before;
  }
  const lowered = free.toLowerCase();
  return {
    text: free.replace(/\s+/g, " ").trim(),
    any: [...new Set(termsOf(free))].slice(0, mostTerms),
    phrases,
    without,
    identifiers: [...free.matchAll(codeShape)].flatMap(([shape]) => termsOf(shape).slice(0, 1)),
    names: (author) => lowered.includes(author.toLowerCase()),
  };
}

export function isEmpty(question: Question): boolean {
  return question.any.length === 0 && question.phrases.length === 0;
}

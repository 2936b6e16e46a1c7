// A person's question as search terms: free words, "quoted phrases", and excluded -words.
// People also paste commands, code and diffs: text that only looks like syntax stays a word. In a sentence, quotes
// mark a title or a label; they are a condition only if hardly anything else is asked.

import {
  asksWhen,
  contentTerms,
  datesIn,
  either,
  type NamedDate,
  oneLine,
  plainTermsOf,
  termsOf,
} from "../../../libs/language/index.ts";
import type { TermQuery } from "./words.ts";

export interface Question extends TermQuery {
  /** The question without its syntax: for the embedding model. */
  text: string;
  /** The identifiers, paths and codes it names, in lower case: then letters count for more than meaning. */
  identifiers: readonly string[];
  /** Not written for a search: then nothing in it must occur in an answer. */
  isPlain: boolean;
  dates: readonly NamedDate[];
  asksWhen: boolean;
  /** Whether it names a person. */
  names(author: string): boolean;
}

const maxTerms = 64;
const maxMarks = 16;
/** Longer questions are cut: patterns must not take quadratic time over pasted text. */
const maxQuestionLength = 4_000;
/** Identifiers, paths, file names, flags, error codes, versions: what people copy rather than phrase. */
const codeShape = either(
  {
    camelCase: /\b[a-z]+[A-Z]\w*\b/,
    snakeCase: /\b\w+_\w+\b/,
    call: /\w+(?=\(\))/,
    version: /\bv?\d+(?:\.\d+){2,}(?:-[\w.]+)?\b/,
    file: /\b\w+(?:\.\w{2,})*\.\w{1,4}\b/,
    path: /[\w.-]*\/[\w.-]+\/[\w./-]*/,
    code: /\b[A-Z]{2,}[_-]?\d+\b|\b[A-Z]\d{3,}\b|\b0x[\da-fA-F]{3,}\b|\bE[A-Z]{4,}\b/,
    flag: /--\w[\w-]*/,
  },
  "g",
);

/** A quote opens after a space and closes before one: `log("x")` and {"a": 1} are code. Other quote characters too. */
const quoted = /(^|\s)(-?)(?:"([^"]+)"|“([^”"]+)[”"]|„([^“”"]+)[“”"]|«([^»]+)»|「([^」]+)」)(?=[\s.!?]|$)/gu;
const excluded = /(^|\s)-([\p{L}_][^\s"]*)/gu;

/** With this many words beside the quoted ones, the quotes are part of a sentence. */
const wordsOfSentence = 3;

/** Text that was not written for a search, such as a prompt: it has words, and no syntax. */
export function plainQuestion(written: string): Question {
  return questionOf(written.slice(0, maxQuestionLength).toWellFormed(), [], [], true);
}

export function parseQuestion(typed: string): Question {
  const phrases: string[][] = [];
  const without: string[][] = [];
  let quotes = "";
  const wellFormed = typed.slice(0, maxQuestionLength).toWellFormed();
  const isOneLine = !/[\r\n]/.test(wellFormed.trim());
  const unquoted = wellFormed.replace(quoted, (_, before: string, minus: string, ...texts: unknown[]) => {
    const phrase = String(texts.slice(0, 5).find((text) => text !== undefined));
    if (minus === "" || !isOneLine) {
      add(phrases, phraseOf(phrase));
      quotes += `${phrase} `;
      return `${before}${phrase} `;
    }
    add(without, phraseOf(phrase));
    return before;
  });
  let free = unquoted.replace(excluded, (all, before: string, word: string) => {
    if (!isOneLine || isFlag(word, unquoted)) return all;
    add(without, phraseOf(word));
    return before;
  });
  if (termsOf(free).length === 0 && without.length > 0) {
    // Only exclusions would match nothing: then it was a word with a dash.
    free = wellFormed;
    without.length = 0;
  }
  const isSentence = countWords(free) - countWords(quotes) >= wordsOfSentence;
  return questionOf(free, isSentence ? [] : phrases, without, false);
}

function questionOf(free: string, phrases: string[][], without: string[][], isPlain: boolean): Question {
  const lowered = free.toLowerCase();
  return {
    text: oneLine(free),
    any: contentTerms([...new Set(termsOf(free))]).slice(0, maxTerms),
    phrases,
    without,
    identifiers: identifiersIn(free),
    isPlain,
    dates: datesIn(free),
    asksWhen: asksWhen(free),
    names: (author) => lowered.includes(author.toLowerCase()),
  };
}

function countWords(text: string): number {
  return plainTermsOf(text).length;
}

/** Copied names are short: longer pieces are skipped, so that the search stays linear. */
const maxIdentifierLength = 200;

function identifiersIn(text: string): string[] {
  const found = new Set<string>();
  for (const piece of text.split(/\s+/)) {
    if (found.size >= maxMarks) break;
    if (piece.length > maxIdentifierLength) continue;
    for (const [shape] of piece.matchAll(codeShape)) found.add(shape.toLowerCase());
  }
  return [...found].slice(0, maxMarks);
}

export function isEmpty(question: Question): boolean {
  return question.any.length === 0 && question.phrases.length === 0;
}

function add(marks: string[][], terms: string[]): void {
  if (terms.length > 0 && marks.length < maxMarks) marks.push(terms.slice(0, maxTerms));
}

/** One identifier, also as a part of a longer one; several words as a phrase. */
function phraseOf(text: string): string[] {
  return /^\s*[\w$.]+\s*$/.test(text) ? plainTermsOf(text) : termsOf(text);
}

/** One or two letters after a dash are a flag, unless they are a known name. */
const shortNames = /^(?:js|ts|py|go|rs|rb|cs|db|ui|ux|ci|cd|ai|ml|qa|os|vm)$/i;
/** Programs whose longer flags have only one dash. */
const flagsOf: readonly (readonly [program: RegExp, flags: RegExp])[] = [
  [
    /\bfind\b/,
    /^(?:i?name|type|exec|i?path|maxdepth|mindepth|mtime|newer|delete|print0?|prune|perm|size|empty)$/,
  ],
  [/\bjavac?\b/, /^(?:jar|version|classpath|server|X.*|D.*)$/],
  [/\bgo\b/, /^(?:run|race|bench|count|cover\w*|timeout|tags|ldflags|mod|short|json)$/],
  [/\bterraform\b/, /^(?:auto-approve|var\S*|target\S*|out\S*|input\S*|destroy|upgrade|backend\S*)$/],
  [/\b(?:gcc|g\+\+|clang|cc)/, /^(?:W\S+|std\S*|f\S+|march\S*|shared|static|pthread)$/],
  [/\btar\b/, /^[xcztvfjJp]{2,6}$/],
  [/\bps\b/, /^aux\w*$/],
  [/\bopenssl\b/, /^(?:new\w*|x509|nodes|keyout|out|in|subj|days|connect|servername|text|noout)$/],
  [/\bff(?:mpeg|probe)\b/, /^\w+$/],
  [/\bxcodebuild\b/, /^(?:scheme|project|workspace|destination|sdk|configuration|target)$/],
];

function isFlag(word: string, typed: string): boolean {
  if (/^\p{ASCII}{1,2}$/u.test(word)) return !shortNames.test(word);
  if (word.includes("=")) return true;
  return flagsOf.some(([program, flags]) => program.test(typed) && flags.test(word));
}

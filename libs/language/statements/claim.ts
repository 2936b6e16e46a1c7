// Splits a learning's sentence: its subject, what it says about it, what it rejects. By rules, which only English has; for
// clash.ts, which compares two of them. Pure.

import { stemmer } from "stemmer";
import { allWords, alternatives, listed } from "../languages/all.ts";
import { withDigits } from "../numbers.ts";
import { firstMatch } from "../patterns.ts";
import { withoutReason } from "./reason.ts";

export interface Statement {
  /** "never", "don't", "avoid": the whole sentence is negative. */
  isNegative: boolean;
  /** Stems of the words that carry meaning. */
  terms: ReadonlySet<string>;
  /** What the sentence rejects: the Y of "X instead of Y", "X, never Y", "X over Y". */
  against: ReadonlySet<string>;
  /** "Use VALUE for SUBJECT", "SUBJECT with VALUE": what is chosen, and for what. */
  slot: { subject: ReadonlySet<string>; value: ReadonlySet<string> } | null;
  /** Numbers by the word they belong to: node → 24, spaces → 2. */
  numbers: ReadonlyMap<string, string>;
}

const NEGATION = new RegExp(`\\b(?:${alternatives(({ claims }) => claims.negation)})\\b`, "gi");
const AUXILIARY = new RegExp(`\\b(?:${alternatives(({ claims }) => claims.auxiliaries)})$`, "i");
/** What is rejected. */
const CONTRASTS = allWords.flatMap(({ claims }) => claims.contrasts);
/** What is preferred, what is rejected. */
const PREFERENCES = allWords.flatMap(({ claims }) => claims.preferences);
/** The subject, the value, more of the subject. */
const USES = allWords.flatMap(({ claims }) => claims.uses);
/** The subject, the value. */
const MADE = allWords.flatMap(({ claims }) => claims.made);
/** The subject, what is rejected, what is stated. */
const CHANGES = allWords.flatMap(({ claims }) => claims.changes);
/** What is rejected, what is stated. */
const REPLACEMENTS = allWords.flatMap(({ claims }) => claims.replacements);
/** "The staging server is eu-1.example.com": the subject, a name as its value. */
const NAMED = new RegExp(
  `^(.+?)\\s+(?:${alternatives(({ values }) => values.is)})\\s+(?:(?:${alternatives(({ values }) => values.now)})\\s+)?(\\S*[./:_-]\\S*)$`,
  "iu",
);
const UNIT = /(?<=\d)(ms|s|sec|secs|min|mins|h|kb|mb|gb|tb|k|m)(?![\p{L}\p{N}])/giu;
const NUMBER = /^v?\d+(?:[.:]\d+)*$/;

export function readStatement(sentence: string): Statement {
  const text = withDigits(withoutReason(sentence))
    .replace(UNIT, " $1")
    .replace(/[’‘]/g, "'")
    .replace(/[`"“”]/g, "")
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "");
  const { main, rest } = splitContrast(text);
  const positive = main.replace(NEGATION, " ");
  return {
    isNegative: positive !== main,
    terms: claimTerms(positive),
    against: claimTerms(rest),
    slot: slotOf(positive),
    numbers: numbersOf(text),
  };
}

/** The part that is stated, and the part that is rejected. */
function splitContrast(text: string): { main: string; rest: string } {
  const change = firstMatch(CHANGES, text);
  if (change)
    return { main: `${text.slice(0, change.index)}${change[1]} ${change[3]}`, rest: change[2] ?? "" };
  const replacement = firstMatch(REPLACEMENTS, text);
  if (replacement)
    return { main: `${text.slice(0, replacement.index)} ${replacement[2]}`, rest: replacement[1] ?? "" };
  const preference = firstMatch(PREFERENCES, text);
  if (preference) return { main: `prefer ${preference[1]}`, rest: preference[2] ?? "" };
  const contrast = firstMatch(CONTRASTS, text);
  const before = contrast ? text.slice(0, contrast.index) : text;
  // "Do not use X": the negation belongs to the sentence, nothing else is rejected.
  if (!contrast || claimTerms(before).size === 0 || isAuxiliary(before)) return { main: text, rest: "" };
  return { main: before, rest: contrast[1] ?? "" };
}

function isAuxiliary(before: string): boolean {
  return AUXILIARY.test(before.trim());
}

function slotOf(text: string): Statement["slot"] {
  const used = firstMatch(USES, text);
  if (used) {
    const subject = claimTerms(`${used[1] ?? ""} ${used[3] ?? ""}`);
    return { subject, value: claimTerms(used[2] ?? "") };
  }
  const made = firstMatch(MADE, text) ?? NAMED.exec(text);
  return made ? { subject: claimTerms(made[1] ?? ""), value: claimTerms(made[2] ?? "") } : null;
}

const EMPTY_WORDS = new Set(allWords.flatMap(({ claims }) => listed(claims.empty)));

function contentWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_][\p{L}\p{N}_./@#+-]*[\p{L}\p{N}_#+]|[\p{L}\p{N}]/gu)
      ?.filter((word) => !EMPTY_WORDS.has(word)) ?? []
  );
}

export function claimTerms(text: string): ReadonlySet<string> {
  return new Set(
    contentWords(text)
      .filter((word) => !NUMBER.test(word))
      .map(stem),
  );
}

/** Other names of the same thing. */
const ALIASES: Readonly<Record<string, string>> = {
  postgres: "postgresql",
  psql: "postgresql",
  pg: "postgresql",
  mongo: "mongodb",
  k8s: "kubernetes",
  js: "javascript",
  ts: "typescript",
  ...Object.assign({}, ...allWords.map(({ claims }) => claims.aliases)),
};

/** Paths, identifiers and versions are not split. */
function stem(said: string): string {
  const word = ALIASES[said] ?? said;
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

function numbersOf(text: string): Map<string, string> {
  const words = contentWords(text);
  const numbers = new Map<string, string>();
  for (const [i, word] of words.entries()) {
    if (!NUMBER.test(word)) continue;
    for (const owner of [words[i - 1], words[i + 1]])
      if (owner !== undefined && !NUMBER.test(owner)) numbers.set(stem(owner), word.replace(/^v/, ""));
  }
  return numbers;
}

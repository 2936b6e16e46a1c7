// Splits a learning's sentence: its subject, what it says about it, what it rejects. By rules, for English; for
// clash.ts, which compares two of them. Pure.

import { stemmer } from "stemmer";
import { withDigits } from "../numbers.ts";
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

const NEGATION =
  /\b(?:never|(?:do|does|did|must|should|can|could|will|would|is|are)(?: not|n't|n’t)|cannot|avoid|no longer|without|stop|not|no)\b/i;
const CONTRAST =
  /(?:,|;| -| –| —)?\s+(?:instead of|rather than|as opposed to|(?:and |but )?(?:not|never|don't|do not))\s+(?!only\b)(.+)$/i;
const PREFERENCE = /\bprefer(?:s|red)?\b(.+?)\s+(?:over|to)\s+(.+)$/i;
const USE = /^(.*?)\b(?:use|uses|using|choose|adopt)\s+(.+?)(?:\s+(?:for|as|in|to|when|on|with)\s+(.+))?$/i;
const WITH = /^(.+?)\s+(?:with|in|on|by|from|at)\s+(.+)$/i;
const CHANGE =
  /\b(?:switch|mov|migrat|chang|go)(?:e|ed|es|ing|s)?\b(.*?)\bfrom\s+(.+?)\s+(?:over )?to\s+(.+)$/i;
const REPLACEMENT = /\breplac(?:e|ed|es|ing)\s+(.+?)\s+(?:with|by)\s+(.+)$/i;
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
  const isNegative = NEGATION.test(main);
  const positive = main.replace(new RegExp(NEGATION, "gi"), " ");
  return {
    isNegative,
    terms: termsOf(positive),
    against: termsOf(rest),
    slot: slotOf(positive),
    numbers: numbersOf(text),
  };
}

/** The part that is stated, and the part that is rejected. */
function splitContrast(text: string): { main: string; rest: string } {
  const change = CHANGE.exec(text);
  if (change)
    return { main: `${text.slice(0, change.index)}${change[1]} ${change[3]}`, rest: change[2] ?? "" };
  const replacement = REPLACEMENT.exec(text);
  if (replacement)
    return { main: `${text.slice(0, replacement.index)} ${replacement[2]}`, rest: replacement[1] ?? "" };
  const preference = PREFERENCE.exec(text);
  if (preference) return { main: `prefer ${preference[1]}`, rest: preference[2] ?? "" };
  const contrast = CONTRAST.exec(text);
  const before = contrast ? text.slice(0, contrast.index) : text;
  // "Do not use X": the negation belongs to the sentence, nothing else is rejected.
  if (!contrast || termsOf(before).size === 0 || isAuxiliary(before)) return { main: text, rest: "" };
  return { main: before, rest: contrast[1] ?? "" };
}

function isAuxiliary(before: string): boolean {
  return /\b(?:do|does|did|must|should|can|could|will|would|is|are|be|has|have)$/i.test(before.trim());
}

function slotOf(text: string): Statement["slot"] {
  const used = USE.exec(text);
  if (used) {
    const subject = termsOf(`${used[1] ?? ""} ${used[3] ?? ""}`);
    return { subject, value: termsOf(used[2] ?? "") };
  }
  const made = WITH.exec(text);
  return made ? { subject: termsOf(made[1] ?? ""), value: termsOf(made[2] ?? "") } : null;
}

const EMPTY_WORDS = new Set(
  (
    "a an the this that these those there here it its we our us you your i my me they their he she " +
    "is are was were be been being am do does did has have had will would shall should must can could may might need needs " +
    "always ever just only also please only every each all any some so then when if of to for in on at by with from as into and or but than " +
    "use uses using used prefer prefers preferred write writes written run runs make makes keep keeps kept put puts store stores stored " +
    "install installs installed live lives set sets project repo repository codebase code base directly instead really very " +
    "now anymore currently team decided decide chose chosen choose picked settled settle agreed went go going switch switching switched " +
    "move moving moved migrate migrating migrated stay staying stick adopt adopted adopting standardise standardize replace replacing re ve ll"
  ).split(" "),
);

function contentWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_][\p{L}\p{N}_./@#+-]*[\p{L}\p{N}_#+]|[\p{L}\p{N}]/gu)
      ?.filter((word) => !EMPTY_WORDS.has(word)) ?? []
  );
}

export function termsOf(text: string): ReadonlySet<string> {
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
  s: "second",
  sec: "second",
  secs: "second",
  min: "minute",
  mins: "minute",
  h: "hour",
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

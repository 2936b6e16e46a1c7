// How good a compressed observation is compared with its original text: what was kept, how short it is, whether search
// finds it. The patterns here are separate from those of the offline rules, which choose what to keep. Pure.

import { countTokens } from "../../context/tokens.ts";

export interface Facts {
  files: string[];
  identifiers: string[];
  numbers: string[];
}

export interface CompressedText {
  title: string;
  summary: string;
  detail: string;
  files: readonly string[];
}

const informative =
  /error|fail|warn|exception|panic|assert|denied|not found|cannot|refused|conflict|passed|exit code|commit|changed|created|expected|received|✖|×|✗/i;
/** Every line of a short text counts; of a long text, the lines that report results, and the first and last ones. */
const shortText = 40;
const edge = 3;
const maxLines = 30;
const maxFacts = 30;

function informativeLines(raw: string): string[] {
  const lines = raw.split("\n").filter((line) => line.trim() !== "");
  if (lines.length <= shortText) return lines;
  const middle = lines.slice(edge, -edge).filter((line) => informative.test(line));
  return [...lines.slice(0, edge), ...middle.slice(0, maxLines), ...lines.slice(-edge)];
}

const path = /(?<![\w/.:-])(?:[\w@.~+-]+\/|\/)+[\w@.+-]*\w\.[A-Za-z]\w{0,7}\b/g;
const address = /https?:\/\/[^\s"'<>)\]]+/g;
const named =
  /\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[A-Za-z]+_[A-Za-z_]\w*|[A-Z]{2,}\d{2,}|[A-Z]\w+(?:Error|Exception))\b/g;
const hash = /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g;
const figure = /(?<![\w.:/-])\d+(?:\.\d+)*(?![\w:/-])/g;

export function factsOf(raw: string): Facts {
  const text = informativeLines(raw.slice(0, 400_000))
    .map((line) => line.slice(0, 400))
    .join("\n");
  const all = (...patterns: RegExp[]) =>
    [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([word]) => word)))].slice(
      0,
      maxFacts,
    );
  const files = all(path);
  const withoutPaths = text.replace(path, " ").replace(address, " ");
  const numbers = [...new Set([...withoutPaths.matchAll(figure)].map(([word]) => word))];
  return {
    files,
    identifiers: all(address, named, hash).filter((word) => !files.some((file) => file.includes(word))),
    numbers: numbers.filter((word) => word.length > 1).slice(0, maxFacts),
  };
}

export interface Fidelity {
  kept: number;
  all: number;
}

export function fidelityOf(facts: Facts, kept: CompressedText): Record<keyof Facts, Fidelity> {
  const text = [kept.title, kept.summary, kept.detail, ...kept.files].join("\n");
  const counted = (words: readonly string[], isIn: (word: string) => boolean) => ({
    kept: words.filter(isIn).length,
    all: words.length,
  });
  return {
    // The project's folder may be dropped; the file's own name and folder may not.
    files: counted(facts.files, (file) => text.includes(file.split("/").slice(-2).join("/"))),
    identifiers: counted(facts.identifiers, (word) => text.includes(word)),
    numbers: counted(facts.numbers, (word) =>
      new RegExp(`(?<![\\d.])${word.replaceAll(".", "\\.")}(?!\\d)`).test(text),
    ),
  };
}

export function shareOf(...parts: readonly Fidelity[]): number | null {
  const all = parts.reduce((sum, part) => sum + part.all, 0);
  return all === 0 ? null : parts.reduce((sum, part) => sum + part.kept, 0) / all;
}

/** A title of 10 tokens, a summary of 50 and a detail of 200. */
const wantedTokens = 260;

/** 1 for a text within its target length, less for a longer one. */
export function brevityOf(kept: CompressedText): number {
  return Math.min(1, wantedTokens / Math.max(1, tokensOf(kept)));
}

export function tokensOf({ title, summary, detail }: CompressedText): number {
  return countTokens(title + summary + detail);
}

const wordsAsked = 5;

/** What somebody would search for who remembers a few words of it: the rarest words of its informative lines. */
export function questionFrom(raw: string, commonness: ReadonlyMap<string, number>): string {
  const words = [...new Set(informativeWords(raw))];
  const rare = words.sort((a, b) => (commonness.get(a) ?? 0) - (commonness.get(b) ?? 0) || (a < b ? -1 : 1));
  return rare.slice(0, wordsAsked).join(" ");
}

/** For each word, how many of the texts contain it. */
export function commonnessOf(raws: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const raw of raws)
    for (const word of new Set(informativeWords(raw))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function informativeWords(raw: string): string[] {
  return informativeLines(raw).flatMap((line) => line.match(/\b[A-Za-z][A-Za-z]{3,20}\b/g) ?? []);
}

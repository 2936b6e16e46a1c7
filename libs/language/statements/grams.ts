// A sentence as hashed pieces of its wording for the classifier: words, pairs of words, its frame (the small words that
// stay when names and topics are masked), how it begins and ends. Pure.

import { type Language, languageNames, languages, listed } from "../languages/all.ts";
import type { Speaker } from "../speaker.ts";

/** A power of two. */
export const gramCount = 32_768;

const CODE =
  /`[^`]*`|https?:\/\/\S+|[\w@~$*-]*[./\\][\w@/.*-]*\w(?:\(\))?|\/[\w/-]+|\b\w+\(\)?|--?[a-z][\w-]+=?\S*|\b[a-z]+[A-Z]\w*|\b\w+_\w*\b|\b[A-Z]+\d*[A-Z]+\w*\b|\b[A-Z][a-z]+[A-Z]\w*/g;
const QUOTATION = /["“«„][^"”»“]*["”»“]/g;
const NUMBER = /\b\d[\d.,:%]*(?:\s?(?:ms|mb|gb|kb|kib|px|s|h|k|m))?\b/gi;
const WORD = /[\p{L}\p{M}]+(?:'\p{L}+)*|[‹›]\p{L}|[?!:;,]/gu;
/** The small words that make a sentence's frame; frequent words serve as well. */
const frameWords = new Map<Language, ReadonlySet<string>>(
  languageNames.map((name) => [name, new Set(listed(languages[name].frame || languages[name].frequent))]),
);
const maxWords = 60;

/** Each index once. */
export function gramsOf(bare: string, language: Language, by: Speaker): Uint16Array {
  const grams = new Set<number>();
  const add = (kind: string, gram: string) => grams.add(hashOf(`${language}${kind}${gram}`));
  const masked = maskedOf(bare);
  if (!languages[language].isSpaced) denseGrams(masked, add);
  else spacedGrams(masked, language, by, add);
  return Uint16Array.from(grams);
}

function maskedOf(bare: string): string {
  return bare
    .normalize("NFKC")
    .replace(/[’‘]/g, "'")
    .replace(QUOTATION, " ›q ")
    .replace(CODE, " ›c ")
    .replace(NUMBER, " ›n ");
}

type Add = (kind: string, gram: string) => void;

function spacedGrams(masked: string, language: Language, by: Speaker, add: Add): void {
  const said = (masked.match(WORD) ?? []).slice(0, maxWords);
  const lower = said.map((word) => word.toLowerCase());
  const small = frameWords.get(language) ?? new Set();
  const frame = said.map((word, i) => shapeOf(word, lower[i] ?? "", small, i === 0));
  for (const [i, word] of lower.entries()) {
    add("w", word);
    add("p", `${lower[i - 1] ?? "^"} ${word}`);
    if (language !== "en" && word.length > 4) add("s", word.slice(0, 4));
    if (language !== "en" && word.length > 4) add("e", word.slice(-3));
  }
  add("p", `${lower.at(-1)} $`);
  const edged = ["^", ...frame, "$"];
  for (let i = 0; i < edged.length - 1; i++) {
    add("f", `${edged[i]} ${edged[i + 1]}`);
    if (i + 2 < edged.length) add("g", `${edged[i]} ${edged[i + 1]} ${edged[i + 2]}`);
  }
  add("b", `${by} ${lower[0]}`);
  add("b", `${by} ${frame[0]} ${frame[1]}`);
  add("b2", `${lower[0]} ${lower[1]} ${lower[2]}`);
  add("b3", `${frame[0]} ${frame[1]} ${frame[2]} ${frame[3]}`);
  // Who speaks changes what a modal means.
  for (const word of new Set(frame)) if (small.has(word)) add("a", `${by} ${word}`);
}

/** A small word stands for itself, any other for its form. */
function shapeOf(word: string, lower: string, small: ReadonlySet<string>, isFirst: boolean): string {
  if (small.has(lower) || /^[›?!:;,]/.test(word)) return lower;
  if (!isFirst && /^\p{Lu}/u.test(word)) return "X";
  if (lower.endsWith("ing")) return "-ing";
  if (lower.endsWith("ed")) return "-ed";
  if (lower.endsWith("ly")) return "-ly";
  return lower.endsWith("s") ? "-s" : "-";
}

function denseGrams(masked: string, add: Add): void {
  const text = masked
    .toLowerCase()
    .replace(/[a-z][a-z -]*[a-z]|[a-z]/g, "a")
    .replace(/\s+/g, " ")
    .trim();
  const bare = text.replace(/[.。!！]+$/u, "");
  for (let i = 0; i < bare.length; i++) {
    add("c2", bare.slice(i, i + 2));
    if (i + 3 <= bare.length) add("c3", bare.slice(i, i + 3));
    if (i + 4 <= bare.length) add("c4", bare.slice(i, i + 4));
  }
  for (const size of [1, 2, 3, 4]) {
    add("z", bare.slice(-size));
    add("b", bare.slice(0, size));
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  return hash & (gramCount - 1);
}

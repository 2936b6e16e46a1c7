// Text → search terms, the same for both databases and for documents and queries.
// Made for code and people: identifiers are found whole and by their parts, prose by its stems,
// and scripts without spaces by pairs of characters. A term is plain ASCII, so no database can mistake it for syntax.

import { stemmer } from "stemmer";

const word = /[\p{L}\p{M}\p{N}_$]+|\p{Extended_Pictographic}/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const unspacedScript = new RegExp(unspaced.source, "u");
const identifierPart = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lo}[\p{Lo}\p{M}]*|\p{N}+/gu;

const longestTerm = 64;
const mostTerms = 4096;

export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [found] of text.normalize("NFKC").matchAll(word)) {
    if (terms.length >= mostTerms) break;
    addTerms(terms, found);
  }
  return terms;
}

const shortestCompound = 12;
const shortestPart = 5;

/** Beginnings and ends of long words: German and its like write in one word what a person looks for by a part of it. */
export function partsOf(text: string): string[] {
  const parts = new Set<string>();
  for (const [found] of text.matchAll(/\p{L}+/gu)) {
    if (found.length < shortestCompound || found.length > longestTerm || unspacedScript.test(found)) continue;
    if (parts.size > mostTerms) break;
    for (let cut = shortestPart; cut <= found.length - shortestPart; cut++) {
      parts.add(asTerm(stem(found.slice(0, cut))));
      parts.add(asTerm(stem(found.slice(cut))));
    }
  }
  return [...parts];
}

function addTerms(terms: string[], found: string): void {
  const spaced = found.replace(unspaced, (run) => {
    for (const pair of pairsOf(run)) terms.push(asTerm(pair));
    return " ";
  });
  for (const piece of spaced.split(" ")) {
    if (piece === "") continue;
    const parts = piece.match(identifierPart) ?? [];
    if (parts.length !== 1 || parts[0] !== piece) terms.push(asTerm(piece));
    for (const part of parts.length > 0 ? parts : [piece]) terms.push(asTerm(stem(part)));
  }
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function stem(part: string): string {
  const plain = withoutAccents(part.toLowerCase());
  return /^[a-z]+$/.test(plain) ? stemmer(plain) : plain;
}

/** Accents are optional in alphabets; in other scripts marks are part of the letter. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, "$1");
}

function asTerm(text: string): string {
  const plain = withoutAccents(text.toLowerCase()).slice(0, longestTerm);
  if (/^[a-z0-9_]+$/.test(plain)) return plain;
  return `u${Buffer.from(plain, "utf16le").toString("hex")}`;
}

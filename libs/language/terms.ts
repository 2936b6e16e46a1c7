// Text → search terms, the same for both databases and for documents and queries.
// For code and prose: identifiers are found whole and by their parts, prose by its stems,
// and scripts without spaces by pairs of characters. A term is plain ASCII, so no database can mistake it for syntax.

import { remembering } from "../remembering/index.ts";
import { germanic, germanicPlain } from "./languages/others.ts";
import { plainLetters, stem } from "./stem.ts";

/** Dots join parts (app.ts, 1.2.3, config.load); ++ and # are letters after a letter. */
const word =
  /(?<![\p{L}\p{N}])[A-Za-z](?:\+\+|#)(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_$]+(?:\.[\p{L}\p{M}\p{N}_$]+)*|\p{RI}\p{RI}|\p{Extended_Pictographic}/gu;
const unspaced =
  /[\p{Script=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const unspacedScript = new RegExp(unspaced.source, "u");
const identifierPart = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lo}[\p{Lo}\p{M}]*|\p{N}+/gu;

/** Most text has no other characters, and the same words are found in it much faster. None of the others is a letter. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const plainText = /^[\x00-\x7f·…—–→“”‘’•×]*$/;
const plainWord = /(?<![A-Za-z0-9])[A-Za-z](?:\+\+|#)(?![A-Za-z0-9])|[A-Za-z0-9_$]+(?:\.[A-Za-z0-9_$]+)*/g;

function wordsIn(text: string): readonly string[] {
  return (plainText.test(text) ? text.match(plainWord) : text.normalize("NFKC").match(word)) ?? [];
}

const maxTermLength = 64;
const maxTerms = 4096;
/** A page of Chinese may not contain a single space. */
const maxWordLength = maxTerms;
/** So few words have fewer terms than the most. */
const fewWords = 256;

/** The terms of a text with a space between them, as a full-text index takes them. */
export function termText(text: string): string {
  const words = wordsIn(text);
  const terms = words.map(termsOfWord).join(" ");
  return words.length > fewWords ? terms.split(" ", maxTerms).join(" ") : terms;
}

export function termsOf(text: string): string[] {
  return separate(termText(text));
}

/** Without the terms for compound identifiers: what a part of an identifier shares with it. */
export function plainTermsOf(text: string): string[] {
  return wordsIn(text).flatMap((found) => {
    const { wholes, parts } = takeApart(found.slice(0, maxWordLength));
    return parts.length < 2 ? [...wholes, ...parts] : parts;
  });
}

export function separate(terms: string): string[] {
  return terms === "" ? [] : terms.split(" ");
}

/** In languages that join words, short words are joined too. */
const minLength = { compound: 12, part: 5 };
const minLengthGermanic = { compound: 9, part: 4 };

/** Runs of letters that may be compounds. */
const compounds = new RegExp(`(?<![A-Za-z])[A-Za-z]{${minLength.compound},}`, "g");
const compoundsGermanic = new RegExp(`(?<![A-Za-z])[A-Za-z]{${minLengthGermanic.compound},}`, "g");

/** Terms inside words: prefixes and suffixes of long ones, a Hebrew word without its particle, one Chinese character. */
export function partsOf(text: string): string[] {
  const parts = new Set<string>();
  if (plainText.test(text)) {
    const isGermanic = germanicPlain.test(text);
    const { compound, part } = isGermanic ? minLengthGermanic : minLength;
    for (const found of text.match(isGermanic ? compoundsGermanic : compounds) ?? []) {
      if (parts.size > maxTerms) break;
      addParts(found, compound, part, parts);
    }
    return [...parts];
  }
  const { compound, part } = germanic.test(text) ? minLengthGermanic : minLength;
  for (const [found] of text.normalize("NFKC").matchAll(/\p{L}[\p{L}\p{M}]*/gu)) {
    if (parts.size > maxTerms) break;
    if (unspacedScript.test(found)) {
      for (const character of found.slice(0, maxWordLength))
        if (unspacedScript.test(character)) parts.add(asTerm(character));
    } else if (/^\p{Script=Hebrew}{3}/u.test(found)) {
      parts.add(asTerm(stem(found).slice(1)));
    } else addParts(found, compound, part, parts);
  }
  return [...parts];
}

/** Each thread of an import has its own: 50,000 words took 70 MB more in all and saved 3 % of the time. */
const wordsKept = 6_000;
const compoundsKept = 300;

function addParts(found: string, compound: number, part: number, parts: Set<string>): void {
  if (found.length < compound || found.length > maxTermLength) return;
  const apart = part === minLength.part ? cutEverywhere(found) : cutEverywhereGermanic(found);
  for (const one of apart) parts.add(one);
}

const cutEverywhere = remembering(compoundsKept, (word) => cutsOf(word, minLength.part));
const cutEverywhereGermanic = remembering(compoundsKept, (word) => cutsOf(word, minLengthGermanic.part));

function cutsOf(word: string, part: number): readonly string[] {
  const all: string[] = [];
  for (let cut = part; cut <= word.length - part; cut++)
    all.push(asTerm(stem(word.slice(0, cut))), asTerm(stem(word.slice(cut))));
  return all;
}

interface Apart {
  readonly wholes: readonly string[];
  readonly parts: readonly string[];
}

function termsOfWord(found: string): string {
  return found.length > maxTermLength ? joined(found.slice(0, maxWordLength)) : joinedKept(found);
}

const joinedKept = remembering(wordsKept, joined);

/** Whole identifiers first, so that the parts of one are neighbours and make a phrase. */
function joined(found: string): string {
  const { wholes, parts } = takeApart(found);
  return [...wholes, ...parts].join(" ");
}

const plainPart = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

function takeApart(found: string): Apart {
  return /^[\w$.]+$/.test(found) ? takePlainApart(found) : takeAnyApart(found);
}

/** The same for ASCII, several times faster. */
function takePlainApart(found: string): Apart {
  const names = found.split(".");
  const wholes: string[] = names.length > 1 ? [asTerm(found)] : [];
  const parts: string[] = [];
  for (const name of names) {
    if (name === "") continue;
    const inside = name.match(plainPart) ?? [];
    if (inside.length !== 1 || inside[0] !== name) wholes.push(asTerm(stem(name)));
    for (const part of inside) parts.push(asTerm(stem(part)));
  }
  return { wholes, parts };
}

function takeAnyApart(found: string): Apart {
  const wholes: string[] = [];
  const parts: string[] = [];
  const pieces = found.split(".");
  if (pieces.length > 1 && !unspacedScript.test(found)) wholes.push(asTerm(found));
  for (const piece of pieces) {
    const spaced = piece.replace(unspaced, (run) => {
      for (const pair of pairsOf(run)) parts.push(asTerm(pair));
      return " ";
    });
    for (const name of spaced.split(" ")) {
      if (name === "") continue;
      const inside = name.match(identifierPart) ?? [];
      if (inside.length !== 1 || inside[0] !== name) wholes.push(asTerm(stem(name)));
      for (const part of inside) parts.push(asTerm(stem(part)));
    }
  }
  return { wholes, parts };
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

function asTerm(text: string): string {
  const plain = plainLetters(text).slice(0, maxTermLength);
  const joined = plain.replaceAll(".", "_");
  if (/^[a-z0-9_]+$/.test(joined)) return joined;
  return `u${Buffer.from(plain, "utf16le").toString("hex")}`;
}

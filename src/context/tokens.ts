// How many tokens a text will cost, estimated without a tokenizer: its pieces are counted by kind, and each kind has
// a weight fitted to Anthropic's published tokenizer. `node bench/tokens.ts` prints the error on prose and code.

const piece = /\p{Lo}|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{L}+|\p{N}+|\n+|[^\S\n]+|[^\p{L}\p{N}\s]+/gu;

/** Longer words are made of more tokens. */
const commonWord = 6;

export function countTokens(text: string): number {
  let tokens = 0;
  for (const [found] of text.matchAll(piece)) tokens += costOf(found);
  return Math.ceil(tokens);
}

function costOf(piece: string): number {
  const first = piece.charCodeAt(0);
  const { length } = piece;
  if (isLowerLetter(first)) return wordCost(piece, length);
  if (isUpperLetter(first)) {
    return length > 1 && isUpperLetter(piece.charCodeAt(1)) ? 0.32 * length : wordCost(piece, length);
  }
  if (first === 32 || first === 9) return length > 1 ? 0.32 : 0;
  if (first === 10) return 0.32;
  if (first < 128) return isDigit(first) ? 0.52 * length : 1.17 + 0.06 * (length - 1);
  return 1.1 * length;
}

function wordCost(word: string, length: number): number {
  for (let i = 0; i < length; i++) if (word.charCodeAt(i) > 127) return 1.03 * length;
  return 0.98 + 0.08 * Math.max(0, length - commonWord);
}

const isLowerLetter = (code: number) => code >= 97 && code <= 122;
const isUpperLetter = (code: number) => code >= 65 && code <= 90;
const isDigit = (code: number) => code >= 48 && code <= 57;

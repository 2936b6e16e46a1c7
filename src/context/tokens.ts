// Estimates the number of tokens of a text without a tokenizer: its pieces are counted by kind, and each kind has a
// weight fitted to Anthropic's published tokenizer. `node bench/tokens.ts` prints the error on prose and code.

const bytesPerToken = 4;

/** Captured tokens for each stored token; captured bytes count as those of plain text. Null if nothing is stored. */
export function compressionRatio(rawBytes: number, tokens: number): number | null {
  return tokens === 0 ? null : rawBytes / bytesPerToken / tokens;
}

/** Longer words consist of more tokens. */
const commonWord = 6;
const weights = {
  word: 0.98,
  letterBeyond: 0.08,
  capital: 0.32,
  digit: 0.52,
  gap: 0.32,
  marks: 1.17,
  markBeyond: 0.06,
  foreignWordLetter: 1.03,
  foreign: 1.1,
};

export function countTokens(text: string): number {
  return Math.ceil(isPlain(text) ? plainTokens(text) : anyTokens(text));
}

/** ASCII, and the marks and symbols of any language: none of them is a letter, a number or a space. */
function isPlain(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return !/[^\u0000-\u007f\p{P}\p{S}]/u.test(text);
}

/** Numbers, because comparing them is most of the work. */
const [lower, upper, digit, newline, space, mark, none] = [0, 1, 2, 3, 4, 5, 6];

const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  if (/\d/.test(character)) return digit;
  if (character === "\n") return newline;
  return /\s/.test(character) ? space : mark;
});

function kindAt(text: string, at: number): number {
  return at < text.length ? (kinds[text.charCodeAt(at)] ?? mark) : none;
}

/** The same as `anyTokens`, but several times faster: budgets are tried on many lines. */
function plainTokens(text: string): number {
  let tokens = 0;
  let kind = kindAt(text, 0);
  for (let at = 0; at < text.length; ) {
    let end = at + 1;
    let next = kindAt(text, end);
    const goesOn = kind === upper && next === lower ? lower : kind;
    while (next === goesOn) next = kindAt(text, ++end);
    tokens += costOf(text, at, end);
    [at, kind] = [end, next];
  }
  return tokens;
}

const piece = /\p{Lo}|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{L}+|\p{N}+|\n+|[^\S\n]+|[^\p{L}\p{N}\s]+/gu;

function anyTokens(text: string): number {
  let tokens = 0;
  for (const [found] of text.matchAll(piece)) tokens += costOf(found, 0, found.length);
  return tokens;
}

/** Of one piece: the text between two positions. */
function costOf(text: string, from: number, to: number): number {
  const first = text.charCodeAt(from);
  const length = to - from;
  if (first > 127) return weights.foreign * length;
  switch (kinds[first]) {
    case lower:
      return wordCost(text, from, to);
    case upper:
      return kindAt(text, from + 1) === upper && length > 1
        ? weights.capital * length
        : wordCost(text, from, to);
    case digit:
      return weights.digit * length;
    case newline:
      return weights.gap;
    case space:
      return length > 1 ? weights.gap : 0;
    default:
      return weights.marks + weights.markBeyond * (length - 1);
  }
}

function wordCost(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++)
    if (text.charCodeAt(i) > 127) return weights.foreignWordLetter * (to - from);
  return weights.word + weights.letterBeyond * Math.max(0, to - from - commonWord);
}

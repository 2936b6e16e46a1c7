// The cues of a sentence: words that make it a lasting statement, and words that make it a request, a question or a
// report of the moment. One table a language; classify.ts weighs what was found.

export const cueNames = [
  "decided",
  "rejected",
  "always",
  "forbid",
  "require",
  "prefer",
  "use",
  "weUse",
  "contrast",
  "need",
  "otherwise",
  "warn",
  "note",
  "general",
  "reason",
  "deprecated",
  "place",
  "convention",
  "question",
  "unsure",
  "passing",
  "momentary",
  "fault",
  "narration",
  "deictic",
  "request",
  "praise",
] as const;

export type Cue = (typeof cueNames)[number];

export interface LanguageCues {
  /** Frequent words, to recognise the language; null where the script is enough. */
  words: readonly string[] | null;
  /** What may precede a statement and says nothing: "No, please". */
  filler: RegExp;
  cues: Readonly<Partial<Record<Cue, RegExp>>>;
  /** Where the reason begins: "because". */
  because: RegExp;
}

/**
 * Letters of the languages with spaces, as ranges: `\\p{L}` costs milliseconds per pattern when it is compiled, and there
 * are some hundred patterns.
 */
const letters = "A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff";
const inWord = `[${letters}0-9_]`;
/** The end of a word, also where the pattern itself ended with a space or a colon. */
const wordEnd = `(?:(?<!${inWord})|(?!${inWord}))`;

function compile(source: string): RegExp {
  const plain = source
    .replaceAll("[\\p{L}\\p{N}_]", inWord)
    .replaceAll("[\\p{L}]", `[${letters}]`)
    .replaceAll(/\\p\{Lu?\}/g, `[${letters}]`);
  return new RegExp(plain, "i");
}

/** A pattern of whole words for scripts that separate words by spaces. */
export function words(...alternatives: string[]): RegExp {
  return compile(`(?<!${inWord})(?:${alternatives.join("|")})${wordEnd}`);
}

/** The same, at the beginning of the sentence. */
export function begins(...alternatives: string[]): RegExp {
  return compile(`^(?:${alternatives.join("|")})${wordEnd}`);
}

/** A pattern as it is. */
export function pattern(source: string | RegExp): RegExp {
  return compile(typeof source === "string" ? source : source.source);
}

/** Anywhere, for scripts without spaces. */
export function parts(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.join("|"), "iu");
}

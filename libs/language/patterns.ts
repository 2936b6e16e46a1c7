// Compiles the patterns of the language files: alternatives of words, whole words only where a script has spaces.

/**
 * Letters of the languages with spaces, as ranges: `\\p{L}` costs milliseconds per pattern when it is compiled, and there
 * are some hundred patterns.
 */
const letters = "A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff";
export const inWord = `[${letters}0-9_]`;
/** The end of a word, also where the pattern itself ended with a space or a colon. */
export const wordEnd = `(?:(?<!${inWord})|(?!${inWord}))`;

export function compiled(source: string): RegExp {
  const plain = source
    .replaceAll("[\\p{L}\\p{N}_]", inWord)
    .replaceAll("[\\p{L}]", `[${letters}]`)
    .replaceAll(/\\p\{Lu?\}/g, `[${letters}]`);
  return new RegExp(plain, "i");
}

/** A pattern of whole words for scripts that separate words by spaces. */
export function words(...alternatives: string[]): RegExp {
  return compiled(`(?<!${inWord})(?:${alternatives.join("|")})${wordEnd}`);
}

/** The same, at the beginning of the sentence. */
export function begins(...alternatives: string[]): RegExp {
  return compiled(`^(?:${alternatives.join("|")})${wordEnd}`);
}

/** A pattern as it is. */
export function pattern(source: string | RegExp): RegExp {
  return compiled(typeof source === "string" ? source : source.source);
}

/** Anywhere, for scripts without spaces. */
export function parts(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.join("|"), "iu");
}

/** One pattern of several named ones: the first that matches counts. */
export function either(shapes: Readonly<Record<string, RegExp>>, flags: string): RegExp {
  const sources = Object.values(shapes).map(({ source }) => source);
  return new RegExp(sources.join("|"), flags);
}

export function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | null {
  for (const one of patterns) {
    const match = one.exec(text);
    if (match) return match;
  }
  return null;
}

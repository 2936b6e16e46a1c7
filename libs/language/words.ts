// Words of a text, for comparing texts with each other. What a search finds a text by is in terms.ts. Pure.

/** In lower case: runs of letters, digits and `_`. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

/** Two characters or more, with paths, file names and hyphenated words whole; the ledger stores hashes of them. */
export function compoundsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}(?:[./-][\p{L}\p{N}_]+)*/gu) ?? [];
}

/** Of the words of both texts, the share that both have. */
export function sharedWords(one: string, other: string): number {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const both = [...a].filter((word) => b.has(word)).length;
  return both === 0 ? 0 : both / (a.size + b.size - both);
}

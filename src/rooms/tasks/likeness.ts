// Whether an entry says again what another one has said. Pure.

export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize("NFKC")
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

/** Of the words of both texts, the share that both have. */
export function sharedWords(one: string, other: string): number {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const both = [...a].filter((word) => b.has(word)).length;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

const tooMuch = 0.7;
/** Short entries share most of their words by chance ("tests pass again"): only the same text counts. */
const fewWords = 5;

export function isRepeated(text: string, before: string): boolean {
  if (text.trim() === before.trim()) return true;
  if (Math.min(wordsOf(text).length, wordsOf(before).length) < fewWords) return false;
  return sharedWords(text, before) > tooMuch;
}

// The form in which forgotten text is recognised. Hashes of it are stored, so that it must not change: this splitter cuts
// at every mark, also where sentences.ts knows that no sentence ends. Pure.

/** Without case in any language: upper case first, because ß and SS are the same. */
export function folded(text: string): string {
  return text.normalize("NFC").toUpperCase().toLowerCase();
}

export function foldedWordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** At each line end, and at each mark that may end a sentence. */
export function forgettableParts(text: string): string[] {
  return text.split(/(?<=[.!?。！？;])\s+|\n+/u).filter((part) => part.trim() !== "");
}

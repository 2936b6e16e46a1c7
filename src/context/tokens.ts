// How many tokens a text will cost, estimated without a tokenizer.

/** A token is about four characters of English or code, and about one of a script without spaces. */
export function countTokens(text: string): number {
  let dense = 0;
  for (const character of text) if (character > "\u2e7f") dense++;
  return Math.ceil((text.length - dense) / 4 + dense);
}

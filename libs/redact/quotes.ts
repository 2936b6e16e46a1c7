// Quotes as transcripts have them: plain, or behind backslashes where a text stands within JSON within JSON. For the
// finders that read quoted values (keys.ts, commands.ts).

const LONGEST_QUOTED = 16_384;

/** Where a quoted value ends: a quote of the same kind with no more backslashes than the opening one had. */
export function closingQuote(text: string, from: number, quote: string, level: number): number {
  const code = quote.charCodeAt(0);
  const limit = Math.min(text.length, from + LONGEST_QUOTED);
  let backslashes = 0;
  for (let i = from; i < limit; i++) {
    const at = text.charCodeAt(i);
    if (at === 92) backslashes++;
    else if (at === 10) return i;
    else {
      if (at === code && backslashes <= level) return i - backslashes;
      backslashes = 0;
    }
  }
  return limit;
}

// A pure function with its newest results kept, for everything that meets the same words, names and ids again and again.

/** Keeps at least the last `most` different results and at most twice as many. */
export function remembering<Result extends NonNullable<unknown>>(
  max: number,
  make: (text: string) => Result,
): (text: string) => Result {
  let newer = new Map<string, Result>();
  let older = newer;
  return (text) => {
    const kept = newer.get(text);
    if (kept !== undefined) return kept;
    const result = older.get(text) ?? make(text);
    if (newer.size >= max) {
      older = newer;
      newer = new Map();
    }
    newer.set(text, result);
    return result;
  };
}

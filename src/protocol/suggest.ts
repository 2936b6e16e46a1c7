// "Did you mean …?": finds the known word nearest to a mistyped one. Pure.

/** Null if no word is near enough. */
export function nearestOf(typed: string, known: readonly string[]): string | null {
  const word = typed.toLowerCase().slice(0, 60);
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const one of known) {
    const distance = editsBetween(word, one.toLowerCase());
    if (distance < least) {
      best = one;
      least = distance;
    }
  }
  return best;
}

/** Letters to add, drop, change or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

// Detects that the machine's clock was set back: jobs due at a time of the old clock would wait too long.

/** A smaller step is a correction, not a jump. */
const jumpMs = 5_000;

/** Returns a function that reports how far the clock was set back since its last call. */
export function watchClock(): () => number {
  const lead = () => Date.now() - performance.now();
  let before = lead();
  return () => {
    const now = lead();
    const back = before - now;
    before = now;
    return back > jumpMs ? back : 0;
  };
}

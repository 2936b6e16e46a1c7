// Notices that the machine's clock was set back: what waits for a time of the old clock would wait too long.

/** Less is a correction, not a jump. */
const jumpMs = 5_000;

/** Gives a function that says by how much the clock was set back since it was last called. */
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

// Keeps the memory of a long import or mapping low. What is stored is garbage at once, but V8 answers a stream of garbage
// by letting the heap grow to several times of what is used: 100 MB more, which, measured, saves no time here.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const usualGrowth = 2;
const usualYoungMb = 0;
/** Each sweep takes about 40 ms. */
const sweepEveryMs = 2_000;

/** `work` gets a function that it may call often. */
export async function withSmallHeap<T>(work: (sweep: () => void) => Promise<T>): Promise<T> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--semi-space-growth-factor=1");
  // While readers and store take every core, its threads only wait for each other: 2 % of an import's CPU time.
  setFlagsFromString("--no-parallel-scavenge");
  let sweptAt = performance.now();
  const sweep = () => {
    if (performance.now() - sweptAt < sweepEveryMs) return;
    collect();
    sweptAt = performance.now();
  };
  try {
    return await work(sweep);
  } finally {
    setFlagsFromString(`--semi-space-growth-factor=${usualGrowth}`);
    setFlagsFromString("--parallel-scavenge");
  }
}

/**
 * For the threads that are started until it is undone, by the function that it returns. A small heap keeps the young
 * space of every thread at 1 MB, and collecting it that often takes a sixth of the CPU time of one that makes garbage.
 */
export function startWithYoungSpace(mb: number): () => void {
  setFlagsFromString(`--min-semi-space-size=${mb}`);
  return () => setFlagsFromString(`--min-semi-space-size=${usualYoungMb}`);
}
